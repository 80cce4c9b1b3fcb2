/** The balance of a loan as its parties see it: today or on a day they name. Pure. */

import { DomainError } from '@nameloan/contracts/errors';
import { invalidInput } from '@nameloan/contracts/field-errors';
import { formatDate } from '@nameloan/contracts/format-date';
import { addDays, utcDay } from '@nameloan/loan-math/calendar-day';
import { planBounds } from '@nameloan/loan-math/plan-check';
import type { Balance } from '../escrow/balance/balance.ts';
import { listOpenPayments } from '../escrow/balance/balance.ts';
import { replayLoan } from '../escrow/balance/replay-loan.ts';
import type { Escrow, Receipt } from '../escrow/escrow.ts';
import { computeAdvanceEffect } from '../escrow/transition/amendment/advance-money.ts';
import { findPaidAmendment } from '../escrow/transition/amendment/agreed-money.ts';
import { computeEffect } from '../escrow/transition/amendment/amendment-effect.ts';
import { isFinal } from '../loan/status.ts';

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
  if (ended || (listOpenPayments(escrow).length === 0 && !escrow.amendment?.sent))
    return { on, ...counted, ifConfirmed: null, ifDenied: null };
  const ifConfirmed = toFigures(replayConfirmed(escrow, receipt, on));
  return { on, ...counted, ifConfirmed, ifDenied: counted };
}

/** As if all open payments were confirmed: the agreed money, of either party, makes its amendment effective, with its fee and its terms. */
function replayConfirmed(escrow: Escrow, receipt: Receipt, day: Date): Balance {
  const open = listOpenPayments(escrow);
  const paid = escrow.openPayments?.find((payment) =>
    findPaidAmendment(escrow, { payment, amountCents: payment.amountCents }),
  );
  if (escrow.amendment?.sent) {
    const effect = computeAdvanceEffect(escrow, { now: day, deemedAt: null });
    return replayLoan({ ...escrow, ...effect }, receipt, { day, more: open });
  }
  if (!paid || !escrow.amendment) return replayLoan(escrow, receipt, { day, more: open });
  const effect = computeEffect(escrow, escrow.amendment, { from: paid.day, now: paid.day });
  const principalCents = escrow.amendment.terms.amountCents ?? null;
  const more = open.map((one) => (one.id === paid.id ? { ...one, principalCents } : one));
  return replayLoan({ ...escrow, ...effect }, receipt, { day, more });
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
