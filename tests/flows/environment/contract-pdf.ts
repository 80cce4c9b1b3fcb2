/** Downloads and verifies the contract's PDF. */

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
