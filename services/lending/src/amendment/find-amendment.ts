/** Finds an amendment by its number, and rejects one that is no longer live. */

import { DomainError } from '@nameloan/contracts/errors';
import type { Tx } from '@nameloan/persistence/tx';
import type { Escrow } from '../escrow/escrow.ts';
import { amendments } from '../escrow/transition/amendment/amendment.model.ts';
import type { Amendment, AmendmentStatus } from '../loan/amendment.ts';
import { buildAmendmentId } from '../loan/amendment.ts';

/** Throws NOT_FOUND for the number of no amendment of this loan. */
export async function requireAmendment(
  { id: escrowId }: Escrow,
  seq: number,
  tx?: Tx,
): Promise<Amendment> {
  const amendment = await amendments.find(buildAmendmentId(escrowId, seq), tx);
  if (!amendment) throw new DomainError('NOT_FOUND', 'There is no such amendment.');
  return amendment;
}

const statusTexts: Record<AmendmentStatus, string> = {
  PROPOSED: 'proposed',
  SUPERSEDED: 'replaced by another proposal',
  WITHDRAWN: 'withdrawn',
  DECLINED: 'declined',
  EXPIRED: 'expired',
  AGREED: 'agreed',
  AWAITING_MONEY: 'signed by both',
  EFFECTIVE: 'effective',
  LAPSED: 'lapsed',
  VOID: 'void',
};

/** Throws CONFLICT unless it is the loan's live amendment. */
export function assertLive({ amendment: live }: Escrow, { seq, status }: Amendment): void {
  if (live?.seq === seq) return;
  throw new DomainError('CONFLICT', `This amendment is already ${statusTexts[status]}.`, {
    reason: 'NO_AMENDMENT',
  });
}
