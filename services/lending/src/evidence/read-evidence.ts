/** Reads evidence files for the parties and for operators. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { assertVisible } from '../escrow/read-escrows.ts';
import { evidenceFiles } from './evidence.model.ts';
import type { Evidence, EvidenceDetails } from './evidence.ts';

/** Oldest first, of both sides. Throws NOT_FOUND for an outsider. */
export async function listEvidence(
  actor: AccountActor,
  escrowId: string,
): Promise<EvidenceDetails[]> {
  await assertVisible(actor, escrowId);
  return evidenceFiles.list({ escrowId });
}

/** Keyed by loan id. The caller must be allowed to see the loans. */
export async function readEvidenceByLoan(
  escrowIds: readonly string[],
): Promise<Map<string, EvidenceDetails[]>> {
  const found = await evidenceFiles.list({ escrowId: { $in: [...escrowIds] } });
  const byLoan = Map.groupBy(found, (file) => file.escrowId);
  return new Map(escrowIds.map((id) => [id, byLoan.get(id) ?? []]));
}

/** Includes the bytes. Throws NOT_FOUND for a file of another loan too. */
export async function readEvidence(
  actor: AccountActor,
  { escrowId, evidenceId }: { escrowId: string; evidenceId: string },
): Promise<Evidence> {
  await assertVisible(actor, escrowId);
  const file = await evidenceFiles.find(evidenceId);
  if (file?.escrowId !== escrowId) throw new DomainError('NOT_FOUND', 'There is no such file.');
  return file;
}

/** Path of a file below the public URL. */
export function buildEvidencePath({ id, escrowId }: Pick<Evidence, 'id' | 'escrowId'>): string {
  return `/api/escrow/${escrowId}/evidence/${id}`;
}
