/** The balance of a loan as its parties see it: today or on a day they name, and what they have to pay next. Pure. */

import { DomainError } from '@nameloan/contracts/errors';
import { invalidInput } from '@nameloan/contracts/field-errors';
import { formatDate } from '@nameloan/contracts/format-date';
import { addDays, utcDay } from '@nameloan/loan-math/calendar-day';
import { isFinal } from '../../loan/status.ts';
import type { Escrow } from '../escrow.ts';
import type { Balance } from './balance.ts';
import { computeBalance, isPaidOff, listOpenPayments } from './balance.ts';

/** Beyond the longest term, so that every plan and its delay can be looked at. */
const maxDaysAhead = 3_653;

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
  if (isFinal(escrow.status)) return { on, ...nothing, ifConfirmed: null, ifDenied: null };
  const counted = toFigures(computeBalance(escrow, receipt, { day: on }));
  const open = listOpenPayments(escrow);
  if (open.length === 0) return { on, ...counted, ifConfirmed: null, ifDenied: null };
  const ifConfirmed = toFigures(computeBalance(escrow, receipt, { day: on, more: open }));
  return { on, ...counted, ifConfirmed, ifDenied: counted };
}

function toFigures({ applied: _, ...figures }: Balance): BalanceFigures {
  const {
    principalCents,
    interestCents,
    feesCents,
    defaultInterestCents,
    creditCents,
    payoffCents,
  } = figures;
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
export function findNextDue(escrow: Escrow): NextDue | null {
  const { receipt, dueAt } = escrow;
  if (receipt === null || dueAt === null || isFinal(escrow.status) || isPaidOff(escrow))
    return null;
  const { payoffCents } = computeBalance(escrow, receipt, { day: dueAt });
  return { date: utcDay(dueAt), amountCents: payoffCents };
}

/** What brings an overdue loan in order: of a loan without instalments, the payoff. 0 before the due date. */
export function computeCureCents(escrow: Escrow, now: Date): number {
  const { receipt, dueAt } = escrow;
  if (receipt === null || dueAt === null || isFinal(escrow.status) || now < dueAt) return 0;
  return computeBalance(escrow, receipt, { day: now }).payoffCents;
}

/** Late fees and default interest that are owed today. */
export function computeLateCharges(
  escrow: Escrow,
  now: Date,
): Pick<Balance, 'feesCents' | 'defaultInterestCents'> {
  const { receipt } = escrow;
  if (receipt === null || isFinal(escrow.status)) return nothing;
  return computeBalance(escrow, receipt, { day: now });
}
