/** Interest against known values and against an independent computation. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Accrual } from './accrual.ts';
import { computeApr } from './apr.ts';
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

const compound = { accrual: 'COMPOUND_365' } as const;
const simple = { accrual: 'SIMPLE_365' } as const;

test('900.50 at 18 % for 60 days is 927.14 by simple interest, and 927.54 compounded daily', () => {
  const loan = { amountCents: 90_050, rateBps: 1_800, from, to: addDays(from, 60) };
  assert.equal(payoffCents({ ...loan, ...simple }), 92_714);
  assert.equal(payoffCents({ ...loan, ...compound }), 92_754);
});

test('simple interest of twice the days is twice the interest, compounded interest is more', () => {
  const loan = { amountCents: 1_000_000, rateBps: 3_650 };
  const interest = (accrual: Accrual, days: number) =>
    amountAfterDays({ ...loan, accrual }, days) - loan.amountCents;
  assert.deepEqual([interest('SIMPLE_365', 50), interest('SIMPLE_365', 100)], [50_000, 100_000]);
  assert.ok(interest('COMPOUND_365', 100) > 2 * interest('COMPOUND_365', 50));
});

test('the payoff agrees with a day-by-day computation over the whole range of terms', () => {
  const random = randoms(20_261_121);
  const draw = (max: number): number => Math.floor((random.next().value ?? 0) * (max + 1));
  for (let round = 0; round < 300; round += 1) {
    const [amountCents, rateBps, days] = [100 + draw(999_999_900), draw(10_000), draw(3_650)];
    assert.equal(
      amountAfterDays({ amountCents, rateBps, ...compound }, days),
      dayByDay(amountCents, rateBps, days),
      `${amountCents} cents, ${rateBps} bps, ${days} days`,
    );
  }
});

test('the bounds are exact: ten million at 100 % for ten years, and nothing at 0 %', () => {
  const most = { amountCents: 1_000_000_000, rateBps: 10_000, ...compound };
  assert.equal(amountAfterDays(most, 3_650), dayByDay(1_000_000_000, 10_000, 3_650));
  assert.equal(amountAfterDays({ ...most, ...simple }, 3_650), 11_000_000_000);
  for (const accrual of [simple, compound])
    assert.equal(amountAfterDays({ amountCents: 100, rateBps: 0, ...accrual }, 3_650), 100);
});

test('exactly half a cent is rounded up', () => {
  // 365 cents at 5 % for one day: 365 × 0.05/365 = 0.05; 3,650 cents: half a cent.
  for (const accrual of [simple, compound]) {
    const after = (amountCents: number) =>
      amountAfterDays({ amountCents, rateBps: 500, ...accrual }, 1);
    assert.deepEqual([365, 3_650, 3_649].map(after), [365, 3_651, 3_649]);
  }
});

test('days are differences of UTC dates, whatever the hour, and never negative', () => {
  const late = new Date('2026-03-10T23:59:59.999Z');
  assert.equal(daysBetween(late, new Date('2026-03-11T00:00:00.000Z')), 1);
  assert.equal(daysBetween(from, late), 0);
  assert.equal(daysBetween(late, new Date('2026-03-01T00:00:00.000Z')), 0);
  for (const accrual of [simple, compound]) {
    const loan = { amountCents: 100, rateBps: 10_000, ...accrual };
    assert.equal(payoffCents({ ...loan, from: late, to: from }), 100);
  }
});

test('the cost over the term is compounded and has two decimals', () => {
  assert.equal(costOverTermPercent(1_800, 60), 3);
  assert.equal(costOverTermPercent(1_250, 90), 3.13);
  assert.equal(costOverTermPercent(0, 3_650), 0);
  assert.equal(costOverTermPercent(10_000, 365), 171.46);
});

const apr = (receivedCents: number, repaidCents: number, days: number) =>
  (['SIMPLE_365', 'COMPOUND_365'] as const).map((accrual) =>
    aprAllCostsPercent({ receivedCents, repaidCents, days }, accrual),
  );

test('1,000 repaid by 1,080 after 255 days is 11.45 % with all costs', () => {
  assert.deepEqual(apr(100_000, 108_000, 255), [11.45, 11.45]);
});

test('1,000 for 30 days at 0 % with a fee of 12 is 14.78 % with all costs', () => {
  assert.deepEqual(apr(100_000 - 1_200, 100_000, 30), [14.78, 14.78]);
  assert.deepEqual(apr(0, 100_000, 30), [null, null]);
});

test('the APR with all costs is linear up to a year, actuarial beyond it, and compounded for compound interest', () => {
  // 1,000 repaid by 1,200 after 500 days: (1 + 135/365 × 0.1407) × 1.1407 = 1.2000.
  assert.deepEqual(apr(100_000, 120_000, 500), [14.07, 14.24]);
  assert.deepEqual(apr(100_000, 110_000, 365), [10, 10]);
  assert.deepEqual(apr(100_000, 121_000, 730), [10, 10]);
  assert.deepEqual(apr(100_000, 100_000, 3_650), [0, 0]);
  // One more day than a year: 1.1^(365/366) − 1 = 9.9713…, (1 + 0.0997/365) × 1.0997 = 1.1000…
  assert.deepEqual(apr(100_000, 110_000, 366), [9.97, 9.97]);
});

test('a single payment has the same APR here and as a plan', () => {
  const random = randoms(20_261_129);
  const draw = (min: number, max: number): number =>
    min + Math.floor((random.next().value ?? 0) * (max - min + 1));
  for (let round = 0; round < 300; round += 1) {
    const [receivedCents, days] = [draw(100, 5_000_000), draw(1, 3_650)];
    const paymentCents = receivedCents + draw(0, receivedCents);
    const rows = [{ due: addDays(from, days), paymentCents }];
    const plan = { kind: 'BULLET', period: 'MONTH' } as const;
    const asPlan = computeApr({ receivedCents, start: from, plan, rows })?.nominalUs;
    const [actuarial] = apr(receivedCents, paymentCents, days);
    assert.equal(actuarial, asPlan, `${receivedCents} ${paymentCents} ${days}`);
  }
});

test('the actuarial APR is the hundredth next to the exact rate, half up', () => {
  const random = randoms(20_261_128);
  const draw = (min: number, max: number): number =>
    min + Math.floor((random.next().value ?? 0) * (max - min + 1));
  for (let round = 0; round < 300; round += 1) {
    const [receivedCents, days] = [draw(1, 5_000_000), draw(366, 3_650)];
    const repaidCents = receivedCents + draw(0, 4 * receivedCents);
    const [actuarial] = apr(receivedCents, repaidCents, days);
    // Growth at the rate that is `halves` half hundredths away, in fixed point.
    const one = 10n ** 40n;
    const growth = (halves: number) => {
      const rate = (BigInt(Math.round((actuarial ?? 0) * 200) + halves) * one) / 20_000n;
      let value = one + (rate * BigInt(days % 365)) / 365n;
      for (let year = 1; year <= Math.floor(days / 365); year += 1)
        value = (value * (one + rate)) / one;
      return value;
    };
    const paid = (BigInt(repaidCents) * one) / BigInt(receivedCents);
    assert.ok(growth(-1) <= paid && paid < growth(1), `${receivedCents} ${repaidCents} ${days}`);
  }
});

test('a date that does not exist is rejected', () => {
  assert.equal(parseCalendarDay('2026-02-29'), null);
  assert.equal(parseCalendarDay('2026-2-9'), null);
  assert.equal(parseCalendarDay('2028-02-29')?.toISOString(), '2028-02-29T00:00:00.000Z');
});
