/** Asks the server whether a file is one of its contracts, byte for byte. */

import { readErrorMessage, toErrorDetails } from '../../graph/api-error.ts';

/** What the server knows of the file's hash. */
export interface ContractVerification {
  known: boolean;
  sealed: boolean;
  sha256: string;
  signedAt: string | null;
}

/** A sentence for people: why nobody can say. */
export class VerificationError extends Error {
  override readonly name = 'VerificationError';
}

/** No contract is nearly as large; the server would refuse it after all of it was sent. */
const maxBytes = 10_000_000;

export async function verifyContract(file: File): Promise<ContractVerification> {
  if (file.size > maxBytes)
    throw new VerificationError('This file is larger than 10 MB. No contract of ours is.');
  const response = await fetch('/api/contracts/verify', {
    method: 'POST',
    headers: { 'content-type': 'application/pdf' },
    body: file,
  }).catch((error: unknown) => {
    throw new VerificationError(toErrorDetails(error).message);
  });
  if (!response.ok) throw new VerificationError(await readErrorMessage(response));
  return response.json();
}
