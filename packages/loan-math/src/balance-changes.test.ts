/** What counts on the day of new terms, waivers and agreed fees, and what stays of the time before them. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { balanceOn } from './balance.ts';
import type { BalancePayment, LoanBalance, LoanRecord, TermsVersion } from './balance-terms.ts';
import type { PlanTerms } from './plan-terms.ts';
import { bulletPlan } from './plan-terms.ts';

const day = (text: string): Date => new Date(text);
const start = day('2027-01-31');

interface Changed extends Partial<LoanRecord> {
  plan?: Partial<PlanTerms>;
  /** Of the new rate. */
  from?: string;
  on: string;
}

/** 1,000,000 at 12 % in twelve months from 31 January, 88,808 a month; 13 % from a day on. */
function balanceAfter({ plan, from, on, ...others }: Changed): LoanBalance {
  const terms: PlanTerms = { ...bulletPlan, kind: 'INSTALMENTS', instalments: 12, ...plan };
  const first: TermsVersion = { from: start, rateBps: 1_200, termDays: 90, plan: terms };
  const change = from ? [{ ...first, from: day(from), rateBps: 1_300, datesFrom: start }] : [];
  const loan = { amountCents: 1_000_000, start, accrual: 'SIMPLE_365', payments: [], fees: [] };
  return balanceOn({ ...loan, versions: [first, ...change], ...others } as LoanRecord, day(on));
}

const pay = (on: string, cents: number, more: Partial<BalancePayment> = {}): BalancePayment => ({
  ...{ id: on, day: day(on), cents },
  ...more,
});

test('a due date has one late fee, whatever terms follow, also once it is waived', () => {
  const plan: Partial<PlanTerms> = { kind: 'BULLET', lateFeeBps: 500 };
  const before = balanceAfter({ plan, on: '2027-05-20' });
  assert.ok(before.feesCents > 50_000);
  const changed = { plan, from: '2027-05-20', on: '2027-06-20' };
  assert.equal(balanceAfter(changed).feesCents, before.feesCents);
  const waivers = [
    { day: day('2027-05-21'), feesCents: before.feesCents, defaultInterestCents: 0 },
  ];
  assert.equal(balanceAfter({ ...changed, waivers }).feesCents, 0);
  // New terms before the fee do not avoid it.
  const sooner = balanceAfter({ plan, from: '2027-05-03', on: '2027-06-20' });
  assert.ok(sooner.feesCents > 50_000 && sooner.feesCents < 60_000);
});

test('new terms end an acceleration of their day or before, and what it accrued stays due', () => {
  const plan = { defaultRateBps: 500 };
  for (const accelerated of ['2027-03-20', '2027-05-20']) {
    const loan = { plan, accelerations: [{ day: day(accelerated) }] };
    const on = '2027-05-20';
    const before = balanceAfter({ ...loan, on });
    const after = balanceAfter({ ...loan, on, from: on });
    assert.ok(before.defaultInterestCents > 1_000);
    assert.equal(after.defaultInterestCents, before.defaultInterestCents, accelerated);
    assert.equal(after.payoffCents, before.payoffCents, accelerated);
    assert.equal(after.rows.at(-1)?.due.toISOString().slice(0, 10), '2028-01-31', accelerated);
  }
});

test('an instalment that is paid on the first day of new terms stays paid', () => {
  for (const on of ['2027-02-25', '2027-02-28']) {
    const { rows } = balanceAfter({ payments: [pay(on, 88_808)], from: on, on: '2027-03-10' });
    const shown = rows.slice(0, 2).map(({ due, state }) => [due.getUTCMonth() + 1, state]);
    assert.deepEqual(
      shown,
      [
        [2, 'PAID'],
        [3, 'PLANNED'],
      ],
      on,
    );
    assert.equal(rows.length, 12, on);
  }
});

test('an instalment pays no fee that is agreed on its day; agreed money does, for the new rows', () => {
  const on = '2027-02-25';
  const fees = [{ day: day(on), cents: 5_000 }];
  const instalment = pay(on, 88_808);
  const agreed = pay(on, 5_000, { id: '0', afterTerms: true });
  const loan = { fees, from: on, on };
  assert.equal(balanceAfter({ ...loan, payments: [instalment] }).feesCents, 5_000);
  const { applied, feesCents, rows } = balanceAfter({ ...loan, payments: [agreed, instalment] });
  assert.deepEqual(
    applied.map((one) => [one.id, one.feesCents]),
    [
      [on, 0],
      ['0', 5_000],
    ],
  );
  assert.deepEqual([feesCents, rows[0]?.state], [0, 'PAID']);
});

test('a waiver leaves the fee of its day, even if an earlier payment is confirmed after it', () => {
  const plan: Partial<PlanTerms> = { kind: 'BULLET', lateFeeBps: 500 };
  const on = '2027-05-20';
  const { feesCents } = balanceAfter({ plan, on });
  const agreed = pay(on, 40_000, { afterTerms: true });
  const paid = {
    ...{ plan, on, fees: [{ day: day(on), cents: 40_000 }] },
    waivers: [{ day: day(on), feesCents, defaultInterestCents: 0 }],
  };
  for (const payments of [[agreed], [agreed, pay('2027-05-19', 60_000)]]) {
    const { applied } = balanceAfter({ ...paid, payments });
    assert.equal(applied.at(-1)?.feesCents, 40_000);
  }
});

test('money that lowers the principal as agreed pays instalments that are due, and no later ones', () => {
  const paid = (on: string) => {
    const payments = [pay(on, 960_849, { principalCents: 950_000 })];
    return balanceAfter({ payments, on });
  };
  const overdue = paid('2027-03-05');
  assert.deepEqual([overdue.principalCents, overdue.interestCents], [50_000, 0]);
  assert.deepEqual([overdue.overdueCents, overdue.cureCents], [0, 0]);
  assert.deepEqual(
    overdue.rows.map(({ state, principalCents }) => [state, principalCents > 0]),
    [
      ['PAID', true],
      ['PLANNED', true],
    ],
  );
  assert.deepEqual(overdue.nextDue?.day, day('2027-03-31'));
  const early = paid('2027-02-25');
  assert.equal(early.rows[0]?.state, 'PLANNED');
  assert.ok((early.nextDue?.cents ?? 0) < 50_000);
});
