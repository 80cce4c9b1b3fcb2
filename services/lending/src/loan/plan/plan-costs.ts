/** What a loan costs by its stored plan, for the disclosure. */

import type { LoanTerms } from '@nameloan/loan-math/loan-costs';
import type { PlannedCosts } from '@nameloan/loan-math/plan-costs';
import { calculatePlanCosts as calculateCosts } from '@nameloan/loan-math/plan-costs';
import type { PlannedRecord } from './plan.ts';
import { readPlan } from './plan.ts';

/** For money that arrives on the UTC date of `receivedAt`. */
export function calculatePlanCosts(
  terms: LoanTerms & PlannedRecord,
  receivedAt: Date,
): PlannedCosts {
  return calculateCosts({ ...terms, plan: readPlan(terms) }, receivedAt);
}
