/** The example loan of the landing page; its costs are computed like those of a real loan. */

import { calculateLoanCosts, newLoanAccrual } from '@nameloan/loan-math/loan-costs';

export const example = {
  domain: 'harborline.com',
  amountCents: 1_250_000,
  termDays: 90,
  rateBps: 1_450,
  accrual: newLoanAccrual,
} as const;

export const exampleCosts = calculateLoanCosts(example);
