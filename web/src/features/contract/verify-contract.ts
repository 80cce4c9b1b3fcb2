/** Asks the server whether a file is byte for byte one of its contracts. */

import { readErrorMessage, toErrorDetails } from '../../graph/api-error.ts';

/** The server's answer about the file's hash. */
export interface ContractVerification {
  known: boolean;
  sealed: boolean;
  sha256: string;
  signedAt: string | null;
  /** Of the document of an amendment; absent in replies of an older server. */
  amendment?: VerifiedAmendment | null;
  /** Of the deed of a sale; absent in replies of an older server. */
  assignment?: VerifiedDeed | null;
}

export interface VerifiedDeed {
  status: string;
  /** Of the contract, and of its last amendment before the deed. */
  contractSha256: string | null;
  amendmentSha256: string | null;
}

export interface VerifiedAmendment {
  number: number;
  status: string;
  /** Of the document that it changes. */
  parentSha256: string | null;
  /** YYYY-MM-DD; null until it is effective. */
  effectiveOn: string | null;
}

/** The file could not be checked. The message is shown to the user. */
class VerificationError extends Error {
  override readonly name = 'VerificationError';
}

/** Far above the size of any contract; the server would reject a larger file only after the upload. */
const maxBytes = 10_000_000;

export async function verifyContract(file: File): Promise<ContractVerification> {
  if (file.size > maxBytes)
    throw new VerificationError('This file is larger than 10 MB. Our contracts are smaller.');
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
