/** Which instalment a payment counts for, and what an early part payment changes (docs/decisions/0152). */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { balanceOn } from './balance.ts';
import type { LoanBalance, LoanRecord } from './balance-terms.ts';
import type { PlanTerms } from './plan-terms.ts';
import { bulletPlan } from './plan-terms.ts';

type Payments = readonly (readonly [day: string, cents: number])[];

/** A1: 1,000,000 at 12 % in twelve months from 31 January; 88,808 a month. */
function balanceAfter(
  payments: Payments,
  on: string,
  { plan, ...others }: { plan?: Partial<PlanTerms> } & Partial<LoanRecord> = {},
): LoanBalance {
  const start = new Date('2027-01-31');
  const terms = { ...bulletPlan, kind: 'INSTALMENTS' as const, instalments: 12, ...plan };
  return balanceOn(
    {
      ...{ amountCents: 1_000_000, start, accrual: 'SIMPLE_365', fees: [] },
      versions: [{ from: start, rateBps: 1_200, plan: terms }],
      payments: payments.map(([day, cents], index) => ({
        id: String(index).padStart(3, '0'),
        day: new Date(day),
        cents,
      })),
      ...others,
    },
    new Date(on),
  );
}

const amounts = ({ rows }: LoanBalance) => rows.map(({ paymentCents }) => paymentCents);
const states = ({ rows }: LoanBalance, count: number) =>
  rows.slice(0, count).map(({ state }) => state);

test('a payment of the planned amount a few days early or late changes no later row', () => {
  const planned = amounts(balanceAfter([], '2027-01-31'));
  for (const day of ['2027-02-18', '2027-02-28', '2027-03-10']) {
    const balance = balanceAfter([[day, 88_808]], '2027-03-10');
    assert.deepEqual(amounts(balance), planned, day);
    assert.deepEqual(states(balance, 2), ['PAID', 'PLANNED'], day);
    assert.equal(balance.rows[0]?.paidOn?.toISOString().slice(0, 10), day);
  }
});

test('a part of an instalment counts for it from ten days before its day', () => {
  const near = balanceAfter([['2027-02-18', 50_000]], '2027-02-20');
  assert.deepEqual(states(near, 2), ['PARTLY_PAID', 'PLANNED']);
  assert.deepEqual(near.nextDue, { day: new Date('2027-02-28'), cents: 38_808 });
  const far = balanceAfter([['2027-02-17', 50_000]], '2027-02-20');
  assert.deepEqual(states(far, 2), ['PLANNED', 'PLANNED']);
  assert.equal(far.nextDue?.cents, 88_808);
  assert.ok(far.rows.at(-1)?.paymentCents !== near.rows.at(-1)?.paymentCents);
});

test('exactly the open amount of the next instalment pays it at any time, also two in a row', () => {
  const payments: Payments = [
    ['2027-02-01', 88_808],
    ['2027-02-01', 88_808],
  ];
  assert.deepEqual(states(balanceAfter(payments, '2027-02-01'), 3), ['PAID', 'PAID', 'PLANNED']);
});

test('an older payment that is confirmed late leaves the next instalment paid, and never raises the debt', () => {
  const kinds = ['INSTALMENTS', 'EQUAL_PRINCIPAL', 'INTEREST_ONLY', 'CUSTOM'] as const;
  const rows = Array.from({ length: 12 }, (_, at) => ({ day: at * 30 + 30, cents: 90_000 - at }));
  for (const kind of kinds)
    for (const early of ['KEEP_AMOUNT', 'KEEP_DATES'] as const)
      for (const cents of [1, 100, 500]) {
        const typed = rows.map((row, at) => (at === 11 ? { ...row, cents: null } : row));
        const plan = { kind, early, lateFeeBps: 500, rows: typed };
        const planned = amounts(balanceAfter([], '2027-01-31', { plan }));
        const [first = 0, second = 0] = planned;
        const paid: Payments = [
          ['2027-02-05', first],
          ['2027-02-06', second],
        ];
        const late: Payments = [['2027-02-03', cents], ...paid];
        const name = `${kind} ${early} ${cents}`;
        const after = balanceAfter(late, '2027-04-20', { plan });
        assert.deepEqual(states(after, 2), ['PAID', 'PAID'], name);
        const before = balanceAfter(paid, '2027-04-20', { plan });
        assert.ok(after.payoffCents < before.payoffCents, name);
      }
});

