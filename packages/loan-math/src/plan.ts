/** The schedule of a plan before anything is paid (docs/product-rules.md#plans). */

import { daysBetween } from './calendar-day.ts';
import { amountAfterDays } from './interest.ts';
import { toDate, toDayNumber } from './plan-days.ts';
import { PlanRows } from './plan-rows.ts';
import type { PlannedLoan, PlanRow } from './plan-terms.ts';

/** Row by row, the last one paying the rest. For terms that `checkPlan` accepts. */
export function buildPlan(loan: PlannedLoan): PlanRow[] {
  const { amountCents, rateBps, plan, termDays, start } = loan;
  if (loan.accrual === 'COMPOUND_365') return [buildCompoundRow(loan)];
  const startDay = toDayNumber(start);
  const rows = new PlanRows(
    { rateBps, plan, startDay, termDays },
    { day: startDay, principalCents: amountCents, units: 0n },
  );
  return rows.complete().map(({ dueDay, isLast: _1, paidCents: _2, paidDay: _3, ...row }) => ({
    ...row,
    due: toDate(dueDay),
  }));
}

/** Loans with daily compounding end with one payment. */
function buildCompoundRow({ amountCents, rateBps, start, termDays = 0 }: PlannedLoan): PlanRow {
  const paymentCents = amountAfterDays({ amountCents, rateBps, accrual: 'COMPOUND_365' }, termDays);
  const due = toDate(toDayNumber(start) + termDays);
  return {
    n: 1,
    due,
    days: daysBetween(start, due),
    paymentCents,
    interestCents: paymentCents - amountCents,
    principalCents: amountCents,
    balanceCents: 0,
  };
}
