/** The other plans of two users: interest only, equal principal, balloon, custom days; early part payments; invalid terms. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Terms } from '@nameloan/driver/steps';
import { addProvenDomain } from '@nameloan/driver/steps';
import { createListedDomain, getEscrow, performAction } from '../environment/loans.ts';
import {
  createPlannedLoan,
  getSchedule,
  listStates,
  pay,
  payNext,
  report,
  yearly,
} from '../environment/planned-loans.ts';
import { expectRejection } from '../environment/rejections.ts';
import type { GetEnvironment } from '../environment/test-environment.ts';
import { waitForDomainStatus } from '../environment/wait-for-state.ts';

export function planKinds(environment: GetEnvironment): void {
  toTheBalloon(environment);
  firstPayments(environment);
  earlyPayments(environment);
  invalidPlans(environment);
}

const base = { amount: 10_000, apy: 12 };

function toTheBalloon(environment: GetEnvironment): void {
  test('interest only: a payment each month, and the last one, which is the payoff of its day, ends the loan', async () => {
    const terms = { ...base, plan: 'INTEREST_ONLY', instalments: 3 };
    const loan = await createPlannedLoan(environment(), terms);
    const { borrower, lender, domain } = loan;
    const planned = await getSchedule(loan);
    assert.deepEqual(
      planned.map(({ principal }) => principal),
      [0, 0, 10_000],
    );
    for (const { due, interest } of planned.slice(0, 2))
      assert.deepEqual(await payNext(environment(), loan), { date: due, amount: interest });
    assert.equal((await borrower.get(`/escrow/${loan.id}/balance`)).principal, 10_000);
    await environment().sandbox.moveClockTo(`${planned[2]?.due}T09:00:00.000Z`);
    const { next_due, payoff } = await getEscrow(borrower, loan);
    assert.deepEqual([next_due.amount, next_due.date], [payoff, planned[2]?.due]);
    assert.ok(Math.abs(payoff - planned[2]?.payment) < 0.02);
    // It covers the loan, so it is the claim of repayment.
    await report(loan, payoff);
    assert.equal((await getEscrow(lender, loan)).stage, 'REPAYMENT_CLAIMED');
    const over = await performAction(lender, loan, 'finalize', { outcome: 'RETURN' });
    assert.equal(over.status, 'FINALIZED_RETURN_TO_BORROWER');
    assert.deepEqual(await listStates(loan), ['PAID', 'PAID', 'PAID']);
    await waitForDomainStatus(borrower, domain, 'CUSTODY_PAID');
    const record = (await lender.get(`/escrow/${loan.id}`)).track_record;
    assert.deepEqual([record.finished, record.on_time], [1, 1]);
  });
}

const rows = [
  { day: 20, amount: 4_000 },
  { day: 45, amount: null },
];
const kinds: readonly (Partial<Terms> & { plan: string })[] = [
  { plan: 'EQUAL_PRINCIPAL', period: '7D', instalments: 4 },
  { plan: 'BALLOON', period: '28D', instalments: 3, balloon_of: 12 },
  { plan: 'CUSTOM', rows },
  { plan: 'INSTALMENTS', period: '30D', instalments: 1 },
];

function firstPayments(environment: GetEnvironment): void {
  for (const kind of kinds)
    test(`${kind.plan} ${kind.period ?? ''}: the first payment counts for its row, and the next one is due`, async () => {
      const loan = await createPlannedLoan(environment(), { ...base, ...kind });
      const schedule = await getSchedule(loan);
      const last = schedule.at(-1);
      assert.equal((await getEscrow(loan.borrower, loan)).due_at.slice(0, 10), last?.due);
      assert.equal(last?.balance, 0);
      const paid = await payNext(environment(), loan);
      assert.equal(paid.amount, schedule[0]?.payment);
      assert.equal((await listStates(loan))[0], 'PAID');
      const { next_due, stage, status } = await getEscrow(loan.borrower, loan);
      // The only payment covers the loan, and its confirmation returns the domain.
      if (schedule.length === 1)
        assert.deepEqual([next_due, status], [null, 'FINALIZED_RETURN_TO_BORROWER']);
      else assert.deepEqual([next_due.date, stage], [schedule[1]?.due, 'ACTIVE']);
    });
}

function earlyPayments(environment: GetEnvironment): void {
  test('an early part payment keeps the amounts and ends sooner, or keeps the dates with smaller payments', async () => {
    const [shorter, smaller] = [
      await createPlannedLoan(environment(), yearly),
      await createPlannedLoan(environment(), { ...yearly, early: 'KEEP_DATES' }),
    ];
    await payNext(environment(), shorter);
    await payNext(environment(), smaller);
    await environment().sandbox.advanceClock('2d');
    for (const loan of [shorter, smaller]) await pay(loan, 4_000);
    const [fewer, same] = [await getSchedule(shorter), await getSchedule(smaller)];
    assert.ok(fewer.length < 12 && fewer.at(-1)?.balance === 0);
    const { payment } = fewer[0];
    assert.deepEqual(new Set(fewer.slice(1, -1).map((row) => row.payment)), new Set([payment]));
    assert.equal(same.length, 12);
    assert.ok(same[1]?.payment < same[0]?.payment && same.at(-1)?.balance === 0);
    for (const loan of [shorter, smaller]) {
      const { next_due, due_at } = await getEscrow(loan.borrower, loan);
      const schedule = await getSchedule(loan);
      assert.deepEqual([next_due.date, next_due.amount], [schedule[1]?.due, schedule[1]?.payment]);
      assert.equal(due_at.slice(0, 10), schedule.at(-1)?.due);
    }
  });
}

const months = (instalments: unknown) => ({ plan: 'INSTALMENTS', instalments });
const custom = (...listed: unknown[]) => ({ plan: 'CUSTOM', rows: listed });
const invalid: [field: string, body: Record<string, unknown>][] = [
  ['instalments', months(121)],
  ['instalments', months(0)],
  ['instalments', months(1e300)],
  ['instalments', months('12')],
  ['instalments', { plan: 'INTEREST_ONLY' }],
  ['plan', { plan: 'WEEKLY' }],
  ['plan', { plan: 7 }],
  ['period', { ...months(12), period: '1D' }],
  ['balloon_of', { ...months(12), plan: 'BALLOON', balloon_of: 12 }],
  ['balloon_of', { ...months(12), balloon_of: 2 ** 31 }],
  ['rows', custom({ day: 60, amount: 500 }, { day: 30, amount: null })],
  ['rows', custom({ day: 3_654, amount: null })],
  // The interest of 30 days is 98.63.
  ['rows', custom({ day: 30, amount: 98.62 }, { day: 60, amount: null })],
  ['rows', custom({ day: 30, amount: 1e300 }, { day: 60, amount: null })],
  ['rows', { plan: 'CUSTOM', rows: 'monthly' }],
  ['early', { ...months(12), early: 'KEEP' }],
  ['late_fee', { ...months(12), late_fee: 100.01 }],
  ['late_fee_cap', { ...months(12), late_fee: 5, late_fee_cap: 0 }],
  ['default_apy', { ...months(12), default_apy: -1 }],
];

function invalidPlans(environment: GetEnvironment): void {
  test('listing, offer and bulk listing reject an invalid plan with 400 and the name of the field', async () => {
    const { borrower, lender, domain } = await createListedDomain(environment());
    const name = environment().newDomainName();
    const other = await addProvenDomain(borrower, environment().sandbox, name);
    const listing = { domain_id: other.id, desired_loan_amount: 10_000, desired_apy: 12 };
    const offer = { domain_id: domain.id, loan_amount: 10_000, apy: 12 };
    for (const [field, plan] of invalid) {
      const what = JSON.stringify(plan);
      const reject = async (person: typeof borrower, call: string, body: object) =>
        Object.keys((await expectRejection(person, call, { status: 400, body })).fields ?? {});
      const isNamed = (fields: string[]) => fields.every((one) => one.split('.')[0] === field);
      assert.ok(isNamed(await reject(borrower, 'POST /listings', { ...listing, ...plan })), what);
      assert.ok(isNamed(await reject(lender, 'POST /offers', { ...offer, ...plan })), what);
    }
    const items = [{ domain_id: other.id, desired_loan_amount: 10_000, desired_apy: 12 }];
    const body = { items, ...months(121) };
    const { fields } = await expectRejection(borrower, 'POST /listings/bulk', {
      status: 400,
      body,
    });
    assert.deepEqual(Object.keys(fields), ['instalments']);
    const { results } = await borrower.post('/listings/bulk', { items, ...months(12) });
    const opened = await borrower.get(`/listings/${results[0].listing_id}`);
    assert.deepEqual([opened.plan, opened.instalments], ['INSTALMENTS', 12]);
  });
}