test('what is overdue is paid first, the oldest first', () => {
  const unpaid = balanceAfter([], '2027-04-10');
  assert.equal(unpaid.overdueCents, 2 * 88_808);
  const part = balanceAfter([['2027-04-10', 100_000]], '2027-04-10');
  assert.deepEqual(states(part, 3), ['PAID', 'PARTLY_PAID', 'PLANNED']);
  assert.deepEqual(part.oldestUnpaidDue, new Date('2027-03-31'));
  assert.equal(part.overdueCents, 2 * 88_808 - 100_000);
});

test('an instalment is due but not overdue on its day', () => {
  const balance = balanceAfter([], '2027-02-28');
  assert.deepEqual(states(balance, 2), ['DUE', 'PLANNED']);
  assert.deepEqual([balance.overdueCents, balance.cureCents], [0, 88_808]);
  assert.deepEqual(balance.nextDue, { day: new Date('2027-02-28'), cents: 88_808 });
  assert.equal(balanceAfter([], '2027-03-01').overdueCents, 88_808);
});

test('an early part payment makes the rows fewer, or smaller', () => {
  const paid: Payments = [
    ['2027-02-28', 88_808],
    ['2027-03-05', 300_000],
  ];
  const fewer = balanceAfter(paid, '2027-03-05');
  assert.ok(fewer.rows.length < 12);
  assert.equal(fewer.rows[1]?.paymentCents, 88_808);
  const smaller = balanceAfter(paid, '2027-03-05', { plan: { early: 'KEEP_DATES' } });
  assert.equal(smaller.rows.length, 12);
  assert.ok((smaller.rows[1]?.paymentCents ?? 0) < 62_000);
  for (const { principalCents, rows } of [fewer, smaller]) {
    const left = rows.slice(1).reduce((sum, row) => sum + row.principalCents, 0);
    assert.equal(left, principalCents);
  }
});

test('equal principal, balloon and custom plans are computed again from an early part payment', () => {
  const rows = [
    { day: 60, cents: 300_000 },
    { day: 120, cents: 300_000 },
    { day: 180, cents: null },
  ];
  const plans: Partial<PlanTerms>[] = [
    { kind: 'EQUAL_PRINCIPAL', instalments: 4 },
    { kind: 'BALLOON', instalments: 4, balloonOf: 24 },
    { kind: 'CUSTOM', rows },
  ];
  for (const plan of plans)
    for (const early of ['KEEP_AMOUNT', 'KEEP_DATES'] as const) {
      const options = { plan: { ...plan, early } };
      const before = balanceAfter([], '2027-02-01', options).rows;
      const after = balanceAfter([['2027-02-01', 200_000]], '2027-02-01', options).rows;
      const sum = after.reduce((total, row) => total + row.principalCents, 0);
      assert.equal(sum, 1_000_000 - 200_000 + 329, `${plan.kind} ${early}`);
      const [first, same] = [before[0]?.paymentCents ?? 0, after[0]?.paymentCents ?? 0];
      const keepsAmount = early === 'KEEP_AMOUNT' && plan.kind !== 'EQUAL_PRINCIPAL';
      assert.ok(keepsAmount ? same === first : same < first, `${plan.kind} ${early}`);
    }
});

test('the last row is the payoff of its day, and an early payoff ends the plan', () => {
  const early = balanceAfter([['2027-02-10', 1_003_288]], '2027-02-10');
  assert.equal(early.payoffCents, 0);
  assert.deepEqual(states(early, 12), ['PAID']);
  assert.deepEqual(amounts(early), [1_003_288]);
  assert.deepEqual([early.nextDue, early.cureCents], [null, 0]);
});

