/** The realised yield: worked vectors, and its agreement with the APR of a disclosure. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aprAllCostsPercent } from '@nameloan/loan-math/interest';
import { computeRealisedYieldPercent } from './realised-yield.ts';

const ended = (principalCents: number, days: number, gainCents: number) => ({
  principalDays: BigInt(principalCents) * BigInt(days),
  gainCents,
});

test('the realised yield: worked vectors', () => {
  // 27.04 × 365 / (900.50 × 60) = 18.2668…
  assert.equal(computeRealisedYieldPercent([ended(90_050, 60, 2_704)]), 18.27);
  // (27.04 + 50) × 365 / (900.50 × 60 + 1,000 × 100) = 18.2559…
  const two = [ended(90_050, 60, 2_704), ended(100_000, 100, 5_000)];
  assert.equal(computeRealisedYieldPercent(two), 18.26);
  // A loss of all of 100 in a year, next to 900 that earned 90: (90 − 100) / 1,000 = −1 %.
  assert.equal(
    computeRealisedYieldPercent([ended(90_000, 365, 9_000), ended(10_000, 365, -10_000)]),
    -1,
  );
  // Half a hundredth is rounded away from zero: 0.05 × 365 / (1,000 × 365) = 0.005 %.
  assert.equal(computeRealisedYieldPercent([ended(100_000, 365, 5)]), 0.01);
  assert.equal(computeRealisedYieldPercent([ended(100_000, 365, -5)]), -0.01);
  assert.ok(Object.is(computeRealisedYieldPercent([ended(100_000, 365, -4)]), 0));
  // All of it in a day: −100 % × 365.
  assert.equal(computeRealisedYieldPercent([ended(100, 1, -100)]), -36_500);
  // Exact where floats are not: ten million, ten years, and one cent.
  assert.equal(computeRealisedYieldPercent([ended(1_000_000_000, 3_650, 1)]), 0);
  assert.equal(computeRealisedYieldPercent([]), null);
  assert.equal(computeRealisedYieldPercent([ended(90_050, 0, 0)]), null);
});

test('one repaid loan of up to a year yields the APR of its disclosure', () => {
  for (const [principal, days, interest, accrual] of [
    [90_050, 60, 2_664, 'SIMPLE_365'],
    [90_050, 60, 2_704, 'COMPOUND_365'],
    [1_250_000, 90, 44_692, 'SIMPLE_365'],
    [100_000, 365, 10_000, 'SIMPLE_365'],
    [100_000, 365, 10_516, 'COMPOUND_365'],
  ] as const) {
    const payment = {
      receivedCents: principal,
      repaidCents: principal + interest,
      days,
    };
    assert.equal(
      computeRealisedYieldPercent([ended(principal, days, interest)]),
      aprAllCostsPercent(payment, accrual),
    );
  }
});
