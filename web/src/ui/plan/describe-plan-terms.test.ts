/** A plan and its late terms in words. */

import { expect, test } from '@jest/globals';
import type { PlanTermsRecord } from './describe-plan-terms.ts';
import { describePlanTerms, listAllLateTerms } from './describe-plan-terms.ts';

const none = { plan: null, period: null, instalments: null, balloonOf: null, rows: null };

test.each<[Partial<PlanTermsRecord>, string | undefined]>([
  [{}, undefined],
  [{ plan: 'BULLET' }, 'One payment'],
  [{ plan: 'INSTALMENTS', period: 'MONTH', instalments: 12 }, '12 monthly payments, equal'],
  [
    { plan: 'BALLOON', period: '14D', instalments: 6, balloonOf: 24 },
    '6 payments every 14 days, equal, a larger last one, as if paid over 24',
  ],
  [
    {
      plan: 'CUSTOM',
      rows: [
        { day: 30, amount: 500_00 },
        { day: 61, amount: null },
      ],
    },
    '$500.00 on day 30, the rest on day 61',
  ],
])('%o reads %s', (record, text) => {
  expect(describePlanTerms({ ...none, ...record })).toBe(text);
});

test('late terms that are off read None', () => {
  const record = {
    early: 'KEEP_DATES',
    lateFee: 500,
    lateFeeCap: 25_00,
    defaultRate: 300,
  } as const;
  const values = (more: object) =>
    listAllLateTerms({ ...record, ...more }).map(({ value }) => value);
  expect(values({})).toEqual([
    'Makes the payments smaller',
    '5% of the payment, at most $25.00',
    '+3% a year',
  ]);
  expect(values({ lateFee: 0, defaultRate: 0 }).slice(1)).toEqual(['None', 'None']);
});
