/** Balances in the browser are the same as the server's. */

import { expect, test } from '@jest/globals';
import { balanceOn } from '@nameloan/loan-math/balance';
import { balanceCases } from '@nameloan/loan-math/balance.cases';

test.each(balanceCases)('balance $name', ({ loan, on, expected, applied }) => {
  const balance = balanceOn(loan, on);
  expect(balance).toMatchObject(expected);
  const splits = balance.applied.map((one) => [one.interestCents, one.principalCents]);
  if (applied.length > 0) expect(splits).toEqual(applied);
});
