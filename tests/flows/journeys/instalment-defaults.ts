/** Missed instalments of two users over time: acceleration, seizure, a default that is cured, late fee and default rate. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Loan } from '../environment/loans.ts';
import { getEscrow, performAction } from '../environment/loans.ts';
import {
  confirm,
  createPlannedLoan,
  expectNoSeizure,
  getSchedule,
  listStates,
  passDue,
  passGrace,
  pay,
  report,
  seize,
  waitForMail,
  yearly,
} from '../environment/planned-loans.ts';
import { expectRejection } from '../environment/rejections.ts';
import type { GetEnvironment } from '../environment/test-environment.ts';
import { waitForDomainNamed, waitForDomainStatus } from '../environment/wait-for-state.ts';
import { waitForNotification } from './missed-deadlines.ts';

export function instalmentDefaults(environment: GetEnvironment): void {
  accelerations(environment);
  endsOfAcceleration(environment);
  lateCosts(environment);
}

const accelerate = (loan: Loan) =>
  performAction(loan.lender, loan, 'accelerate', { reason: 'Nothing came.' });
const rejectAcceleration = async (loan: Loan): Promise<string> => {
  const path = `POST /escrow/${loan.id}/accelerate`;
  return (await expectRejection(loan.lender, path, { status: 409, body: {} })).reason;
};

function accelerations(environment: GetEnvironment): void {
  test('a first missed instalment: grace, acceleration, seven more days, and only then the domain', async () => {
    const loan = await createPlannedLoan(environment());
    const { borrower, lender } = loan;
    assert.equal(await rejectAcceleration(loan), 'IN_GRACE');
    const [{ payment }] = await getSchedule(loan);
    await passDue(environment(), loan, { n: 1 });
    await passDue(environment(), loan, { n: 1, days: 7 });
    assert.equal((await getEscrow(lender, loan)).stage, 'IN_GRACE');
    assert.equal(await rejectAcceleration(loan), 'IN_GRACE');
    await passDue(environment(), loan, { n: 1, days: 9 });
    const overdue = await getEscrow(lender, loan);
    assert.deepEqual([overdue.stage, overdue.cure_amount], ['OVERDUE', payment]);
    assert.ok(overdue.actions.includes('ACCELERATE'));
    await waitForMail(environment(), lender, /You may accelerate the loan/);
    await expectNoSeizure(loan, 'NOT_ACCELERATED');
    const path = `POST /escrow/${loan.id}/accelerate`;
    await expectRejection(borrower, path, { status: 403, body: {} });

    const accelerated = await accelerate(loan);
    assert.deepEqual(
      [accelerated.stage, accelerated.grace_ends_at !== null],
      ['ACCELERATED', true],
    );
    const spanMs =
      Date.parse(accelerated.acceleration_ends_at) - Date.parse(accelerated.accelerated_at);
    assert.equal(spanMs, 7 * 86_400_000);
    await waitForMail(environment(), borrower, /Repay everything owed within 7 days/);
    const owed = await getEscrow(borrower, loan);
    assert.equal(owed.cure_amount, owed.payoff);
    // Everything is due when the acceleration takes effect, with the interest until then.
    assert.equal(owed.next_due.date, owed.acceleration_ends_at.slice(0, 10));
    const { payoff: dueThen } = await borrower.get(
      `/escrow/${loan.id}/balance?on=${owed.next_due.date}`,
    );
    assert.equal(owed.next_due.amount, dueThen);
    assert.equal(await rejectAcceleration(loan), 'ALREADY_DONE');
    await expectNoSeizure(loan, 'IN_GRACE');

    // A part payment lowers the debt and stops nothing.
    await environment().sandbox.advanceClock('3d');
    const { payoff } = await getEscrow(borrower, loan);
    await pay(loan, payment);
    const after = await getEscrow(borrower, loan);
    assert.equal(after.stage, 'ACCELERATED');
    assert.equal(Math.round((payoff - after.payoff) * 100), Math.round(payment * 100));
    await expectNoSeizure(loan, 'IN_GRACE');
    await environment().sandbox.advanceClock('97h');
    await seize(loan);
    await waitForDomainNamed(lender, loan.domain.domain, 'CUSTODY_PAID');
  });

  test('the last instalment needs no acceleration', async () => {
    const terms = { ...yearly, instalments: 2, period: '14D' };
    const loan = await createPlannedLoan(environment(), terms);
    const [first] = await getSchedule(loan);
    await environment().sandbox.advanceClock('13d');
    await pay(loan, first?.payment);
    await passGrace(environment(), loan, 2);
    assert.equal((await getEscrow(loan.lender, loan)).stage, 'OVERDUE');
    assert.equal(await rejectAcceleration(loan), 'ACCELERATION_NOT_NEEDED');
    await seize(loan);
  });
}

function endsOfAcceleration(environment: GetEnvironment): void {
  test('a payment made before the acceleration that cures the default undoes it once it is confirmed', async () => {
    const loan = await createPlannedLoan(environment());
    const { borrower, lender } = loan;
    await passGrace(environment(), loan, 1);
    // Too late to block a seizure: it was reported after grace.
    const payment = await report(loan, (await getEscrow(borrower, loan)).cure_amount);
    assert.equal((await getEscrow(lender, loan)).stage, 'OVERDUE');
    await accelerate(loan);
    assert.equal((await getEscrow(lender, loan)).stage, 'ACCELERATED');
    await environment().sandbox.advanceClock('1d');
    await confirm(loan, payment);
    const cured = await getEscrow(borrower, loan);
    assert.deepEqual([cured.stage, cured.accelerated_at, cured.cure_amount], ['ACTIVE', null, 0]);
    assert.deepEqual(await listStates(loan), ['CURED']);
    assert.equal(cured.next_due.date, (await getSchedule(loan))[1]?.due);
    await expectNoSeizure(loan, 'IN_GRACE');
  });

  test('a reported payment of all that is overdue blocks within grace; denied once, the next one does not', async () => {
    const loan = await createPlannedLoan(environment());
    const { lender } = loan;
    await passDue(environment(), loan, { n: 1 });
    const { cure_amount } = await getEscrow(lender, loan);
    // One dollar stalls nothing.
    await report(loan, 1);
    assert.equal((await getEscrow(lender, loan)).stage, 'IN_GRACE');
    const payment = await report(loan, cure_amount);
    await passDue(environment(), loan, { n: 1, days: 9 });
    assert.equal((await getEscrow(lender, loan)).stage, 'REPAYMENT_CLAIMED');
    assert.equal(await rejectAcceleration(loan), 'CLAIM_OPEN');
    const path = `/escrow/${loan.id}/payments/${payment.id}/deny`;
    await lender.post(path, { reason: 'Nothing came.' });
    assert.equal((await getEscrow(lender, loan)).stage, 'OVERDUE');
    await report(loan, cure_amount);
    assert.equal((await accelerate(loan)).stage, 'ACCELERATED');
  });

  test('after an acceleration the borrower ends the loan with the whole payoff, and the lender cannot seize then', async () => {
    const loan = await createPlannedLoan(environment());
    const { borrower, lender, domain } = loan;
    await passGrace(environment(), loan, 1);
    await accelerate(loan);
    await environment().sandbox.advanceClock('8d');
    const { payoff } = await getEscrow(borrower, loan);
    await report(loan, payoff);
    assert.equal((await getEscrow(lender, loan)).stage, 'REPAYMENT_CLAIMED');
    await expectNoSeizure(loan, 'CLAIM_OPEN');
    const over = await performAction(lender, loan, 'finalize', { outcome: 'RETURN' });
    assert.deepEqual([over.status, over.payoff], ['FINALIZED_RETURN_TO_BORROWER', payoff]);
    await waitForDomainStatus(borrower, domain, 'CUSTODY_PAID');
  });
}

function lateCosts(environment: GetEnvironment): void {
  test('late fee and default rate: owed from their days, part of the cure, and nothing in a loan without them', async () => {
    const extras = { late_fee: 5, late_fee_cap: 20, default_apy: 5 };
    const loan = await createPlannedLoan(environment(), { ...yearly, ...extras });
    const { borrower, lender } = loan;
    const { late_fee, late_fee_cap, default_apy } = await getEscrow(borrower, loan);
    assert.deepEqual({ late_fee, late_fee_cap, default_apy }, extras);
    const [row] = await getSchedule(loan);
    await passDue(environment(), loan, { n: 1 });
    await passDue(environment(), loan, { n: 1, days: 6 });
    const before = await getEscrow(borrower, loan);
    const uplift = (days: number) => Math.round(row?.principal * 0.05 * days * (100 / 365)) / 100;
    assert.deepEqual([before.late_fees, before.default_interest], [0, uplift(6)]);
    await passDue(environment(), loan, { n: 1, days: 7 });
    const late = await getEscrow(borrower, loan);
    // 5 % of the instalment is above the cap.
    assert.deepEqual([late.late_fees, late.default_interest], [20, uplift(7)]);
    assert.equal(late.cure_amount, Math.round((row?.payment + 20 + uplift(7)) * 100) / 100);
    await waitForNotification([borrower], new RegExp(`to pay the overdue \\$${late.cure_amount}`));
    await pay(loan, late.cure_amount);
    const cured = await getEscrow(lender, loan);
    assert.deepEqual([cured.stage, cured.late_fees, cured.default_interest], ['ACTIVE', 0, 0]);
    const { principal } = await borrower.get(`/escrow/${loan.id}/balance`);
    // The interest of the late days is paid with the instalment and lowers its principal part.
    const lateInterest = Math.round((10_000 * 0.12 * 7 * 100) / 365) / 100;
    const left = row?.balance + lateInterest;
    assert.ok(Math.abs(principal - left) < 0.02, `${principal} ${left}`);
  });
}
