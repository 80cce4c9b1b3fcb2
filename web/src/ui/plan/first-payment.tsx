/** "$88.85 monthly, 12 payments", computed as the server does. */

import { newLoanAccrual } from '@nameloan/loan-math/loan-costs';
import { buildPlan } from '@nameloan/loan-math/plan';
import { describePayments } from './describe-plan.ts';
import type { PlanLineProps } from './plan-line.tsx';
import { toPlanTerms } from './plan-record.ts';

export function FirstPayment({ record, loan, today }: Omit<PlanLineProps, 'className'>) {
  const plan = toPlanTerms(record);
  const start = new Date(today);
  return describePayments(plan, buildPlan({ ...loan, accrual: newLoanAccrual, start, plan }));
}
