/** Downloads and verifies the contract's PDF. */

import { spawnSync } from 'node:child_process';
import type { Person } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';

/** Downloads a PDF from a link of the product, as a visitor or as this account. Throws if it is not served. */
export async function download(
  url: string,
  reader?: { token: string | undefined },
): Promise<Uint8Array<ArrayBuffer>> {
  const headers = { 'x-access-token': reader?.token ?? '' };
  const response = await fetch(url, reader ? { headers } : {});
  if (response.status !== 200) throw new Error(`${url} returned status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Waits until both parties have signed and the platform has sealed the contract; resolves to the viewer's link. */
export function sealedUrl(person: Person, escrowId: string): Promise<string> {
  return waitFor('the seal', async () => (await person.get(`/escrow/${escrowId}`)).signed_pdf_url);
}

export interface VerificationResult {
  known: boolean;
  sealed: boolean;
  sha256: string;
  signedAt: string | null;
  amendment: { number: number; status: string; parentSha256: string; effectiveOn: string } | null;
}

export async function verify(
  baseUrl: string,
  pdf: Uint8Array<ArrayBuffer>,
): Promise<VerificationResult> {
  const response = await fetch(`${baseUrl}/api/contracts/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/pdf' },
    body: pdf,
  });
  if (response.status !== 200) throw new Error(`verify returned status ${response.status}`);
  return (await response.json()) as VerificationResult;
}

const textReader = 'pdftotext';

/** The text with single spaces; null where pdftotext is not installed. */
export function readPdfText(pdf: Uint8Array): string | null {
  const { error, stdout } = spawnSync(textReader, ['-layout', '-', '-'], { input: pdf });
  return error ? null : stdout.toString('utf8').replace(/\s+/g, ' ');
}
