/** Asks the server whether a file is one of its contracts, byte for byte. */

import { messageOf, refusalOf } from '../../graph/refusal.ts';

/** What the server knows of the file's hash. */
export interface Verified {
  known: boolean;
  sealed: boolean;
  sha256: string;
  signedAt: string | null;
}

/** A sentence for people: why nobody can say. */
export class Unasked extends Error {
  override readonly name = 'Unasked';
}

/** No contract is nearly as large; the server would refuse it after all of it was sent. */
const mostBytes = 10_000_000;

export async function askWhose(file: File): Promise<Verified> {
  if (file.size > mostBytes)
    throw new Unasked('This file is larger than 10 MB. No contract of ours is.');
  const response = await fetch('/api/contracts/verify', {
    method: 'POST',
    headers: { 'content-type': 'application/pdf' },
    body: file,
  }).catch((error: unknown) => {
    throw new Unasked(refusalOf(error).message);
  });
  if (!response.ok) throw new Unasked(await messageOf(response));
  return response.json();
}
