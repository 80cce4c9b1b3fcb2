/** What the parties of a loan have to pay next, and what cures a default. Pure. */

import { utcDay } from '@nameloan/loan-math/calendar-day';
import { hasInstalmentsNow } from '../../loan/plan/plan.ts';
import { isFinal } from '../../loan/status.ts';
import type { Escrow } from '../escrow.ts';
import type { Balance } from './balance.ts';
import { isPaidOff } from './balance.ts';
import { computeAccelerationEnd, findDueAt } from './due-date.ts';
import { findNextInstalment } from './next-instalment.ts';
import { replayLoan } from './replay-loan.ts';

export interface NextDue {
  date: Date;
  amountCents: number;
  /** Its number among the rows of the plan, from 1, and their number; absent for one payment. */
  instalment?: number;
  instalments?: number;
}

/** The oldest unpaid instalment, or the whole payoff: on the due date, or once an acceleration takes effect. Null before the receipt, and once nothing is left to pay. */
export function findNextDue(escrow: Escrow, now: Date): NextDue | null {
  const { receipt, dueAt } = escrow;
  if (receipt === null || dueAt === null || isFinal(escrow.status) || isPaidOff(escrow))
    return null;
  const instalment = findNextInstalment(escrow, now);
  if (instalment) {
    const { due: date, openCents: amountCents, n, count } = instalment;
    return { date, amountCents, instalment: n, instalments: count };
  }
  const accelerationEnd = computeAccelerationEnd(escrow);
  if (accelerationEnd) {
    const day = now > accelerationEnd ? now : accelerationEnd;
    const { payoffCents } = replayLoan(escrow, receipt, { day });
    return { date: utcDay(accelerationEnd), amountCents: payoffCents };
  }
  const { payoffCents } = replayLoan(escrow, receipt, { day: dueAt });
  return { date: utcDay(dueAt), amountCents: payoffCents };
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
  if (receipt === null || isFinal(escrow.status)) return { feesCents: 0, defaultInterestCents: 0 };
  return replayLoan(escrow, receipt, { day: now });
}
