/** A typed plan becomes the terms that the API takes, or a sentence for each input that is wrong. */

import { expect, test } from '@jest/globals';
import { readTypedPlan, toPlanInput } from './read-plan.ts';
import type { TypedPlan } from './typed-plan.ts';
import { initialPlan, isPlainPlan, toTypedPlan } from './typed-plan.ts';

const loan = {
  ...{ amountCents: 100_000, rateBps: 1_200, termDays: 90 },
  start: new Date('2027-01-31'),
};
const read = (more: Partial<TypedPlan>) => readTypedPlan({ ...initialPlan, ...more }, loan);

test('equal payments with extras keep what is typed', () => {
  const { plan } = read({
    ...{ kind: 'INSTALMENTS', instalments: '24', period: '14D', early: 'KEEP_DATES' },
    ...{ lateFee: '5', lateFeeCap: '50', defaultRate: '2.5' },
  });
  expect(plan && toPlanInput(plan)).toEqual({
    ...{ kind: 'INSTALMENTS', instalments: 24, period: '14D', early: 'KEEP_DATES' },
    ...{ balloonOf: null, rows: null },
    ...{ lateFee: 500, lateFeeCap: 50_00, defaultRate: 250 },
  });
});

test('the last payment of chosen dates has no amount, whatever was typed there', () => {
  const rows = [
    { id: 1, day: '30', amount: '250' },
    { id: 2, day: '60', amount: '1' },
  ];
  const { plan } = read({ kind: 'CUSTOM', rows });
  expect(plan && toPlanInput(plan).rows).toEqual([
    { day: 30, amount: 250_00 },
    { day: 60, amount: null },
  ]);
  expect(plan && toPlanInput(plan)).not.toHaveProperty('instalments');
});

const typeRows = (...rows: [string, string][]) =>
  rows.map(([day, amount], id) => ({ id, day, amount }));

test.each<[Partial<TypedPlan>, string, string]>([
  [{ kind: 'INSTALMENTS', instalments: 'a' }, 'plan.instalments', 'Use whole numbers, like 12'],
  [
    { kind: 'INSTALMENTS', instalments: '121' },
    'plan.instalments',
    'Choose from 1 to 120 payments.',
  ],
  [{ kind: 'INSTALMENTS', lateFee: 'x' }, 'plan.lateFee', 'Use numbers, like 5'],
  [
    { kind: 'INSTALMENTS', lateFee: '101' },
    'plan.lateFee',
    'Choose a late fee from 0 % to 100 % of the payment.',
  ],
  [{ kind: 'CUSTOM' }, 'plan.rows.0.amount', 'Enter an amount'],
  [{ kind: 'CUSTOM', rows: typeRows(['x', '']) }, 'plan.rows.0.day', 'Enter whole days'],
  [
    { kind: 'CUSTOM', rows: typeRows(['30', '100'], ['30', '']) },
    'plan.rows.1.day',
    'The days of the rows rise from row to row, from 1 to at most 3,653.',
  ],
  [
    { kind: 'CUSTOM', rows: typeRows(['30', '100'], ['60', '0.50'], ['90', '']) },
    'plan.rows.1.amount',
    'Each row but the last pays at least $1.',
  ],
  [
    { kind: 'CUSTOM', rows: typeRows(['30', '500'], ['365', '1'], ['400', '']) },
    'plan.rows.1.amount',
    'Payment 2 is less than its interest.',
  ],
])('%o is wrong at %s', (typed, name, sentence) => {
  const { plan, errors } = read(typed);
  expect(plan).toBeUndefined();
  expect(errors).toEqual({ [name]: sentence });
});

test('a listed plan is shown in the inputs and read back unchanged', () => {
  const record = {
    ...({ plan: 'BALLOON', period: '30D', instalments: 6, balloonOf: 36, rows: null } as const),
    ...({ early: 'KEEP_DATES', lateFee: 250, lateFeeCap: 12_50, defaultRate: 100 } as const),
  };
  const { plan } = readTypedPlan(toTypedPlan(record), loan);
  expect(plan && toPlanInput(plan)).toMatchObject({
    ...{ kind: 'BALLOON', period: '30D', instalments: 6, balloonOf: 36, early: 'KEEP_DATES' },
    ...{ lateFee: 250, lateFeeCap: 12_50, defaultRate: 100 },
  });
});

test('only one payment without extras is the form without a plan', () => {
  expect(isPlainPlan(initialPlan)).toBe(true);
  expect(isPlainPlan({ ...initialPlan, kind: 'INSTALMENTS' })).toBe(false);
  expect(isPlainPlan({ ...initialPlan, defaultRate: '1' })).toBe(false);
});
