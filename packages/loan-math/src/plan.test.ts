/** Tests plans against the shared cases, and the rows after an early part payment. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simpleInterestCents } from './accrual.ts';
import { planCases } from './plan.cases.ts';
import { buildPlan } from './plan.ts';
import { toDayNumber } from './plan-days.ts';
import { computeInstalment } from './plan-instalment.ts';
import { PlanRows } from './plan-rows.ts';
import { bulletPlan } from './plan-terms.ts';

for (const { name, loan, ...expected } of planCases)
  test(`plan ${name}`, () => {
    const rows = buildPlan(loan);
    const [last] = rows.slice(-1);
    const { firstPayments, firstInterest } = expected;
    assert.deepEqual(
      rows.slice(0, firstPayments.length).map((row) => row.paymentCents),
      firstPayments,
    );
    assert.deepEqual(
      rows.slice(0, firstInterest.length).map((row) => row.interestCents),
      firstInterest,
    );
    assert.equal(last?.paymentCents, expected.lastPayment);
    assert.equal(last?.balanceCents, 0);
    const total = rows.reduce((sum, row) => sum + row.paymentCents, 0);
    assert.equal(total, expected.total);
    const principal = rows.reduce((sum, row) => sum + row.principalCents, 0);
    assert.equal(principal, loan.amountCents);
  });

test('A4: 100 at 15.678 % in six months is 17.43, and 17.47 at the end', () => {
  // The rate has three decimals, so the interest is computed here in thousandths of a percent.
  const days = [31, 29, 31, 30, 31, 30];
  const annuity = { principalCents: 10_000, rateBps: 1_567.8, days, carriedUnits: 0n };
  const instalment = computeInstalment(annuity);
  assert.equal(instalment, 1_743);
  let balance = 10_000;
  const interest = days.map((length) => {
    const cents = Math.round((balance * 15_678 * length) / 36_500_000);
    balance -= instalment - cents;
    return cents;
  });
  assert.equal(interest[0], 133);
  assert.equal(instalment + balance, 1_747);
});

/** A1 with 200,000 more paid with its third row. */
function payThirdRow(keepAmount: boolean) {
  const startDay = toDayNumber(new Date('2027-01-31'));
  const plan = { ...bulletPlan, kind: 'INSTALMENTS' as const, instalments: 12 };
  const start = { day: startDay, principalCents: 1_000_000, units: 0n };
  const rows = new PlanRows({ rateBps: 1_200, plan, startDay }, start);
  const third = rows.row(2);
  const principalBefore = third?.balanceCents ?? 0;
  const principalCents = principalBefore - 200_000;
  assert.equal(principalCents, 560_455);
  const balance = { day: third?.dueDay ?? 0, principalCents, units: 0n };
  rows.restart({ index: 3, balance, principalBefore, keepAmount });
  return rows.complete().slice(3);
}
const sumInterest = (rows: readonly { interestCents: number }[]) =>
  rows.reduce((sum, { interestCents }) => sum + interestCents, 0);

test('Y1: an early part payment that keeps the dates makes the rows smaller', () => {
  const rows = payThirdRow(false);
  assert.equal(rows.length, 9);
  assert.equal(rows[0]?.paymentCents, 65_452);
  assert.equal(rows.at(-1)?.paymentCents, 65_448);
  assert.equal(sumInterest(rows), 28_609);
});

test('Y2: an early part payment that keeps the amount makes the rows fewer', () => {
  const rows = payThirdRow(true);
  assert.equal(rows.length, 7);
  assert.equal(rows[0]?.paymentCents, 88_808);
  assert.equal(rows.at(-1)?.paymentCents, 49_245);
  assert.equal(rows.at(-1)?.dueDay, toDayNumber(new Date('2027-11-30')));
  assert.equal(sumInterest(rows), 21_638);
});

test('months count from the start itself and end with a shorter month', () => {
  const loan = {
    ...{ amountCents: 1_000_000, rateBps: 1_200, accrual: 'SIMPLE_365' as const },
    start: new Date('2027-01-31T23:59:00Z'),
    plan: { ...bulletPlan, kind: 'INTEREST_ONLY' as const, instalments: 3 },
  };
  const days = buildPlan(loan).map(({ due }) => due.toISOString().slice(0, 10));
  assert.deepEqual(days, ['2027-02-28', '2027-03-31', '2027-04-30']);
});

test('a custom plan pays its amounts and the rest, and a compounding loan has one row', () => {
  const loan = {
    ...{ amountCents: 1_000_000, rateBps: 1_200, start: new Date('2027-01-10') },
    plan: {
      ...bulletPlan,
      kind: 'CUSTOM' as const,
      rows: [
        { day: 30, cents: 200_000 },
        { day: 90, cents: null },
      ],
    },
  };
  const rows = buildPlan({ ...loan, accrual: 'SIMPLE_365' });
  // S2: the same payment at the same time.
  assert.deepEqual(
    rows.map(({ paymentCents }) => paymentCents),
    [200_000, 809_863 + simpleInterestCents(809_863, 1_200, 60)],
  );
  const compound = { ...loan, plan: bulletPlan, accrual: 'COMPOUND_365' as const, termDays: 90 };
  assert.deepEqual(
    buildPlan(compound).map(({ paymentCents }) => paymentCents),
    [1_030_026],
  );
});

test('an instalment close to half a cent is decided by integers', () => {
  // One period without interest: exactly half of 3 cents.
  const half = { principalCents: 3, rateBps: 0, days: [1, 1], carriedUnits: 0n };
  assert.equal(computeInstalment(half), 2);
  assert.equal(computeInstalment({ ...half, carriedUnits: -1n }), 1);
});
