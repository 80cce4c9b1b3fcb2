/** The bounds of plans: each invalid field has its sentence, and the limits themselves are valid. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkPlan } from './plan-check.ts';
import type { PlannedLoan, PlanTerms } from './plan-terms.ts';
import { bulletPlan } from './plan-terms.ts';

const check = (plan: Partial<PlanTerms>, others: Partial<PlannedLoan> = {}) =>
  Object.keys(
    checkPlan({
      ...{ amountCents: 1_000_000, rateBps: 1_200, accrual: 'SIMPLE_365' },
      ...{ start: new Date('2027-01-31'), plan: { ...bulletPlan, ...plan }, ...others },
    }),
  );

const months = (instalments: number): Partial<PlanTerms> => ({ kind: 'INSTALMENTS', instalments });
const custom = (...rows: [day: number, cents: number | null][]): Partial<PlanTerms> => ({
  kind: 'CUSTOM',
  rows: rows.map(([day, cents]) => ({ day, cents })),
});

test('plans at their limits are valid', () => {
  assert.deepEqual(check({}, { termDays: 3_653 }), []);
  assert.deepEqual(check(months(1)), []);
  assert.deepEqual(check(months(120)), []);
  assert.deepEqual(check(months(12), { termDays: 365 }), []);
  assert.deepEqual(check({ kind: 'BALLOON', instalments: 1, balloonOf: 2 }), []);
  assert.deepEqual(check(custom([3_653, null])), []);
  // The interest of 30 days is 9,863.
  assert.deepEqual(check(custom([30, 9_863], [60, null])), []);
  const extras = { lateFeeBps: 10_000, lateFeeCapCents: 1, defaultRateBps: 10_000 };
  assert.deepEqual(check(extras, { termDays: 1 }), []);
});

test('an invalid field of a plan is named', () => {
  assert.deepEqual(check({}), ['termDays']);
  assert.deepEqual(check({ instalments: 2 }, { termDays: 90 }), ['instalments']);
  assert.deepEqual(check(months(0)), ['instalments']);
  assert.deepEqual(check(months(121)), ['instalments']);
  assert.deepEqual(check(months(1.5)), ['instalments']);
  assert.deepEqual(check({ ...months(12), balloonOf: 24 }), ['balloonOf']);
  assert.deepEqual(check({ kind: 'BALLOON', instalments: 12, balloonOf: 12 }), ['balloonOf']);
  assert.deepEqual(check({ ...months(12), rows: [{ day: 1, cents: null }] }), ['rows']);
  assert.deepEqual(check(months(12), { accrual: 'COMPOUND_365' }), ['kind']);
  assert.deepEqual(check(months(12), { termDays: 364 }), ['termDays']);
  assert.deepEqual(check({ lateFeeBps: 10_001 }, { termDays: 1 }), ['lateFeeBps']);
  assert.deepEqual(check({ lateFeeCapCents: 0 }, { termDays: 1 }), ['lateFeeCapCents']);
  assert.deepEqual(check({ defaultRateBps: -1 }, { termDays: 1 }), ['defaultRateBps']);
});

test('each payment of a plan is at least a dollar and its interest, and something is left for the last', () => {
  assert.deepEqual(check(months(120), { amountCents: 10_000, rateBps: 0 }), ['instalments']);
  const interestOnly = { kind: 'INTEREST_ONLY' as const, instalments: 12 };
  assert.deepEqual(check(interestOnly, { amountCents: 10_000 }), ['instalments']);
  assert.deepEqual(check(custom([30, 9_862], [60, null])), ['rows']);
  assert.deepEqual(check(custom([30, 1_200_000], [60, null])), ['rows']);
});

test('the days of a custom plan rise to at most 3,653, and only its last amount is left out', () => {
  assert.deepEqual(check(custom()), ['rows']);
  assert.deepEqual(check(custom([0, null])), ['rows']);
  assert.deepEqual(check(custom([3_654, null])), ['rows']);
  assert.deepEqual(check(custom([30, 20_000], [30, null])), ['rows']);
  assert.deepEqual(check(custom([30, 99], [60, null])), ['rows']);
  assert.deepEqual(check(custom([30, null], [60, null])), ['rows']);
  assert.deepEqual(check(custom([30, 20_000], [60, 990_000])), ['rows']);
});
