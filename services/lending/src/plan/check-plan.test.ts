/** Plans that cannot be kept are rejected with the field that is wrong. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlannedLoan, PlanTerms } from '@nameloan/loan-math/plan-terms';
import { bulletPlan } from '@nameloan/loan-math/plan-terms';
import { findPlanError } from './check-plan.ts';

const loan = (plan: Partial<PlanTerms>, amountCents = 1_000_000): PlannedLoan => ({
  amountCents,
  rateBps: 1_200,
  accrual: 'SIMPLE_365',
  start: new Date('2027-01-31T00:00:00.000Z'),
  plan: { ...bulletPlan, ...plan },
});
const custom = (...rows: [number, number | null][]): Partial<PlanTerms> => ({
  kind: 'CUSTOM',
  instalments: rows.length,
  rows: rows.map(([day, cents]) => ({ day, cents })),
});
const errorField = (plan: Partial<PlanTerms>, amountCents?: number) =>
  findPlanError(loan(plan, amountCents))?.field ?? null;

test('each kind of plan is accepted within its limits', () => {
  for (const kind of ['INTEREST_ONLY', 'INSTALMENTS', 'EQUAL_PRINCIPAL'] as const)
    for (const instalments of [1, 12, 120]) assert.equal(errorField({ kind, instalments }), null);
  assert.equal(errorField({ kind: 'BALLOON', instalments: 12, balloonOf: 36 }), null);
  assert.equal(errorField(custom([30, 20_000], [90, 500_000], [3_653, null])), null);
});

test('more than 120 payments, none, or a last day beyond ten years are rejected', () => {
  for (const instalments of [0, -1, 1.5, 121, Number.NaN])
    assert.equal(errorField({ kind: 'INSTALMENTS', instalments }), 'instalments');
  assert.equal(errorField(custom([30, 20_000], [3_654, null])), 'rows');
  assert.equal(errorField(custom([Number.MAX_SAFE_INTEGER, null])), 'rows');
});

test('a payment below $1 or below its interest is rejected', () => {
  // 12 % on $10,000 for 30 days is $98.63.
  assert.equal(errorField(custom([30, 9_862], [60, null])), 'rows');
  assert.equal(errorField(custom([30, 9_863], [60, null])), null);
  assert.equal(errorField({ kind: 'INTEREST_ONLY', instalments: 12 }, 100), 'instalments');
  assert.equal(errorField({ kind: 'EQUAL_PRINCIPAL', instalments: 12 }, 1_000), 'instalments');
});

test('days of a custom plan rise, and only the last payment has no amount', () => {
  assert.equal(errorField(custom([30, 20_000], [30, null])), 'rows');
  assert.equal(errorField(custom([0, 20_000], [30, null])), 'rows');
  assert.equal(errorField(custom([30, 20_000], [60, 20_000])), 'rows');
  assert.equal(errorField(custom([30, null], [60, null])), 'rows');
});

test('a custom plan that repays the loan before its last row is rejected', () => {
  assert.equal(errorField(custom([30, 2_000_000], [60, null])), 'rows');
});

test('a balloon is computed over more periods than it has payments', () => {
  assert.equal(errorField({ kind: 'BALLOON', instalments: 12, balloonOf: 12 }), 'balloonOf');
  assert.equal(errorField({ kind: 'BALLOON', instalments: 12, balloonOf: 1_201 }), 'balloonOf');
});
