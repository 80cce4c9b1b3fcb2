/** The routes whose bodies the gateway forwards unread: webhooks, contracts, evidence, avatars, statements. */

import { kilobyte, standardBodyLimitBytes } from './routes.ts';

export interface StreamRoute {
  method: 'GET' | 'POST';
  path: string;
  /** The service that handles the route. */
  service: 'identity' | 'payments' | 'lending';
  /** Path at that service. */
  upstreamPath: string;
  summary: string;
  bodyLimitBytes: number;
  requestType?: string;
  responseType: string;
  /** Requires an access token. */
  signedIn?: true;
  /** Query parameters that are forwarded. */
  query?: readonly string[];
  /** 200 unless named. */
  status?: 201;
}

const pdfLimitBytes = 10 * kilobyte * kilobyte;
const evidenceLimitBytes = 5 * kilobyte * kilobyte;

/** Calls that are proxied, with the signed actor, to the owning service. */
export const streamRoutes: StreamRoute[] = [
  {
    method: 'POST',
    path: '/webhooks/stripe',
    service: 'payments',
    upstreamPath: '/webhooks/stripe',
    summary: 'Stripe’s signed events',
    bodyLimitBytes: standardBodyLimitBytes,
    requestType: 'application/json',
    responseType: 'application/json',
  },
  {
    method: 'POST',
    path: '/webhooks/nowpayments',
    service: 'payments',
    upstreamPath: '/webhooks/nowpayments',
    summary: 'NOWPayments’ signed notices',
    bodyLimitBytes: standardBodyLimitBytes,
    requestType: 'application/json',
    responseType: 'application/json',
  },
  {
    method: 'GET',
    path: '/avatars/{digest}',
    service: 'identity',
    upstreamPath: '/avatars/{digest}',
    summary: 'A user’s picture; it never changes, so it can be cached',
    bodyLimitBytes: 0,
    responseType: 'image/*',
  },
  {
    method: 'GET',
    path: '/contracts/{token}/pdf',
    service: 'lending',
    upstreamPath: '/contracts/{token}/pdf',
    summary: 'The contract; sealed once both parties signed',
    bodyLimitBytes: 0,
    responseType: 'application/pdf',
  },
  {
    method: 'GET',
    path: '/contracts/specimen/{kind}',
    service: 'lending',
    upstreamPath: '/contracts/specimen/{kind}',
    summary: 'The standard agreement as a specimen: 0 bank transfer, 1 cryptocurrency',
    bodyLimitBytes: 0,
    responseType: 'application/pdf',
  },
  {
    method: 'POST',
    path: '/contracts/verify',
    service: 'lending',
    upstreamPath: '/contracts/verify',
    summary: 'Checks whether a PDF is one of our contracts, and whether it is sealed',
    bodyLimitBytes: pdfLimitBytes,
    requestType: 'application/pdf',
    responseType: 'application/json',
  },
  {
    method: 'POST',
    path: '/escrow/{id}/evidence',
    service: 'lending',
    upstreamPath: '/escrow/{id}/evidence',
    summary: 'Add a file to a dispute: PDF, PNG, JPEG or text, up to 5 MB, ten per side',
    bodyLimitBytes: evidenceLimitBytes,
    requestType: 'application/octet-stream',
    responseType: 'application/json',
    signedIn: true,
    query: ['name'],
    status: 201,
  },
  {
    method: 'GET',
    path: '/escrow/{id}/evidence/{evidenceId}',
    service: 'lending',
    upstreamPath: '/escrow/{id}/evidence/{evidenceId}',
    summary: 'One file of a dispute, as an attachment',
    bodyLimitBytes: 0,
    responseType: 'application/octet-stream',
    signedIn: true,
  },
  {
    method: 'GET',
    path: '/escrow/{id}/contract',
    service: 'lending',
    upstreamPath: '/escrow/{id}/contract',
    summary:
      "The loan's contract, for its parties and, after an escalation, operators; sealed once both signed",
    bodyLimitBytes: 0,
    responseType: 'application/pdf',
    signedIn: true,
  },
  ...(['csv', 'pdf'] as const).map(
    (kind): StreamRoute => ({
      method: 'GET',
      path: `/statements/{year}.${kind}`,
      service: 'lending',
      upstreamPath: `/statements/{year}/${kind}`,
      summary: `Your interest earned and paid, and debt discharged, in a year, as ${kind.toUpperCase()}`,
      bodyLimitBytes: 0,
      responseType: kind === 'csv' ? 'text/csv' : 'application/pdf',
      signedIn: true,
    }),
  ),
];
