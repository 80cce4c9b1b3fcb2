/** Which part of a loan's chat an account may read: a lender that of the time in which the loan was theirs. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { escrows } from '../escrow/escrow.model.ts';
import { findRole } from '../escrow/escrow.ts';
import { loadViewer, requireParticipant } from '../escrow/participant.ts';
import type { LendingTime } from '../loan/assignment/former-lender.ts';
import { listLendingTimes } from '../loan/assignment/former-lender.ts';

const chatKeys = [
  'borrowerId',
  'lenderId',
  'borrowerName',
  'lenderName',
  'escalation',
  'sales',
] as const;
const always: LendingTime = { from: null, until: null };

/** Throws NOT_FOUND for an outsider; a former lender keeps the chat until the sale. */
export async function readChatTime(actor: AccountActor, escrowId: string): Promise<LendingTime> {
  const [viewer, escrow] = await Promise.all([
    loadViewer(actor),
    escrows.findById(escrowId, chatKeys),
  ]);
  const times = escrow ? listLendingTimes(escrow, viewer.accountId) : [];
  const role = escrow && findRole(escrow, viewer.accountId, viewer.operator);
  if (!escrow || (role === 'OUTSIDER' && times.length === 0)) requireParticipant(undefined, viewer);
  return times.at(-1) ?? always;
}
