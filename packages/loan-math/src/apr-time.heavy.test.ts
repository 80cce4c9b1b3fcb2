/** The time of the yearly rates of the plans that need the longest numbers. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeApr } from './apr.ts';
import { buildPlan } from './plan.ts';
import { bulletPlan } from './plan-terms.ts';

const start = new Date('2027-01-10');
const amountCents = 100_000_000;

/** The median of its milliseconds. */
function measureApr(days: readonly number[]): number {
  const rows = days.map((day, index) => ({
    day,
    cents: index === days.length - 1 ? null : 1_000_000,
  }));
  const plan = { ...bulletPlan, kind: 'CUSTOM' as const, rows };
  const terms = { amountCents, rateBps: 1_000, accrual: 'SIMPLE_365' as const, start, plan };
  const input = { receivedCents: amountCents, start, plan, rows: buildPlan(terms) };
  const times = Array.from({ length: 21 }, () => {
    const before = performance.now();
    assert.ok(computeApr(input));
    return performance.now() - before;
  });
  return times.sort((a, b) => a - b)[10] ?? 0;
}

test('120 payments with a unit period of one day take at most ten times those of every 30 days', () => {
  const regular = Array.from({ length: 120 }, (_, index) => 30 * (index + 1));
  // Days 1, 2 and 3, then intervals from 12 to 50 days, each three times: among equals the smallest is the period.
  let day = 0;
  const spread = Array.from({ length: 120 }, (_, index) => {
    day += index < 3 ? 1 : 11 + Math.floor(index / 3);
    return day;
  });
  const [regularMs, spreadMs] = [measureApr(regular), measureApr(spread)];
  assert.ok(spreadMs < 10 * regularMs, `medians of ${spreadMs} ms and ${regularMs} ms`);
});
