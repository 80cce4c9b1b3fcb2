/** The unpaid instalments of a running loan. Pure. */

import type { EventData } from '@nameloan/contracts/events';
import { hasInstalmentsNow } from '../../loan/plan/plan.ts';
import type { Escrow } from '../escrow.ts';
import { findDueAt, needsAcceleration } from './due-date.ts';
import { replayLoan } from './replay-loan.ts';

export interface NextInstalment {
  /** From 1. */
  n: number;
  /** Of the plan as it is now. */
  count: number;
  /** UTC midnight. */
  due: Date;
  /** What is unpaid of it. */
  openCents: number;
  /** What cures the default today, if its day is there. */
  cureCents: number;
}

/** The oldest unpaid one; null where there is none. */
export function findNextInstalment(escrow: Escrow, now: Date): NextInstalment | null {
  return listNextInstalments(escrow, now)[0] ?? null;
}

/** The oldest first; none before the receipt, for a loan with one payment, after an acceleration, and once all are paid. */
export function listNextInstalments(escrow: Escrow, now: Date): NextInstalment[] {
  const { receipt } = escrow;
  if (receipt === null || !hasInstalmentsNow(escrow) || escrow.acceleratedAt) return [];
  const { rows, cureCents } = replayLoan(escrow, receipt, { day: now });
  return rows
    .filter(({ state }) => state !== 'PAID')
    .map(({ n, due, paymentCents, paidCents }) => ({
      ...{ n, count: rows.length, due, cureCents },
      openCents: paymentCents - paidCents,
    }));
}

/** As the event of a transition has it. */
export function describeInstalment(
  escrow: Escrow,
  now: Date,
): EventData<'lending.escrow.moved'>['instalment'] {
  const isOpen = escrow.status === 'LOAN_POSTED' || escrow.status === 'ESCALATED';
  const next = isOpen ? findNextInstalment(escrow, now) : null;
  const dueAt = findDueAt(escrow);
  if (next === null || dueAt === null) return null;
  const { n, count, openCents, cureCents } = next;
  return {
    ...{ n, count, openCents },
    cureCents: now < dueAt ? 0 : cureCents,
    needsAcceleration: !escrow.maySeize && needsAcceleration(escrow),
  };
}
