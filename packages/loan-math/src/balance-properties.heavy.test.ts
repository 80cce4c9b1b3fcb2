/** Balances of ten thousand random loans, and the time of a long one. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { balanceOn } from './balance.ts';
import { addDays } from './calendar-day.ts';
import { bulletPlan } from './plan-terms.ts';
import { checkLoan } from './testing/check-balances.ts';
import { drawLoans } from './testing/random-loans.ts';

test('ten thousand random loans: sums, any order, step by step, and day by day in integers', () => {
  for (const random of drawLoans(27, 10_000)) checkLoan(random);
});

test('a loan with 120 instalments and 400 payments has its balance within 5 ms', () => {
  const start = new Date('2027-01-31');
  const payments = Array.from({ length: 400 }, (_, index) => ({
    id: String(index),
    day: addDays(start, index * 9),
    cents: 4_000_000 + index,
  }));
  const times = (['KEEP_AMOUNT', 'KEEP_DATES'] as const).map((early) => {
    const plan = { ...bulletPlan, kind: 'INSTALMENTS' as const, instalments: 120, early };
    const loan = {
      ...{ amountCents: 1_000_000_000, start, accrual: 'SIMPLE_365' as const, payments, fees: [] },
      versions: [{ from: start, rateBps: 1_200, plan: { ...plan, defaultRateBps: 500 } }],
    };
    const measure = (): number => {
      const before = performance.now();
      balanceOn(loan, addDays(start, 3_653));
      return performance.now() - before;
    };
    return Array.from({ length: 50 }, measure).sort((a, b) => a - b)[25] ?? 0;
  });
  assert.ok(Math.max(...times) < 5, `medians of ${times} ms`);
});
