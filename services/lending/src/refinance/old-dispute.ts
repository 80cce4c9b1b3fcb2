/** What the parties of a new loan see of the dispute of the loan that it refinances: its claimant adds files to the new loan. */

import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { computeDisputeDates } from '../escrow/settlement.ts';
import type { ShownEvidence } from '../evidence/evidence.ts';
import { findOldDispute, listDisputeEvidence } from '../evidence/read-evidence.ts';
import { isFinal } from '../loan/status.ts';

export interface OldDispute {
  since: Date;
  reason: string | null;
  evidenceUntil: Date | null;
  evidence: ShownEvidence[];
}

/** Null unless the loan waits for the decision of the old one's dispute. */
export async function readOldDispute(
  next: Pick<Escrow, 'id' | 'replacing' | 'status'>,
): Promise<OldDispute | null> {
  if (!next.replacing || isFinal(next.status)) return null;
  const old = await escrows.findById(next.replacing.escrowId);
  const dispute = findOldDispute(old, next);
  if (!old || !dispute) return null;
  return {
    since: dispute.at,
    reason: dispute.reason,
    evidenceUntil: computeDisputeDates(old)?.evidenceUntil ?? null,
    evidence: await listDisputeEvidence(old, dispute.at, next),
  };
}
