/** What the figures of a loan consist of. Money in cents. */

import type { AppliedPayment, LoanBalance } from '@nameloan/loan-math/balance-terms';
import type { PlannedLoan, PlanRow } from '@nameloan/loan-math/plan-terms';

/** `isSplit`: whether interest and principal of a payment are known. */
export interface CalculatedPayment extends AppliedPayment {
  isSplit: boolean;
}

export interface CalculatedBalance extends Omit<LoanBalance, 'applied'> {
  applied: CalculatedPayment[];
}

/** Its yearly rates are computed when they are requested. */
export interface CalculatedPlan {
  loan: PlannedLoan;
  rows: PlanRow[];
  totalCents: number;
  interestCents: number;
  lastPaymentCents: number;
}