test('a late fee falls due when its instalment is seven days overdue, once', () => {
  const plan = { lateFeeBps: 500, lateFeeCapCents: 4_000 };
  assert.equal(balanceAfter([], '2027-03-06', { plan }).feesCents, 0);
  const { feesCents, cureCents } = balanceAfter([], '2027-03-07', { plan });
  assert.deepEqual([feesCents, cureCents], [4_000, 92_808]);
  assert.equal(balanceAfter([], '2027-04-06', { plan }).feesCents, 4_000);
  const onTime = balanceAfter([['2027-03-06', 88_808]], '2027-03-30', { plan });
  assert.equal(onTime.feesCents, 0);
});

test('after an acceleration everything is due within seven days, and overdue then', () => {
  const plan = { defaultRateBps: 500 };
  const accelerations = [{ day: new Date('2027-03-20') }];
  const balance = balanceAfter([], '2027-03-27', { plan, accelerations });
  assert.deepEqual(balance.nextDue?.day, new Date('2027-03-27'));
  assert.equal(balance.cureCents, balance.payoffCents);
  // 27 days of 79,603 until then, and of 1,000,000 on the next day.
  assert.equal(balance.defaultInterestCents, 294);
  const later = balanceAfter([], '2027-03-28', { plan, accelerations });
  assert.equal(later.defaultInterestCents, 431);
  assert.equal(later.overdueCents, 1_018_411);
});

test('after an acceleration the open rows add up to the payoff of its day', () => {
  const accelerations = [{ day: new Date('2027-04-02') }];
  const due = '2027-04-09';
  const histories: Payments[] = [[], [['2027-02-28', 88_808]], [['2027-03-20', 40_000]]];
  const later: Payments[] = [50_000, 300_000].map((cents) => [['2027-04-05', cents]]);
  for (const payments of [...histories, ...later]) {
    for (const on of ['2027-04-05', due, '2027-05-20']) {
      const { rows } = balanceAfter(payments, on, { accelerations });
      const open = rows.filter(({ state }) => state !== 'PAID');
      const paid = open.reduce((sum, { paidCents }) => sum + paidCents, 0);
      const sum = open.reduce((total, { paymentCents }) => total + paymentCents, 0);
      const { payoffCents } = balanceAfter(payments, on > due ? on : due, { accelerations });
      assert.equal(sum - paid, payoffCents, `${payments} ${on}`);
      const last = rows.at(-1);
      assert.equal(last?.paymentCents, (last?.interestCents ?? 0) + (last?.principalCents ?? 0));
    }
  }
  // Two rows are overdue: 10,000 with 68 days at 12 % is 10,223.56, less twice 888.08.
  const accelerated = balanceAfter([], '2027-04-02', { accelerations });
  assert.deepEqual(amounts(accelerated), [88_808, 88_808, 844_740]);
});

test('a waiver ends fees and default interest, and changed terms keep what is paid', () => {
  const plan = { lateFeeBps: 500, lateFeeCapCents: null, defaultRateBps: 500 };
  const day = new Date('2027-03-20');
  const waivers = [{ day, feesCents: 10_000, defaultInterestCents: 10_000 }];
  const waived = balanceAfter([], '2027-03-20', { plan, waivers });
  assert.deepEqual([waived.feesCents, waived.defaultInterestCents], [0, 0]);
  assert.equal(waived.cureCents, 88_808);
  const start = new Date('2027-01-31');
  const terms = { ...bulletPlan, kind: 'INSTALMENTS' as const, instalments: 12 };
  const versions = [
    { from: new Date('2027-04-10'), rateBps: 600, plan: terms, datesFrom: start },
    { from: start, rateBps: 1_200, plan: terms },
  ];
  const changed = balanceAfter([['2027-02-28', 88_808]], '2027-04-10', { versions });
  assert.deepEqual(states(changed, 3), ['PAID', 'PLANNED', 'PLANNED']);
  assert.deepEqual(changed.nextDue?.day, new Date('2027-04-30'));
  assert.equal(changed.rows.length, 11);
  assert.equal(changed.rows.at(-1)?.due.toISOString().slice(0, 10), '2028-01-31');
});
