/** Yearly rates against the published examples, and those of our plans. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { effectiveCases, nominalCases } from './apr.cases.ts';
import { computeApr } from './apr.ts';
import type { Flow } from './apr-solve.ts';
import { solveEffectiveRate, solveNominalRate } from './apr-solve.ts';
import { addDays, daysBetween } from './calendar-day.ts';
import { planCases } from './plan.cases.ts';
import { buildPlan } from './plan.ts';
import type { PlanTerms } from './plan-terms.ts';
import { bulletPlan } from './plan-terms.ts';

for (const { name, problem, percent } of nominalCases)
  test(`the nominal rate of ${name}`, () => {
    assert.equal(solveNominalRate(problem), percent);
  });

for (const { name, problem, percent } of effectiveCases)
  test(`the effective rate of ${name}`, () => {
    assert.equal(solveEffectiveRate(problem), percent);
  });

const start = new Date('2027-01-10');
const single = (receivedCents: number, paymentCents: number, days: number) =>
  computeApr({
    ...{ receivedCents, start, plan: bulletPlan },
    rows: [{ due: addDays(start, days), paymentCents }],
  });

test('single payments: 11.45, 14.78 and 14.07 percent nominal', () => {
  assert.equal(single(100_000, 108_000, 255)?.nominalUs, 11.45);
  assert.equal(single(98_800, 100_000, 30)?.nominalUs, 14.78);
  assert.equal(single(100_000, 120_000, 500)?.nominalUs, 14.07);
  assert.equal(single(100_000, 120_000, 500)?.effectiveEu, 14.24);
  assert.equal(single(100_000, 110_000, 365)?.effectiveEu, 10);
  assert.equal(single(0, 100_000, 30), null);
});

test('exactly half of a hundredth is rounded up', () => {
  assert.deepEqual(single(100_000, 110_005, 365), { nominalUs: 10.01, effectiveEu: 10.01 });
  assert.deepEqual(single(100_000_000, 110_004_999, 365), { nominalUs: 10, effectiveEu: 10 });
  assert.deepEqual(single(100_000, 100_000, 365), { nominalUs: 0, effectiveEu: 0 });
});

test('exactly half of a hundredth of several payments is rounded up, and a cent less is not', () => {
  const nominal = (lastCents: number) =>
    solveNominalRate({
      ...{ receivedCents: 100_000, decimals: 2, periodsPerYear: { top: 1, bottom: 1 } },
      flows: [10_005, 10_005, lastCents].map((cents, index) => ({ cents, periods: index + 1 })),
    });
  assert.deepEqual([nominal(110_005), nominal(110_004)], [10.01, 10]);
});

function readPlan(name: string) {
  const { loan } = planCases.find((one) => one.name.startsWith(name)) ?? assert.fail(name);
  return { loan, rows: buildPlan(loan) };
}

/** By days, whatever the plan's period is. */
function effectiveByDays(name: string, feeCents: number): number {
  const { loan, rows } = readPlan(name);
  return solveEffectiveRate({
    receivedCents: loan.amountCents - feeCents,
    flows: rows.map(({ due, paymentCents }) => ({
      cents: paymentCents,
      periods: daysBetween(loan.start, due),
    })),
    periodsPerYear: { top: 365, bottom: 1 },
    decimals: 2,
  });
}

test('A1, I1 and B1 by days, with their fees', () => {
  assert.equal(effectiveByDays('A1', 0), 12.68);
  assert.equal(effectiveByDays('A1', 1_200), 12.94);
  assert.equal(effectiveByDays('I1', 1_200), 16.13);
  assert.equal(effectiveByDays('B1', 25_000), 14.42);
});

test('plans of months and weeks count their periods, others their days', () => {
  const { loan, rows } = readPlan('A1');
  const aprFor = (receivedCents: number, plan: PlanTerms) =>
    computeApr({ receivedCents, start: loan.start, plan, rows });
  assert.deepEqual(aprFor(998_800, loan.plan), { nominalUs: 12.14, effectiveEu: 12.84 });
  const weekly = {
    ...bulletPlan,
    kind: 'INSTALMENTS' as const,
    period: '7D' as const,
    instalments: 30,
  };
  const weeks = {
    ...{ amountCents: 50_000, rateBps: 1_500, accrual: 'SIMPLE_365' as const },
    ...{ start, plan: weekly },
  };
  // 7 of 365 days are a little more than one of 52 weeks, so 15 % by days is less by weeks.
  const byWeeks = computeApr({
    receivedCents: 50_000,
    start,
    plan: weekly,
    rows: buildPlan(weeks),
  });
  assert.equal(byWeeks?.nominalUs, 14.96);
  const thirty = { ...weeks, plan: { ...weekly, period: '30D' as const } };
  const byDays = computeApr({
    ...{ receivedCents: 50_000, start, plan: thirty.plan },
    rows: buildPlan(thirty),
  });
  assert.equal(byDays?.nominalUs, 15);
});

test('a custom plan has the interval that occurs more often than others as its period', () => {
  const plan = {
    ...bulletPlan,
    kind: 'CUSTOM' as const,
    rows: [
      { day: 30, cents: 30_000 },
      { day: 60, cents: 30_000 },
      { day: 105, cents: null },
    ],
  };
  const loan = {
    amountCents: 100_000,
    rateBps: 1_800,
    accrual: 'SIMPLE_365' as const,
    start,
    plan,
  };
  const apr = computeApr({ receivedCents: 100_000, start, plan, rows: buildPlan(loan) });
  assert.equal(apr?.nominalUs, 17.97);
});

test('a cent of ten trillion dollars decides the last decimal, beyond the digits of a float', () => {
  const effective = (cents: number) =>
    solveEffectiveRate({
      ...{ receivedCents: 10 ** 15, flows: [{ cents, periods: 365 }], decimals: 2 },
      periodsPerYear: { top: 365, bottom: 1 },
    });
  assert.equal(effective(1_100_050_000_000_000), 10.01);
  assert.equal(effective(1_100_049_999_999_999), 10);
});

/** Payments on days 1, 2 and 3, then at long and different intervals: the unit period is a day. */
function readSpreadFlows(): Flow[] {
  const days = [1, 2, 3, ...Array.from({ length: 9 }, (_, index) => 40 * (index + 1) ** 2)];
  return days.map((periods, index) => ({ cents: 9_000 + 7 * index, periods }));
}

test('the exact worth of payments over many days is on both sides of the rounded rate', () => {
  const flows = readSpreadFlows();
  const receivedCents = 70_000;
  const periodsPerYear = { top: 365, bottom: 1 };
  const percent = solveNominalRate({ receivedCents, flows, periodsPerYear, decimals: 2 });
  const isWorthMoreAt = (thousandths: number): boolean => {
    // 1 + i = growth / unit, in integers and without any common factor taken out.
    const unit = 36_500_000n;
    const growth = unit + BigInt(thousandths);
    const last = flows.at(-1)?.periods ?? 0;
    const worth = flows.map(
      ({ cents, periods }) =>
        BigInt(cents) * unit ** BigInt(periods) * growth ** BigInt(last - periods),
    );
    const total = worth.reduce((sum, one) => sum + one, 0n);
    return total >= BigInt(receivedCents) * growth ** BigInt(last);
  };
  const thousandths = Math.round(percent * 1_000);
  assert.ok(isWorthMoreAt(thousandths - 5), `${percent} % is not too much`);
  assert.ok(!isWorthMoreAt(thousandths + 5), `${percent} % is not too little`);
});
