/** The files of a dispute for its parties, and for operators once it was escalated. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { assertVisible } from '../escrow/read-escrows.ts';
import { evidenceFiles } from './evidence.model.ts';
import type { Evidence, EvidenceDetails } from './evidence.ts';

/** Oldest first, both sides. NOT_FOUND for who may not see the loan. */
export async function listEvidence(
  actor: AccountActor,
  escrowId: string,
): Promise<EvidenceDetails[]> {
  await assertVisible(actor, escrowId);
  return evidenceFiles.list({ escrowId });
}

/** Of many loans that the caller may see, by loan. */
export async function readEvidenceByLoan(
  escrowIds: readonly string[],
): Promise<Map<string, EvidenceDetails[]>> {
  const found = await evidenceFiles.list({ escrowId: { $in: [...escrowIds] } });
  const byLoan = Map.groupBy(found, (file) => file.escrowId);
  return new Map(escrowIds.map((id) => [id, byLoan.get(id) ?? []]));
}

/** One file with its bytes; NOT_FOUND for one of another loan too. */
export async function readEvidence(
  actor: AccountActor,
  { escrowId, evidenceId }: { escrowId: string; evidenceId: string },
): Promise<Evidence> {
  await assertVisible(actor, escrowId);
  const file = await evidenceFiles.find(evidenceId);
  if (file?.escrowId !== escrowId) throw new DomainError('NOT_FOUND', 'There is no such file.');
  return file;
}

/** Where a file is fetched, under the public address. */
export function evidencePath({ id, escrowId }: Pick<Evidence, 'id' | 'escrowId'>): string {
  return `/api/escrow/${escrowId}/evidence/${id}`;
}
