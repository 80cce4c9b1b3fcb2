/** Plans, balances and yearly rates in the browser are the same as the server's. */

import { expect, test } from '@jest/globals';
import { effectiveCases, nominalCases } from '@nameloan/loan-math/apr.cases';
import { solveEffectiveRate, solveNominalRate } from '@nameloan/loan-math/apr-solve';
import { balanceOn } from '@nameloan/loan-math/balance';
import { balanceCases } from '@nameloan/loan-math/balance.cases';
import { buildPlan } from '@nameloan/loan-math/plan';
import { planCases } from '@nameloan/loan-math/plan.cases';

test.each(planCases)('plan $name', ({ loan, ...expected }) => {
  const rows = buildPlan(loan);
  expect(rows.map((row) => row.paymentCents)).toEqual(
    expect.arrayContaining([...expected.firstPayments]),
  );
  expect(rows.at(-1)?.paymentCents).toBe(expected.lastPayment);
  expect(rows.reduce((sum, row) => sum + row.paymentCents, 0)).toBe(expected.total);
});

test.each(balanceCases)('balance $name', ({ loan, on, expected, applied }) => {
  const balance = balanceOn(loan, on);
  expect(balance).toMatchObject(expected);
  const splits = balance.applied.map((one) => [one.interestCents, one.principalCents]);
  if (applied.length > 0) expect(splits).toEqual(applied);
});

test.each(nominalCases)('the nominal rate of $name', ({ problem, percent }) => {
  expect(solveNominalRate(problem)).toBe(percent);
});

test.each(effectiveCases)('the effective rate of $name', ({ problem, percent }) => {
  expect(solveEffectiveRate(problem)).toBe(percent);
});
