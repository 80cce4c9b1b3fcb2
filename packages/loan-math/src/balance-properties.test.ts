/** Balances of random loans: a sample; the heavy test has ten thousand. */

import { test } from 'node:test';
import { checkLoan } from './testing/check-balances.ts';
import { drawLoans } from './testing/random-loans.ts';

test('random loans: sums, any order of payments, step by step, and day by day in integers', () => {
  for (const random of drawLoans(20_261_128, 300)) checkLoan(random);
});
