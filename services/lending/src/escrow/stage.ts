/** Where a posted loan stands and what is owed: computed from facts and the clock, never stored. */

import { loanCalendar } from '@nameloan/contracts/loan-calendar.ts';
import { addDays } from '@nameloan/figures/calendar-day.ts';
import { payoffCents } from '@nameloan/figures/interest.ts';
import type { Escrow } from './escrow.ts';

export type EscrowStage =
  | 'AWAITING_RECEIPT'
  | 'REPAYMENT_CLAIMED'
  | 'ACTIVE'
  | 'IN_GRACE'
  | 'OVERDUE';

/**
 * The last moment of grace, after which the lender may seize: counted from the later of the due date and the day
 * on which the notice of default counts as received (product.md section 5). Before the notice is sent it is what
 * it will be if that goes out at the due date. Null while there is no due date.
 */
export function graceEndsAt({ dueAt, noticeAt }: Pick<Escrow, 'dueAt' | 'noticeAt'>): Date | null {
  if (dueAt === null) return null;
  const noticed = addDays(noticeAt ?? dueAt, loanCalendar.noticeDays);
  return addDays(noticed > dueAt ? noticed : dueAt, loanCalendar.graceDays);
}

/** Grace cannot end before the notice that it is counted from. */
function isGraceOver(escrow: Pick<Escrow, 'dueAt' | 'noticeAt'>, now: Date): boolean {
  const end = graceEndsAt(escrow);
  return end !== null && escrow.noticeAt !== null && now > end;
}

/** Null outside LOAN_POSTED. */
export function stageOf(escrow: Escrow, now: Date): EscrowStage | null {
  if (escrow.status !== 'LOAN_POSTED') return null;
  if (escrow.receipt === null || escrow.dueAt === null) return 'AWAITING_RECEIPT';
  if (escrow.claim !== null) return 'REPAYMENT_CLAIMED';
  if (now < escrow.dueAt) return 'ACTIVE';
  return isGraceOver(escrow, now) ? 'OVERDUE' : 'IN_GRACE';
}

/**
 * Cents to repay if repaid now; while a claim of repayment is open, what was owed on the claimed day. Null before the
 * receipt and once nothing is owed any more; of a loan that was repaid, what was owed on the day of repayment.
 */
export function payoffNow(escrow: Escrow, now: Date): number | null {
  if (escrow.status === 'FINALIZED_RETURN_TO_BORROWER') return escrow.finalPayoffCents;
  return owedWhileOpen(escrow, escrow.claim?.date ?? now);
}

/** Cents owed today after all if the open claim of repayment is denied; null while none is open. */
export function payoffIfDenied(escrow: Escrow, now: Date): number | null {
  return escrow.claim === null ? null : owedWhileOpen(escrow, now);
}

function owedWhileOpen(escrow: Escrow, day: Date): number | null {
  const { status } = escrow;
  const open = status === 'LOAN_POSTED' || status === 'ESCALATED';
  return open && escrow.receipt !== null ? owedOn(escrow, escrow.receipt.at, day) : null;
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
