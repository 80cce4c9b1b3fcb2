/** The balance that is computed from given figures, without a loan. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeBalance } from './compute-balance.ts';

test('a payment pays the fees of its day first', () => {
  const { feesCents, applied } = computeBalance({
    ...{ amount: 500_000, rate: 900, start: '2027-05-01', on: '2027-06-05' },
    payments: [{ date: '2027-06-05', amount: 10_000 }],
    fees: [{ date: '2027-06-05', amount: 2_500 }],
  });
  assert.equal(feesCents, 0);
  assert.deepEqual(
    applied.map((one) => [one.feesCents, one.interestCents, one.principalCents]),
    [[2_500, 4_315, 3_185]],
  );
});
