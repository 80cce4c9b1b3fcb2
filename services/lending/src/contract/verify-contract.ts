/** Tells whether a file is one of our contracts, byte for byte. */

import type { Actor } from '@nameloan/contracts/actor.ts';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { clientNetwork } from '@nameloan/service/client-network.ts';
import { sha256Of } from '../pdf/sha256.ts';
import { commit, quotas } from '../service-context.ts';
import { contractFiles, contracts } from './contract.model.ts';

export interface VerificationResult {
  /** Whether it is a contract that was shown or sealed here. */
  known: boolean;
  sealed: boolean;
  sha256: string;
  /** When the second party signed; null while not both have, and for an unknown file. */
  signedAt: Date | null;
}

/** INVALID_INPUT for what is no PDF at all; TOO_MANY_REQUESTS from one network. */
export async function verifyContract(actor: Actor, bytes: Buffer): Promise<VerificationResult> {
  await commit((tx) => quotas.take('contractLookups', clientNetwork(actor.ip), tx));
  if (!bytes.subarray(0, 1024).includes('%PDF-')) {
    throw new DomainError('INVALID_INPUT', 'This is not a PDF.');
  }
  const sha256 = sha256Of(bytes);
  const file = await contractFiles.describe(sha256);
  if (!file) return { known: false, sealed: false, sha256, signedAt: null };
  const { signatures } = await contracts.get(file.escrowId);
  const last = signatures.length === 2 ? signatures.at(-1) : undefined;
  return { known: true, sealed: file.kind === 'SEALED', sha256, signedAt: last?.at ?? null };
}
