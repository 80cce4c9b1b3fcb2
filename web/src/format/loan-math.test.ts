/** The calculators in the browser give the same results as the server's loan math. */

import { expect, test } from '@jest/globals';
import { calculateLoanCosts } from '@nameloan/loan-math/loan-costs';
import { loanCostsCases } from '@nameloan/loan-math/loan-costs.cases';

test.each(loanCostsCases)('$name are the same in a browser', ({ terms, costs }) => {
  expect(calculateLoanCosts(terms)).toEqual(costs);
});
