/** Simple interest against known values and against an exact sum day by day. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simpleInterestCents } from './accrual.ts';

test('S1, S6, S7, S9 and S10: interest without payments', () => {
  assert.equal(simpleInterestCents(1_000_000, 1_200, 90), 29_589);
  assert.equal(simpleInterestCents(1_825, 1_000, 1), 1);
  assert.equal(simpleInterestCents(1_824, 1_000, 1), 0);
  assert.equal(simpleInterestCents(1_000_000, 3_650, 2), 2_000);
  assert.equal(simpleInterestCents(100_000, 0, 30), 0);
  assert.equal(simpleInterestCents(1_000_000_000, 10_000, 3_650), 10_000_000_000);
});

test('the interest is exact where a float is not', () => {
  let units = 0n;
  for (let day = 0; day < 3_649; day += 1) units += 999_999_999n * 9_999n;
  const expected = Number((units + 1_825_000n) / 3_650_000n);
  assert.equal(simpleInterestCents(999_999_999, 9_999, 3_649), expected);
});
