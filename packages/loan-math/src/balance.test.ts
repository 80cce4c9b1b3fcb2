/** Tests balances against the shared cases, and the rules by which payments count for rows. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { balanceCases } from './balance.cases.ts';
import { balanceOn } from './balance.ts';
import { computeLateFee } from './balance-amounts.ts';

for (const { name, loan, on, expected, applied } of balanceCases)
  test(`balance ${name}`, () => {
    const balance = balanceOn(loan, on);
    for (const [key, value] of Object.entries(expected))
      assert.deepEqual(balance[key as keyof typeof balance], value, key);
    const splits = balance.applied.map((one) => [one.interestCents, one.principalCents]);
    if (applied.length > 0) assert.deepEqual(splits, applied);
  });

test('L3: a late fee is a share of the instalment and has a cap', () => {
  assert.equal(computeLateFee(88_847, 500, 5_000), 4_442);
  assert.equal(computeLateFee(88_847, 500, 4_000), 4_000);
  assert.equal(computeLateFee(88_847, 500, null), 4_442);
});
