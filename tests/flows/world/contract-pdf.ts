/** The contract's PDF as a party fetches it and as anybody checks it. */

import type { Person } from '../../../scripts/demo/person.ts';
import { waitFor } from '../../../scripts/demo/sandbox-client.ts';

/** Downloads a PDF from a link that the product gave. Throws when it is not served. */
export async function download(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Waits until both have signed and the platform has sealed; resolves to the viewer's own link. */
export function sealedUrl(person: Person, escrowId: string): Promise<string> {
  return waitFor('the seal', async () => (await person.get(`/escrow/${escrowId}`)).signed_pdf_url);
}

export interface Verdict {
  known: boolean;
  sealed: boolean;
  sha256: string;
  signedAt: string | null;
}

export async function verify(baseUrl: string, pdf: Uint8Array<ArrayBuffer>): Promise<Verdict> {
  const response = await fetch(`${baseUrl}/api/contracts/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/pdf' },
    body: pdf,
  });
  if (response.status !== 200) throw new Error(`verify answered ${response.status}`);
  return (await response.json()) as Verdict;
}
