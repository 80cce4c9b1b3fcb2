/** A plan in a few words, with the numbers that the table has. */

import { expect, test } from '@jest/globals';
import { buildPlan } from '@nameloan/loan-math/plan';
import type { PlanTerms } from '@nameloan/loan-math/plan-terms';
import { bulletPlan } from '@nameloan/loan-math/plan-terms';
import { monthlyPayments, onePayment } from '../../testing/sample-plans.ts';
import { describePayments, describePlan, listAgreedLateTerms } from './describe-plan.ts';

/** $1,000.00 at 12 % from the last day of January. */
function describe(more: Partial<PlanTerms>): string {
  const plan = { ...bulletPlan, ...more };
  const start = new Date('2027-01-31');
  const rows = buildPlan({
    ...{ amountCents: 100_000, rateBps: 1_200, accrual: 'SIMPLE_365', start, plan },
    termDays: 90,
  });
  return describePayments(plan, rows);
}

test.each<[Partial<PlanTerms>, string]>([
  [{ kind: 'INSTALMENTS', instalments: 12 }, '$88.81 monthly, 12 payments'],
  [
    { kind: 'INTEREST_ONLY', instalments: 3 },
    '$9.21 first, monthly, 3 payments, the last $1,009.86',
  ],
  [
    { kind: 'EQUAL_PRINCIPAL', instalments: 4, period: '28D' },
    '$259.21 first, every 28 days, 4 payments',
  ],
  [
    {
      kind: 'CUSTOM',
      instalments: 2,
      rows: [
        { day: 60, cents: 20_000 },
        { day: 90, cents: null },
      ],
    },
    '$200.00 first, 2 payments, the last $827.82',
  ],
  [{ kind: 'INSTALMENTS', instalments: 1 }, '$1,009.21 in one payment'],
])('the payments of %o are “%s”', (plan, text) => {
  expect(describe(plan)).toBe(text);
});

test('without amounts a plan is the number of its payments, and one payment is none', () => {
  expect(describePlan(monthlyPayments)).toBe('12 monthly payments');
  expect(describePlan({ ...monthlyPayments, period: '14D' })).toBe('12 payments every 14 days');
  expect(describePlan({ plan: 'CUSTOM', period: null, instalments: 4 })).toBe('4 payments');
  expect(describePlan(onePayment)).toBeUndefined();
});

test('a late fee and a default rate are named only where they are agreed', () => {
  expect(listAgreedLateTerms(bulletPlan)).toEqual([]);
  const plan = {
    ...{ ...bulletPlan, kind: 'INSTALMENTS' as const, early: 'KEEP_DATES' as const },
    ...{ lateFeeBps: 500, lateFeeCapCents: 50_00, defaultRateBps: 300 },
  };
  expect(listAgreedLateTerms(plan).map(({ value }) => value)).toEqual([
    'Makes the payments smaller',
    '5% of the payment, at most $50.00',
    '+3% a year',
  ]);
});
