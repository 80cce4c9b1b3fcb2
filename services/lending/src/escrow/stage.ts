/** Computes the stage of a posted loan and the amount owed from the record and the time; neither is stored. */

import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { addDays } from '@nameloan/loan-math/calendar-day';
import { hasInstalmentsNow } from '../loan/plan/plan.ts';
import type { EscrowStage } from '../loan/stages.ts';
import { isFunded } from '../loan/status.ts';
import { findRepaymentDay } from './balance/balance.ts';
import type { DebtRecord } from './balance/debt-record.ts';
import { findDueAt } from './balance/due-date.ts';
import { replayLoan } from './balance/replay-loan.ts';
import type { Escrow, Receipt } from './escrow.ts';

type GraceRecord = Pick<Escrow, 'dueAt' | 'instalmentDueAt' | 'noticeAt' | 'graceFrom'>;

/**
 * The end of the grace period, after which the lender may seize. It counts from the later of two days: the due date of the
 * oldest unpaid instalment, and the day on which the notice of default counts as received
 * (docs/product-rules.md#schedule). Before the notice is sent, it is assumed to be sent on the due date. An answer that
 * leaves the borrower something to do starts grace again (`graceFrom`). Null without a due date.
 */
export function computeGraceEnd(escrow: GraceRecord): Date | null {
  const dueAt = findDueAt(escrow);
  const { noticeAt, graceFrom } = escrow;
  if (dueAt === null) return null;
  const noticedUntil = addDays(noticeAt ?? dueAt, loanCalendar.noticeDays);
  const from = [noticedUntil, dueAt, ...(graceFrom ? [graceFrom] : [])];
  return addDays(new Date(Math.max(...from.map(Number))), loanCalendar.graceDays);
}

/**
 * An open claim that blocks a seizure (docs/product-rules.md#schedule): after the due date only one claim does, and
 * none once the lender may seize by a decision.
 */
export function hasBlockingClaim(escrow: Escrow): boolean {
  const { claim, blockingClaimUsed, maySeize } = escrow;
  if (blockingClaimUsed || maySeize) return false;
  return claim !== null || hasCureClaim(escrow) || hasPayoffLeg(escrow);
}

/** A new lender says that it has paid the payoff, and the lender has not answered. */
function hasPayoffLeg({ openPayments, replacement }: Escrow): boolean {
  return Boolean(replacement && openPayments?.some(({ leg }) => leg === 'PAYOFF'));
}

/** An open part payment of all that is overdue, reported within grace and before an acceleration. */
export function hasCureClaim(escrow: Escrow): boolean {
  const { receipt, noticeAt, acceleratedAt, openPayments } = escrow;
  const end = computeGraceEnd(escrow);
  const due = findDueAt(escrow);
  if (!receipt || !noticeAt || !end || !due || acceleratedAt || !openPayments?.length) return false;
  if (!hasInstalmentsNow(escrow)) return false;
  return openPayments.some(({ day, amountCents, reportedAt }) => {
    if (reportedAt > end) return false;
    return amountCents >= replayLoan(escrow, receipt, { day: day > due ? day : due }).cureCents;
  });
}

/** Grace cannot end before the notice is sent. */
export function isGraceOver(escrow: GraceRecord, now: Date): boolean {
  const end = computeGraceEnd(escrow);
  return end !== null && escrow.noticeAt !== null && now > end;
}

/** Null in every status but LOAN_POSTED. */
export function computeStage(escrow: Escrow, now: Date): EscrowStage | null {
  if (escrow.status !== 'LOAN_POSTED') return null;
  if (escrow.receipt === null || escrow.dueAt === null) return 'AWAITING_RECEIPT';
  if (hasBlockingClaim(escrow)) return 'REPAYMENT_CLAIMED';
  if (escrow.acceleratedAt) return 'ACCELERATED';
  if (now < (findDueAt(escrow) ?? escrow.dueAt))
    return hasOpenPayment(escrow) ? 'PAYMENT_CLAIMED' : 'ACTIVE';
  return isGraceOver(escrow, now) ? 'OVERDUE' : 'IN_GRACE';
}

/** A part payment waits for its payee's answer; that blocks nothing. */
export function hasOpenPayment({ openPayments }: Pick<Escrow, 'openPayments'>): boolean {
  return (openPayments?.length ?? 0) > 0;
}

/** The stage that decides whether a dispute repeats the last one: a part payment is no news. */
export function computeDisputeStage(escrow: Escrow, now: Date): EscrowStage | null {
  const stage = computeStage(escrow, now);
  return stage === 'PAYMENT_CLAIMED' ? 'ACTIVE' : stage;
}

/**
 * Cents to repay now; while a claim of repayment is open, the amount owed on the claimed day. For a repaid loan it is
 * the amount owed on the day of repayment. Null before the receipt and after a seizure.
 */
export function computePayoff(escrow: Escrow, now: Date): number | null {
  if (escrow.status === 'FINALIZED_RETURN_TO_BORROWER') return escrow.finalPayoffCents;
  const day = escrow.claim === null ? now : (findRepaymentDay(escrow) ?? escrow.claim.date);
  return computeOpenDebt(escrow, day);
}

/** Cents owed today if the open claim of repayment is denied; null while none is open. */
export function computePayoffIfDenied(escrow: Escrow, now: Date): number | null {
  return escrow.claim === null ? null : computeOpenDebt(escrow, now);
}

function computeOpenDebt(escrow: Escrow, day: Date): number | null {
  const { status, receipt } = escrow;
  return isFunded(status) && receipt !== null ? computeOwedCents(escrow, receipt, day) : null;
}

/** Cents owed on `day` after the payments that count. */
export function computeOwedCents(loan: DebtRecord, receipt: Receipt, day: Date): number {
  return replayLoan(loan, receipt, { day }).payoffCents;
}
