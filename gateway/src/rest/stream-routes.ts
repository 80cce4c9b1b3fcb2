/** The routes whose bodies the gateway does not read: webhooks, contracts, evidence, avatars. */

import { kilobyte, standardBodyLimitBytes } from './routes.ts';

export interface StreamRow {
  method: 'GET' | 'POST';
  path: string;
  /** The owner whose door takes the stream. */
  part: 'identity' | 'payments' | 'lending';
  /** Path at that door. */
  door: string;
  summary: string;
  bodyLimitBytes: number;
  takes?: string;
  gives: string;
  /** Only with an access token. */
  signedIn?: true;
  /** Query parameters that go along. */
  query?: readonly string[];
  /** 200 unless named. */
  status?: 201;
}

const pdfLimitBytes = 10 * kilobyte * kilobyte;
const evidenceLimitBytes = 5 * kilobyte * kilobyte;

/** Calls whose bodies are not ours to read: they go, with the signed actor, to their owner's door. */
export const streamRows: StreamRow[] = [
  {
    method: 'POST',
    path: '/webhooks/stripe',
    part: 'payments',
    door: '/webhooks/stripe',
    summary: 'Stripe’s signed events',
    bodyLimitBytes: standardBodyLimitBytes,
    takes: 'application/json',
    gives: 'application/json',
  },
  {
    method: 'POST',
    path: '/webhooks/nowpayments',
    part: 'payments',
    door: '/webhooks/nowpayments',
    summary: 'NOWPayments’ signed notices',
    bodyLimitBytes: standardBodyLimitBytes,
    takes: 'application/json',
    gives: 'application/json',
  },
  {
    method: 'GET',
    path: '/avatars/{digest}',
    part: 'identity',
    door: '/avatars/{digest}',
    summary: 'A person’s picture; the same for ever, to be kept',
    bodyLimitBytes: 0,
    gives: 'image/*',
  },
  {
    method: 'GET',
    path: '/contracts/{token}/pdf',
    part: 'lending',
    door: '/contracts/{token}/pdf',
    summary: 'The contract; the sealed one once both signed',
    bodyLimitBytes: 0,
    gives: 'application/pdf',
  },
  {
    method: 'GET',
    path: '/contracts/specimen/{kind}',
    part: 'lending',
    door: '/contracts/specimen/{kind}',
    summary: 'The standard agreement to read: 0 bank transfer, 1 cryptocurrency',
    bodyLimitBytes: 0,
    gives: 'application/pdf',
  },
  {
    method: 'POST',
    path: '/contracts/verify',
    part: 'lending',
    door: '/contracts/verify',
    summary: 'Whether a PDF is one of our contracts, and sealed',
    bodyLimitBytes: pdfLimitBytes,
    takes: 'application/pdf',
    gives: 'application/json',
  },
  {
    method: 'POST',
    path: '/escrow/{id}/evidence',
    part: 'lending',
    door: '/escrow/{id}/evidence',
    summary: 'Add a file to a dispute: PDF, PNG, JPEG or text, up to 5 MB, ten for each side',
    bodyLimitBytes: evidenceLimitBytes,
    takes: 'application/octet-stream',
    gives: 'application/json',
    signedIn: true,
    query: ['name'],
    status: 201,
  },
  {
    method: 'GET',
    path: '/escrow/{id}/evidence/{evidenceId}',
    part: 'lending',
    door: '/escrow/{id}/evidence/{evidenceId}',
    summary: 'One file of a dispute, to be saved',
    bodyLimitBytes: 0,
    gives: 'application/octet-stream',
    signedIn: true,
  },
  {
    method: 'GET',
    path: '/escrow/{id}/contract',
    part: 'lending',
    door: '/escrow/{id}/contract',
    summary:
      "The loan's contract for its parties and, once it was escalated, operators; the sealed one once both signed",
    bodyLimitBytes: 0,
    gives: 'application/pdf',
    signedIn: true,
  },
  ...(['csv', 'pdf'] as const).map(
    (kind): StreamRow => ({
      method: 'GET',
      path: `/statements/{year}.${kind}`,
      part: 'lending',
      door: `/statements/{year}/${kind}`,
      summary: `Your interest earned and paid, and debt discharged, in a year, as ${kind.toUpperCase()}`,
      bodyLimitBytes: 0,
      gives: kind === 'csv' ? 'text/csv' : 'application/pdf',
      signedIn: true,
    }),
  ),
];
