/** Where a posted loan stands and what is owed: computed from facts and the clock, never stored. */

import { addDays } from '../money/calendar-day.ts';
import { payoffCents } from '../money/interest.ts';
import type { Escrow } from './escrow.ts';

/** Days after the due date in which the borrower may still repay. */
const graceDays = 7;

export type EscrowStage =
  | 'AWAITING_RECEIPT'
  | 'REPAYMENT_CLAIMED'
  | 'ACTIVE'
  | 'IN_GRACE'
  | 'OVERDUE';

/** The last moment of grace; only after it may the lender seize. */
export function graceEndsAt(dueAt: Date): Date {
  return addDays(dueAt, graceDays);
}

/** Null outside LOAN_POSTED. */
export function stageOf(escrow: Escrow, now: Date): EscrowStage | null {
  if (escrow.status !== 'LOAN_POSTED') return null;
  if (escrow.receipt === null || escrow.dueAt === null) return 'AWAITING_RECEIPT';
  if (escrow.claim !== null) return 'REPAYMENT_CLAIMED';
  if (now < escrow.dueAt) return 'ACTIVE';
  return now <= graceEndsAt(escrow.dueAt) ? 'IN_GRACE' : 'OVERDUE';
}

/**
 * Cents to repay if repaid now. Null before the receipt and once nothing is owed any more; of a loan
 * that was repaid, what was owed on the day of repayment.
 */
export function payoffNow(escrow: Escrow, now: Date): number | null {
  if (escrow.status === 'FINALIZED_RETURN_TO_BORROWER') return escrow.finalPayoffCents;
  const owed = escrow.status === 'LOAN_POSTED' || escrow.status === 'ESCALATED';
  return owed && escrow.receipt !== null ? owedOn(escrow, escrow.receipt.at, now) : null;
}

/** Cents owed on `day` for money received at `receivedAt`. */
export function owedOn(escrow: Escrow, receivedAt: Date, day: Date): number {
  return payoffCents({
    amountCents: escrow.amountCents,
    rateBps: escrow.rateBps,
    from: receivedAt,
    to: day,
  });
}
