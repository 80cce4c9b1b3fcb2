/** Reads evidence files for the parties and for operators. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import type { Escrow } from '../escrow/escrow.ts';
import { readEscrow } from '../escrow/read-escrows.ts';
import { payments } from '../escrow/transition/payment/payment.model.ts';
import { listLendingTimes } from '../loan/assignment/former-lender.ts';
import { evidenceFiles } from './evidence.model.ts';
import type { Evidence, EvidenceDetails } from './evidence.ts';

/** Oldest first, of both sides. Throws NOT_FOUND for an outsider. */
export async function listEvidence(
  actor: AccountActor,
  escrowId: string,
): Promise<EvidenceDetails[]> {
  const escrow = await readEscrow(actor, escrowId, evidenceKeys);
  return hideFormer(escrow, actor.accountId, await evidenceFiles.list({ escrowId }));
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
  const escrow = await readEscrow(actor, escrowId, evidenceKeys);
  const file = await evidenceFiles.find(evidenceId);
  const shown = file?.escrowId === escrowId ? [file] : [];
  const [visible] = await hideFormer(escrow, actor.accountId, shown);
  if (!visible || !file) throw new DomainError('NOT_FOUND', 'There is no such file.');
  return file;
}

const evidenceKeys = [
  'borrowerId',
  'lenderId',
  'borrowerName',
  'lenderName',
  'escalation',
  'sales',
  'sentEvidenceIds',
] as const;

/** Without the files from before a lender bought the loan, except those about payments. */
export async function hideFormer(
  escrow: Pick<Escrow, 'id' | 'lenderId' | 'sales' | 'sentEvidenceIds'>,
  accountId: string,
  files: EvidenceDetails[],
): Promise<EvidenceDetails[]> {
  const from = listLendingTimes(escrow, accountId).at(-1)?.from ?? null;
  if (from === null || files.every(({ at }) => at >= from)) return files;
  const found = await payments.findMany({ escrowId: escrow.id });
  const ids = found.flatMap(({ evidenceIds }) => evidenceIds);
  const ofPayments = new Set([...ids, ...(escrow.sentEvidenceIds ?? [])]);
  return files.filter(({ id, at }) => at >= from || ofPayments.has(id));
}

/** Path of a file below the public URL. */
export function buildEvidencePath({ id, escrowId }: Pick<Evidence, 'id' | 'escrowId'>): string {
  return `/api/escrow/${escrowId}/evidence/${id}`;
}
