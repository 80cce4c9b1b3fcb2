/** Reads evidence files for the parties and for operators. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { assertVisible } from '../escrow/read-escrows.ts';
import { evidenceFiles } from './evidence.model.ts';
import type { Evidence, EvidenceDetails, ShownEvidence } from './evidence.ts';

/**
 * Oldest first, of both sides, and those of a refinancing that were added to the new loan. Throws NOT_FOUND for an
 * outsider.
 */
export async function listEvidence(
  actor: AccountActor,
  escrowId: string,
): Promise<ShownEvidence[]> {
  await assertVisible(actor, escrowId);
  return (await readEvidenceByLoan([escrowId])).get(escrowId) ?? [];
}

/** Of the new loans of one loan: each has at most twenty, and few follow each other. */
const maxNewFiles = 200;

/** Keyed by loan id. The caller must be allowed to see the loans. */
export async function readEvidenceByLoan(
  escrowIds: readonly string[],
): Promise<Map<string, ShownEvidence[]>> {
  const ids = { $in: [...escrowIds] };
  const [own, ofNewLoans] = await Promise.all([
    evidenceFiles.list({ escrowId: ids }),
    evidenceFiles.list({ oldEscrowId: ids }, { limit: maxNewFiles * escrowIds.length }),
  ]);
  const shown = [...own.map(show), ...ofNewLoans.map(showOnOldLoan)].sort(byTime);
  const byLoan = Map.groupBy(shown, (file) => file.escrowId);
  return new Map(escrowIds.map((id) => [id, byLoan.get(id) ?? []]));
}

const byTime = (one: ShownEvidence, other: ShownEvidence): number =>
  one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1);

const show = ({ oldEscrowId: _, ...file }: EvidenceDetails): ShownEvidence => ({
  ...file,
  party: file.by,
});

const showOnOldLoan = ({ oldEscrowId, ...file }: EvidenceDetails): ShownEvidence => ({
  ...file,
  escrowId: oldEscrowId ?? file.escrowId,
  party: file.by === 'LENDER' ? 'NEW_LENDER' : file.by,
});

/** The dispute of an old loan while its refinancing waits for the decision; undefined without one. */
export function findOldDispute(old: Escrow | undefined, next: Pick<Escrow, 'id'>) {
  if (old?.status !== 'ESCALATED' || old.replacement?.escrowId !== next.id) return undefined;
  return old.escalation ?? undefined;
}

/** Files that were added to the old loan since its dispute began, as the new loan shows them. */
export async function listDisputeEvidence(
  old: Pick<Escrow, 'id'>,
  since: Date,
  next: Pick<Escrow, 'id'>,
): Promise<ShownEvidence[]> {
  const files = await evidenceFiles.list({ escrowId: old.id });
  const added = files.filter(({ at }) => at >= since);
  return added.map((file) => ({
    ...show(file),
    escrowId: next.id,
    party: file.by === 'LENDER' ? 'OLD_LENDER' : file.by,
  }));
}

/** Includes the bytes. Throws NOT_FOUND for a file that this loan does not show too. */
export async function readEvidence(
  actor: AccountActor,
  { escrowId, evidenceId }: { escrowId: string; evidenceId: string },
): Promise<Evidence> {
  await assertVisible(actor, escrowId);
  const file = await evidenceFiles.find(evidenceId);
  if (file && (await shows(escrowId, file))) return file;
  throw new DomainError('NOT_FOUND', 'There is no such file.');
}

async function shows(escrowId: string, file: Evidence): Promise<boolean> {
  if (file.escrowId === escrowId || file.oldEscrowId === escrowId) return true;
  const next = await escrows.findById(escrowId);
  if (next?.replacing?.escrowId !== file.escrowId) return false;
  const dispute = findOldDispute(await escrows.findById(file.escrowId), next);
  return dispute !== undefined && file.at >= dispute.at;
}

/** Path of a file below the public URL. */
export function buildEvidencePath({ id, escrowId }: Pick<Evidence, 'id' | 'escrowId'>): string {
  return `/api/escrow/${escrowId}/evidence/${id}`;
}
