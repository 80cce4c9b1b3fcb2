/** What the figures of a loan consist of. Money in cents. */

import type { Apr } from '@nameloan/loan-math/apr';
import type { AppliedPayment, LoanBalance } from '@nameloan/loan-math/balance-terms';
import type { PlanRow } from '@nameloan/loan-math/plan-terms';

/** `isSplit`: whether interest and principal of a payment are known. */
export interface CalculatedPayment extends AppliedPayment {
  isSplit: boolean;
}

export interface CalculatedBalance extends Omit<LoanBalance, 'applied'> {
  applied: CalculatedPayment[];
}

export interface CalculatedPlan {
  rows: PlanRow[];
  totalCents: number;
  interestCents: number;
  apr: Apr | null;
  lastPaymentCents: number;
}
