/** Interest against known values and against an independent computation. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, daysBetween, parseCalendarDay } from './calendar-day.ts';
import {
  amountAfterDays,
  aprAllCostsPercent,
  costOverTermPercent,
  payoffCents,
} from './interest.ts';

const from = new Date('2026-03-10T09:00:00.000Z');

/** The same amount by long multiplication in fixed point with 60 digits kept, day by day. */
function dayByDay(amountCents: number, rateBps: number, days: number): number {
  const one = 10n ** 60n;
  let value = BigInt(amountCents) * one;
  for (let day = 0; day < days; day += 1) value += (value * BigInt(rateBps)) / 3_650_000n;
  return Number((value + one / 2n) / one);
}

/** A seeded generator, so that a failure can be reproduced. */
function* randoms(seed: number): Generator<number> {
  let state = seed;
  for (;;) {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    yield state / 2 ** 32;
  }
}

test('900.50 at 18 % for 60 days is 927.54', () => {
  const loan = { amountCents: 90_050, rateBps: 1_800, from };
  assert.equal(payoffCents({ ...loan, to: addDays(from, 60) }), 92_754);
});

test('the payoff agrees with a day-by-day computation over the whole range of terms', () => {
  const random = randoms(20_261_121);
  const draw = (max: number): number => Math.floor((random.next().value ?? 0) * (max + 1));
  for (let round = 0; round < 300; round += 1) {
    const [amountCents, rateBps, days] = [100 + draw(999_999_900), draw(10_000), draw(3_650)];
    assert.equal(
      amountAfterDays({ amountCents, rateBps }, days),
      dayByDay(amountCents, rateBps, days),
      `${amountCents} cents, ${rateBps} bps, ${days} days`,
    );
  }
});

test('the bounds are exact: ten million at 100 % for ten years, and nothing at 0 %', () => {
  const most = { amountCents: 1_000_000_000, rateBps: 10_000 };
  assert.equal(amountAfterDays(most, 3_650), dayByDay(1_000_000_000, 10_000, 3_650));
  assert.equal(amountAfterDays({ amountCents: 100, rateBps: 0 }, 3_650), 100);
});

test('exactly half a cent is rounded up', () => {
  // 365 cents at 5 % for one day: 365 × 0.05/365 = 0.05; 3,650 cents: half a cent.
  assert.equal(amountAfterDays({ amountCents: 365, rateBps: 500 }, 1), 365);
  assert.equal(amountAfterDays({ amountCents: 3_650, rateBps: 500 }, 1), 3_651);
  assert.equal(amountAfterDays({ amountCents: 3_649, rateBps: 500 }, 1), 3_649);
});

test('days are differences of UTC dates, whatever the hour, and never negative', () => {
  const late = new Date('2026-03-10T23:59:59.999Z');
  assert.equal(daysBetween(late, new Date('2026-03-11T00:00:00.000Z')), 1);
  assert.equal(daysBetween(from, late), 0);
  assert.equal(daysBetween(late, new Date('2026-03-01T00:00:00.000Z')), 0);
  assert.equal(payoffCents({ amountCents: 100, rateBps: 10_000, from: late, to: from }), 100);
});

test('the cost over the term is compounded and has two decimals', () => {
  assert.equal(costOverTermPercent(1_800, 60), 3);
  assert.equal(costOverTermPercent(1_250, 90), 3.13);
  assert.equal(costOverTermPercent(0, 3_650), 0);
  assert.equal(costOverTermPercent(10_000, 365), 171.46);
});

test('1,000 repaid by 1,080 after 255 days is 11.45 % with all costs', () => {
  assert.equal(aprAllCostsPercent(100_000, 108_000, 255), 11.45);
});

test('1,000 for 30 days at 0 % with a fee of 12 is 14.78 % with all costs', () => {
  assert.equal(aprAllCostsPercent(100_000 - 1_200, 100_000, 30), 14.78);
  assert.equal(aprAllCostsPercent(0, 100_000, 30), null);
});

test('the APR with all costs is linear up to a year and compounds beyond it', () => {
  assert.equal(aprAllCostsPercent(100_000, 110_000, 365), 10);
  assert.equal(aprAllCostsPercent(100_000, 121_000, 730), 10);
  assert.equal(aprAllCostsPercent(100_000, 100_000, 3_650), 0);
  // One more day than a year: 1.1^(365/366) − 1 = 9.9713…
  assert.equal(aprAllCostsPercent(100_000, 110_000, 366), 9.97);
});

test('a date that does not exist is rejected', () => {
  assert.equal(parseCalendarDay('2026-02-29'), null);
  assert.equal(parseCalendarDay('2026-2-9'), null);
  assert.equal(parseCalendarDay('2028-02-29')?.toISOString(), '2028-02-29T00:00:00.000Z');
});
