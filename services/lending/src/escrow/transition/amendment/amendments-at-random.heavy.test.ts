/** The sample of amendments-at-random.test.ts with many more loans. */

import { test } from 'node:test';
import { checkAmendedLoans } from '../../../testing/amended-loans-at-random.ts';

test('2,000 amended loans at random: principal is conserved, and a replay equals each day', () => {
  for (let seed = 1; seed <= 4; seed++) checkAmendedLoans(500, seed);
});
