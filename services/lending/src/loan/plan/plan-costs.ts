/** What a loan with instalments costs, for the disclosure. */

import { computeApr } from '@nameloan/loan-math/apr';
import { utcDay, wholeDays } from '@nameloan/loan-math/calendar-day';
import { costOverTermPercent } from '@nameloan/loan-math/interest';
import type { LoanCosts, LoanTerms } from '@nameloan/loan-math/loan-costs';
import { buildPlan } from '@nameloan/loan-math/plan';
import type { PlanRow } from '@nameloan/loan-math/plan-terms';
import type { PlannedRecord } from './plan.ts';
import { readPlan } from './plan.ts';

export interface PlannedCosts {
  costs: LoanCosts;
  /** Until the last payment. */
  termDays: number;
  rows: readonly PlanRow[];
}

/** For money that arrives on the UTC date of `receivedAt`. */
export function calculatePlanCosts(
  terms: LoanTerms & PlannedRecord,
  receivedAt: Date,
): PlannedCosts {
  const { amountCents, rateBps, accrual } = terms;
  const start = utcDay(receivedAt);
  const plan = readPlan(terms);
  const rows = buildPlan({ amountCents, rateBps, accrual, start, plan });
  const repaysCents = rows.reduce((sum, { paymentCents }) => sum + paymentCents, 0);
  const termDays = wholeDays(start, rows.at(-1)?.due ?? start);
  const transferFeeCents = terms.transferFeeCents ?? 0;
  const apr = computeApr({ receivedCents: amountCents - transferFeeCents, start, plan, rows });
  return {
    rows,
    termDays,
    costs: {
      receivesCents: amountCents,
      transferFeeCents,
      repaysCents,
      interestCents: repaysCents - amountCents,
      costOverTermPercent: costOverTermPercent(rateBps, termDays),
      aprAllCostsPercent: apr?.nominalUs ?? null,
    },
  };
}
