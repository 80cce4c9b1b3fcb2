/** "$88.85 monthly, 12 payments", computed as the server does. */

import { newLoanAccrual } from '@nameloan/loan-math/loan-costs';
import { buildPlan } from '@nameloan/loan-math/plan';
import { describePayments } from './describe-plan.ts';
import type { PlanRecord } from './plan-record.ts';
import { toPlanTerms } from './plan-record.ts';

export interface FirstPaymentProps {
  record: PlanRecord;
  /** Money in cents. */
  loan: { amountCents: number; rateBps: number };
  /** The day of the receipt, YYYY-MM-DD. */
  today: string;
}

export function FirstPayment({ record, loan, today }: FirstPaymentProps) {
  const plan = toPlanTerms(record);
  const start = new Date(today);
  return describePayments(plan, buildPlan({ ...loan, accrual: newLoanAccrual, start, plan }));
}
