/** Query: a verification for the account that started it, with the results so far. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { verificationBatches, verifications } from './verification.model.ts';
import type { NameResult, Verification, VerificationRow } from './verification.ts';

export async function readVerification(actor: AccountActor, id: string): Promise<Verification> {
  const verification = await verifications.find(id);
  if (verification?.accountId === actor.accountId) return verification;
  throw new DomainError('NOT_FOUND', 'There is no such verification.');
}

/** In the order of the request. */
const readRows = verificationBatches.batchedBy('verificationId', {});

/** The rows of one verification; concurrent fields of a query share the read. */
export async function rowsOf({ id }: Verification): Promise<VerificationRow[]> {
  const batches = (await readRows([id], undefined)).get(id) ?? [];
  return [...batches].sort((a, b) => a.position - b.position).flatMap(({ rows }) => rows);
}

export async function countRows(verification: Verification, result: NameResult): Promise<number> {
  return (await rowsOf(verification)).filter((row) => row.result === result).length;
}
