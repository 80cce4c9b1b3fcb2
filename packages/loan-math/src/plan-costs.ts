/** What a loan with a payment plan costs, for the disclosure and for calculators. */

import { computeApr } from './apr.ts';
import { utcDay, wholeDays } from './calendar-day.ts';
import { costOverTermPercent } from './interest.ts';
import type { LoanCosts, LoanTerms } from './loan-costs.ts';
import { buildPlan } from './plan.ts';
import type { PlanRow, PlanTerms } from './plan-terms.ts';

/** `termDays` counts for BULLET only, other plans have their days. */
export interface PlannedTerms extends LoanTerms {
  plan: PlanTerms;
}

export interface PlannedCosts {
  costs: LoanCosts;
  /** Null for compound interest, or if nothing is received. */
  aprEffectivePercent: number | null;
  /** Until the last payment. */
  termDays: number;
  rows: readonly PlanRow[];
}

/** For money that arrives on the UTC date of `receivedAt`, and terms that `checkPlan` accepts. */
export function calculatePlanCosts(terms: PlannedTerms, receivedAt: Date): PlannedCosts {
  const { amountCents, rateBps, accrual, plan } = terms;
  const start = utcDay(receivedAt);
  const rows = buildPlan({ amountCents, rateBps, accrual, start, termDays: terms.termDays, plan });
  const repaysCents = rows.reduce((sum, { paymentCents }) => sum + paymentCents, 0);
  const termDays = wholeDays(start, rows.at(-1)?.due ?? start);
  const transferFeeCents = terms.transferFeeCents ?? 0;
  const apr = computeApr({ receivedCents: amountCents - transferFeeCents, start, plan, rows });
  return {
    rows,
    termDays,
    aprEffectivePercent: accrual === 'SIMPLE_365' ? (apr?.effectiveEu ?? null) : null,
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
