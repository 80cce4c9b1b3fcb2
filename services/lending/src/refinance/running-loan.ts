/** What lenders see of a running loan whose listing refinances it: figures and dates, without names and messages. */

import { addDays, utcDay, wholeDays } from '@nameloan/loan-math/calendar-day';
import { now } from '@nameloan/runtime/clock';
import { findDueAt } from '../escrow/balance/due-date.ts';
import { computeRestCents } from '../escrow/balance/refinance-rest.ts';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { findLastDue } from '../escrow/transition/amendment/changed-terms.ts';
import { isFinal } from '../loan/status.ts';

export interface RunningLoan {
  /** Money in US cents, on the day of the request. */
  payoffCents: number;
  /** What the next day adds. */
  perDayCents: number;
  /** Of the oldest unpaid payment; UTC midnight. */
  dueOn: Date;
  /** Whole days since then; 0 before it. */
  daysLate: number;
  /** Payments that were not paid by their due date. */
  missed: number;
  /** An amendment moved the last due date. */
  extended: boolean;
}

/** Null before the receipt and after the end. Pure. */
function describeRunningLoan(loan: Escrow, at: Date): RunningLoan | null {
  const { receipt, status, missed, changedTerms, termDays } = loan;
  const due = findDueAt(loan);
  if (receipt === null || due === null || isFinal(status)) return null;
  const today = utcDay(at);
  const [payoffCents, tomorrowCents] = [today, addDays(today, 1)].map((day) =>
    Math.max(0, computeRestCents(loan, day)),
  ) as [number, number];
  const received = { ...loan, receipt };
  const contractEnd = addDays(utcDay(receipt.at), termDays);
  return {
    payoffCents,
    perDayCents: tomorrowCents - payoffCents,
    dueOn: utcDay(due),
    daysLate: Math.max(0, wholeDays(utcDay(due), today)),
    missed: countMissed({ missed, due, today }),
    extended: (changedTerms ?? []).some((terms) => findLastDue(received, terms) > contractEnd),
  };
}

/** The notice of a default records an instalment; the only payment of a loan has no such record. */
function countMissed({
  missed,
  due,
  today,
}: Pick<Escrow, 'missed'> & { due: Date; today: Date }): number {
  const recorded = missed ?? [];
  const isOpen =
    utcDay(due) < today && !recorded.some((one) => one.due.getTime() === due.getTime());
  return recorded.length + (isOpen ? 1 : 0);
}

/** Keyed by loan id; loans that do not run are left out. */
export async function readRunningLoans(ids: readonly string[]): Promise<Map<string, RunningLoan>> {
  const found = await escrows.findMany({ _id: { $in: [...ids] } });
  const at = now();
  return new Map(
    found.flatMap((loan): [string, RunningLoan][] => {
      const running = describeRunningLoan(loan, at);
      return running ? [[loan.id, running]] : [];
    }),
  );
}
