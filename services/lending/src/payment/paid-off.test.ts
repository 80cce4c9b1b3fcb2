/** Loans that part payments cover: the day that counts, silence, a short claim, disputes, and what follows the end. */

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { addDays, formatCalendarDay, utcDay } from '@nameloan/loan-math/calendar-day';
import { now, resetClock } from '@nameloan/runtime/clock';
import { escrows } from '../escrow/escrow.model.ts';
import { isPaymentClaimed } from '../escrow/loan-payee.ts';
import { payments } from '../escrow/transition/payment/payment.model.ts';
import { isDeemedRecently } from '../escrow/transition/payment/payment-deadlines.ts';
import { passDays } from '../testing/pass-days.ts';
import {
  confirmPayment,
  denyPayment,
  principal,
  readBalance,
  readDebt,
  reportPart,
} from '../testing/payment-calls.ts';
import type { TestLending, TestLoan } from '../testing/start-lending.ts';
import {
  createReceivedLoan,
  expectData,
  mutateLoan,
  startLending,
} from '../testing/start-lending.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
afterEach(resetClock);
after(() => service.stop());

const confirm = async (loan: TestLoan, paymentId: string, amount: number | null = null) =>
  expectData(await confirmPayment(loan.lender, loan.id, { paymentId, amount }));
const readLoan = async (loan: TestLoan) => expectData(await readDebt(loan.borrower, loan)).escrow;
const escalate = async (loan: TestLoan) =>
  mutateLoan(loan.borrower, 'escalate', { id: loan.id, more: ', reason: "No answer."' });

async function passEachDay(days: number): Promise<void> {
  for (let day = 0; day < days; day++) await passDays(service, 1);
}

async function settleContinue(loan: TestLoan): Promise<void> {
  const outcome = { id: loan.id, more: ', outcome: CONTINUE' };
  for (const party of [loan.borrower, loan.lender])
    expectData(await mutateLoan(party, 'settleDispute', outcome));
}

test('payments that are confirmed in another order end the loan on the day that covers it', async () => {
  const loan = await createReceivedLoan(service);
  const start = utcDay(now());
  await passDays(service, 41);
  const day = (days: number) => formatCalendarDay(addDays(start, days));
  const late = await reportPart(loan, { amount: 400_000, date: day(40), reference: 'late' });
  const early = await reportPart(loan, { amount: 60_000, date: day(10), reference: 'early' });
  await confirm(loan, late.id);
  await confirm(loan, early.id);
  const { claim } = await escrows.get(loan.id);
  assert.equal(claim && formatCalendarDay(claim.date), day(40));
  assert.equal((await readLoan(loan)).payoff, 0);
  expectData(await mutateLoan(loan.lender, 'finalize', loan));
  const { repaidOn, finalPayoffCents } = await escrows.get(loan.id);
  assert.deepEqual([repaidOn, finalPayoffCents], [addDays(start, 40), 0]);
  const figures = async (on: string) =>
    expectData(await readBalance(loan.lender, loan, on)).escrowBalance;
  const { payoff, principal: left } = await figures(day(20));
  assert.ok(left > 390_000 && payoff >= left, 'before its end the loan has its balance');
  assert.equal((await figures(day(40))).payoff, 0);
});

test('silence never pays a loan off: the last part is a claim of repayment that the lender can deny', async () => {
  const loan = await createReceivedLoan(service);
  const first = await reportPart(loan, { amount: 250_000, reference: 'a' });
  const second = await reportPart(loan, { amount: 200_000, reference: 'b' });
  await passEachDay(10);
  const statuses = async () =>
    Promise.all([first, second].map(async ({ id }) => (await payments.get(id)).status));
  assert.deepEqual(await statuses(), ['DEEMED', 'REPORTED']);
  const claimed = await escrows.get(loan.id);
  assert.deepEqual(
    [claimed.claim?.paymentId, claimed.claim?.amountCents, claimed.openPayments],
    [second.id, 200_000, []],
  );
  assert.equal((await readLoan(loan)).stage, 'REPAYMENT_CLAIMED');
  expectData(await denyPayment(loan.lender, loan.id, { paymentId: second.id }));
  assert.deepEqual(await statuses(), ['DEEMED', 'DENIED']);
  const { claim, countedPayments } = await escrows.get(loan.id);
  assert.deepEqual([claim, countedPayments?.length], [null, 1]);
});

test('a claim by silence is a dispute after ten more days', async () => {
  const loan = await createReceivedLoan(service);
  await reportPart(loan, { amount: 250_000, reference: 'a' });
  await reportPart(loan, { amount: 200_000, reference: 'b' });
  await passEachDay(19);
  assert.equal((await readLoan(loan)).status, 'LOAN_POSTED');
  await passDays(service, 1);
  assert.equal((await readLoan(loan)).status, 'ESCALATED');
});

test('a short claim can be escalated within the pause after a dispute, and not be repeated', async () => {
  const loan = await createReceivedLoan(service);
  expectData(await escalate(loan));
  await settleContinue(loan);
  const claimed = await reportPart(loan, { amount: principal });
  await confirm(loan, claimed.id, principal - 2_500);
  const { continuation, deniedClaims } = await escrows.get(loan.id);
  assert.deepEqual([continuation?.stage, deniedClaims?.length], [null, 1]);
  expectData(await escalate(loan));
});

test('a paid-off loan that continues after a dispute waits for the lender again', async () => {
  const loan = await createReceivedLoan(service);
  const part = await reportPart(loan, { amount: 250_000, reference: 'a' });
  await confirm(loan, part.id);
  expectData(await escalate(loan));
  // During a dispute the full amount is a payment, not a claim.
  const rest = await reportPart(loan, { amount: 200_000, reference: 'b' });
  assert.equal((await escrows.get(loan.id)).claim, null);
  await confirm(loan, rest.id);
  const settled = now();
  await settleContinue(loan);
  const { claim, status } = await escrows.get(loan.id);
  assert.equal(status, 'LOAN_POSTED');
  assert.ok(claim !== null && claim.at >= settled);
});

test('the end of a dispute covers payments that counted before it', () => {
  const deemedAt = addDays(now(), -5);
  const countedPayments = [{ id: 'p', day: deemedAt, amountCents: 100, deemedAt }];
  const recent = (continuation: { at: Date; stage: null } | null) =>
    isDeemedRecently({ countedPayments, continuation }, now());
  assert.equal(recent(null), true);
  assert.equal(recent({ at: addDays(deemedAt, -1), stage: null }), true);
  assert.equal(recent({ at: addDays(deemedAt, 1), stage: null }), false);
});

test('an open payment keeps the lender’s payee as a claim does', async () => {
  const loan = await createReceivedLoan(service);
  assert.equal(isPaymentClaimed(await escrows.get(loan.id), 'LENDER'), false);
  await reportPart(loan);
  assert.equal(isPaymentClaimed(await escrows.get(loan.id), 'LENDER'), true);
});
