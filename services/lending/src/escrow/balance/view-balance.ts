/** The balance of a loan as its parties see it: today or on a day they name, and what they have to pay next. Pure. */

import { DomainError } from '@nameloan/contracts/errors';
import { invalidInput } from '@nameloan/contracts/field-errors';
import { formatDate } from '@nameloan/contracts/format-date';
import { addDays, utcDay } from '@nameloan/loan-math/calendar-day';
import { planBounds } from '@nameloan/loan-math/plan-check';
import { hasInstalmentsNow } from '../../loan/plan/plan.ts';
import { isFinal } from '../../loan/status.ts';
import type { Escrow, Receipt } from '../escrow.ts';
import type { Balance } from './balance.ts';
import { isPaidOff, listOpenPayments } from './balance.ts';
import { findDueAt } from './due-date.ts';
import { replayLoan } from './replay-loan.ts';

/** The last day that a plan can have. */
const maxDaysAhead = planBounds.lastDay.max;

export type BalanceFigures = Omit<Balance, 'applied'>;

/** Money in US cents. */
export interface LoanBalance extends BalanceFigures {
  /** UTC midnight. */
  on: Date;
  /** The same day with all payments that wait for an answer, and without them; null while none waits. */
  ifConfirmed: BalanceFigures | null;
  ifDenied: BalanceFigures | null;
}

export interface NextDue {
  date: Date;
  amountCents: number;
}

const nothing: BalanceFigures = {
  principalCents: 0,
  interestCents: 0,
  feesCents: 0,
  defaultInterestCents: 0,
  creditCents: 0,
  payoffCents: 0,
};

/** Throws CONFLICT with NOT_RECEIVED before the receipt, INVALID_INPUT for a day before it or more than ten years after it. */
export function viewBalance(escrow: Escrow, day: Date): LoanBalance {
  const { receipt } = escrow;
  if (receipt === null) {
    throw new DomainError('CONFLICT', 'The loan has no balance before its money has arrived.', {
      reason: 'NOT_RECEIVED',
    });
  }
  const on = utcDay(day);
  const [from, to] = [utcDay(receipt.at), addDays(utcDay(receipt.at), maxDaysAhead)];
  if (on < from || on > to)
    throw invalidInput({ on: `The day must be from ${formatDate(from)} to ${formatDate(to)}.` });
  const ended = isFinal(escrow.status);
  if (ended && on >= utcDay(escrow.repaidOn ?? escrow.statusAt))
    return { on, ...nothing, ifConfirmed: null, ifDenied: null };
  const counted = toFigures(replayLoan(escrow, receipt, { day: on }));
  // The claim of a repaid loan stays in its record.
  const open = ended ? [] : listOpenPayments(escrow);
  if (open.length === 0) return { on, ...counted, ifConfirmed: null, ifDenied: null };
  const ifConfirmed = toFigures(replayLoan(escrow, receipt, { day: on, more: open }));
  return { on, ...counted, ifConfirmed, ifDenied: counted };
}

function toFigures(balance: Balance): BalanceFigures {
  const { principalCents, interestCents, feesCents } = balance;
  const { defaultInterestCents, creditCents, payoffCents } = balance;
  return {
    principalCents,
    interestCents,
    feesCents,
    defaultInterestCents,
    creditCents,
    payoffCents,
  };
}

/** The whole payoff on the due date; null before the receipt, and once nothing is left to pay. */
export function findNextDue(escrow: Escrow, now: Date): NextDue | null {
  const { receipt, dueAt } = escrow;
  if (receipt === null || dueAt === null || isFinal(escrow.status) || isPaidOff(escrow))
    return null;
  const instalment = findNextInstalment(escrow, receipt, now);
  if (instalment) return instalment;
  const { payoffCents } = replayLoan(escrow, receipt, { day: dueAt });
  return { date: utcDay(dueAt), amountCents: payoffCents };
}

/** The oldest unpaid instalment: of one that is due, what is unpaid of it. Null for a loan with one payment. */
function findNextInstalment(escrow: Escrow, receipt: Receipt, now: Date): NextDue | null {
  if (!hasInstalmentsNow(escrow) || escrow.acceleratedAt) return null;
  const { rows } = replayLoan(escrow, receipt, { day: now });
  const next = rows.find(({ state }) => state !== 'PAID');
  return next ? { date: next.due, amountCents: next.paymentCents - next.paidCents } : null;
}

/** What brings an overdue loan in order: of a loan without instalments and after an acceleration, the payoff. 0 before the due date. */
export function computeCureCents(escrow: Escrow, now: Date): number {
  const { receipt } = escrow;
  const dueAt = findDueAt(escrow);
  if (receipt === null || dueAt === null || isFinal(escrow.status) || now < dueAt) return 0;
  if (hasInstalmentsNow(escrow) && !escrow.acceleratedAt)
    return replayLoan(escrow, receipt, { day: now }).cureCents;
  return replayLoan(escrow, receipt, { day: now }).payoffCents;
}

/** Late fees and default interest that are owed today. */
export function computeLateCharges(
  escrow: Escrow,
  now: Date,
): Pick<Balance, 'feesCents' | 'defaultInterestCents'> {
  const { receipt } = escrow;
  if (receipt === null || isFinal(escrow.status)) return nothing;
  return replayLoan(escrow, receipt, { day: now });
}
