/** How payments end: by silence, by the payment of the payoff, and with the loan; and the balance of a day. */

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { addDays, formatCalendarDay, wholeDays } from '@nameloan/loan-math/calendar-day';
import { now, resetClock } from '@nameloan/runtime/clock';
import { staleAccounts } from '@nameloan/testkit/service/test-service';
import { histories } from '../escrow/escrow.model.ts';
import { payments } from '../escrow/transition/payment/payment.model.ts';
import { completeEvidence } from '../testing/disputes.ts';
import { passDays } from '../testing/pass-days.ts';
import {
  confirmPayment,
  interestOf,
  listPayments,
  principal,
  readBalance,
  readDebt,
  readFigures,
  readStage,
  reportPart,
  reportPayment,
  today,
} from '../testing/payment-calls.ts';
import type { TestLending } from '../testing/start-lending.ts';
import {
  createAccount,
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

test('a payment with all details counts after ten days of silence, with reminders on days 3, 7 and 9', async () => {
  const loan = await createReceivedLoan(service);
  const paid = await reportPart(loan);
  const bare = await reportPart(loan, { reference: null, amount: 500 });
  const reminders = () => histories.count({ escrowId: loan.id, action: 'REMIND_PAYMENT' });
  const counts: number[] = [];
  for (let day = 1; day <= 10; day++) {
    await passDays(service, 1);
    counts.push(await reminders());
  }
  assert.deepEqual(counts, [0, 0, 1, 1, 1, 1, 2, 2, 3, 3]);
  const states = async () =>
    (await listPayments(loan.lender, loan)).slice(1).map(({ status }) => status);
  assert.deepEqual(await states(), ['DEEMED', 'REPORTED']);
  assert.equal((await payments.get(paid.id)).confirmedCents, 100_000);
  assert.equal((await readFigures(loan)).principal, principal - 100_000);
  await passDays(service, 30);
  assert.deepEqual(await states(), ['DEEMED', 'REPORTED']);
  expectData(await confirmPayment(loan.lender, loan.id, { paymentId: bare.id }));
});

test('an operator rejects payments that counted by silence and never came, and no others', async () => {
  const loan = await createReceivedLoan(service);
  const real = await reportPart(loan, { amount: 50_000, reference: 'real' });
  expectData(await confirmPayment(loan.lender, loan.id, { paymentId: real.id }));
  const fake = await reportPart(loan, { amount: 300_000, reference: 'fake' });
  await passDays(service, 10);
  assert.equal((await readFigures(loan)).principal, principal - 350_000);
  expectData(await mutateLoan(loan.lender, 'escalate', loan));
  await completeEvidence(loan);
  const operator = service.as(await createAccount(service, 'Olga Operator', { operator: true }));
  const resolve = (ids: string[], outcome = 'CONTINUE') =>
    mutateLoan(operator, 'resolveDispute', {
      id: loan.id,
      more: `, outcome: ${outcome}, reason: "It never came.", rejectPayments: ${JSON.stringify(ids)}`,
    });
  const query = 'query ($id: ID!) { escrow(id: $id) { rejectablePayments } }';
  const rejectable = expectData(await operator(query, { id: loan.id })).escrow.rejectablePayments;
  assert.deepEqual(rejectable, [fake.id]);
  for (const ids of [[real.id], [fake.id, real.id], ['none']])
    assert.equal((await resolve(ids)).code, 'INVALID_INPUT');
  assert.equal((await resolve([fake.id], 'SEIZE')).code, 'INVALID_INPUT');
  expectData(await resolve([fake.id]));
  assert.equal((await readFigures(loan)).principal, principal - 50_000);
  assert.equal((await payments.get(fake.id)).status, 'DENIED');
  assert.equal((await payments.get(real.id)).status, 'CONFIRMED');
});

test('a payment of the payoff is the claim of repayment, and its confirmation ends the loan', async () => {
  const loan = await createReceivedLoan(service);
  await passDays(service, 30);
  const part = await reportPart(loan, { amount: 200_000, reference: 'part' });
  // Part payments together discharge the debt, so each confirmation needs the person.
  staleAccounts.add(loan.lenderId);
  const unproven = await confirmPayment(loan.lender, loan.id, { paymentId: part.id });
  assert.equal(unproven.code, 'STEP_UP_REQUIRED');
  staleAccounts.delete(loan.lenderId);
  expectData(await confirmPayment(loan.lender, loan.id, { paymentId: part.id }));
  const { payoff } = await readFigures(loan);
  await passDays(service, 1);
  const day = formatCalendarDay(addDays(now(), -1));
  const rest = await reportPart(loan, { amount: payoff, date: day, reference: 'rest' });
  assert.equal(await readStage(loan), 'REPAYMENT_CLAIMED');
  const another = await reportPayment(loan.borrower, loan, { amount: payoff + 5_000 });
  assert.equal(another.reason, 'CLAIM_OPEN');
  const open = await readFigures(loan);
  assert.deepEqual([open.ifConfirmed.payoff, open.ifDenied.payoff], [0, open.payoff]);
  staleAccounts.add(loan.lenderId);
  const stale = await confirmPayment(loan.lender, loan.id, { paymentId: rest.id });
  assert.equal(stale.code, 'STEP_UP_REQUIRED');
  staleAccounts.delete(loan.lenderId);
  expectData(await confirmPayment(loan.lender, loan.id, { paymentId: rest.id }));
  const ended = expectData(await readDebt(loan.borrower, loan)).escrow;
  assert.deepEqual(
    [ended.status, ended.payoff, ended.endedBy, ended.nextDue],
    ['FINALIZED_RETURN_TO_BORROWER', payoff, 'REPAID', null],
  );
  assert.equal((await payments.get(rest.id)).status, 'CONFIRMED');
});

test('a claimed payment that arrived short counts as a part payment, and the claim is closed', async () => {
  const loan = await createReceivedLoan(service);
  const claimed = await reportPart(loan, { amount: principal });
  expectData(
    await confirmPayment(loan.lender, loan.id, {
      paymentId: claimed.id,
      amount: principal - 2_500,
    }),
  );
  const { status, stage, payoff } = expectData(await readDebt(loan.lender, loan)).escrow;
  assert.deepEqual([status, stage, payoff], ['LOAN_POSTED', 'ACTIVE', 2_500]);
  assert.equal((await payments.get(claimed.id)).status, 'CORRECTED');
});

test('claims and marks of the customer’s calls are recorded as payments, with their ends', async () => {
  const loan = await createReceivedLoan(service);
  const claim = (reference: string) =>
    mutateLoan(loan.borrower, 'claimRepaid', {
      id: loan.id,
      more: `, date: "${today()}", method: "Wire", reference: "${reference}"`,
    });
  expectData(await claim('R1'));
  expectData(await mutateLoan(loan.lender, 'denyRepaid', { id: loan.id, more: ', reason: "No."' }));
  expectData(await claim('R2'));
  expectData(await mutateLoan(loan.borrower, 'withdrawClaim', loan));
  expectData(await claim('R3'));
  expectData(await mutateLoan(loan.lender, 'finalize', loan));
  const [advance, ...repayments] = await listPayments(loan.lender, loan);
  assert.deepEqual(
    [advance?.leg, advance?.status, advance?.amount, advance?.from],
    ['ADVANCE', 'CONFIRMED', principal, 'LENDER'],
  );
  assert.deepEqual(
    repayments.map(({ status, amount, reason }) => [status, amount, reason]),
    [
      ['DENIED', principal, 'No.'],
      ['WITHDRAWN', principal, null],
      ['CONFIRMED', principal, null],
    ],
  );
});

test('counted payments that cover the loan open the claim of repayment, and exclude seizure, denial and withdrawal', async () => {
  const loan = await createReceivedLoan(service);
  const first = await reportPart(loan, { amount: 250_000, reference: 'a' });
  const second = await reportPart(loan, { amount: 200_000, reference: 'b' });
  expectData(await confirmPayment(loan.lender, loan.id, { paymentId: first.id }));
  expectData(await confirmPayment(loan.lender, loan.id, { paymentId: second.id }));
  assert.equal(await readStage(loan), 'REPAYMENT_CLAIMED');
  const denial = await mutateLoan(loan.lender, 'denyRepaid', {
    id: loan.id,
    more: ', reason: "x"',
  });
  assert.equal(denial.reason, 'NOTHING_OWED');
  assert.equal((await mutateLoan(loan.borrower, 'withdrawClaim', loan)).reason, 'NOTHING_OWED');
  await passDays(service, 9);
  expectData(await mutateLoan(loan.lender, 'finalize', loan));
  const { status, payoff } = expectData(await readDebt(loan.lender, loan)).escrow;
  assert.deepEqual([status, payoff], ['FINALIZED_RETURN_TO_BORROWER', 0]);
});

test('part payments never stall a seizure, and end unanswered with the loan', async () => {
  const loan = await createReceivedLoan(service);
  await passDays(service, 60);
  for (let number = 0; number < 20; number++)
    await reportPart(loan, { amount: 100, reference: `s${number}` });
  const full = await reportPayment(loan.borrower, loan, { amount: 100, reference: 'more' });
  assert.equal(full.reason, 'TOO_MANY_PAYMENTS');
  assert.equal(await readStage(loan), 'IN_GRACE');
  await passDays(service, 9);
  assert.equal(await readStage(loan), 'OVERDUE');
  expectData(await mutateLoan(loan.lender, 'finalize', { id: loan.id, more: ', outcome: SEIZE' }));
  const statuses = new Set(
    (await listPayments(loan.lender, loan)).slice(1).map(({ status }) => status),
  );
  assert.deepEqual([...statuses], ['DENIED']);
  assert.equal(expectData(await readDebt(loan.lender, loan)).escrow.endedBy, 'SEIZED');
});

test('a confirmation is at most what was reported or owed', async () => {
  const loan = await createReceivedLoan(service);
  const { id: paymentId } = await reportPart(loan);
  const wrong = await confirmPayment(loan.lender, loan.id, { paymentId, amount: principal + 1 });
  assert.equal(wrong.code, 'INVALID_INPUT');
  assert.match(wrong.fields?.amount ?? '', /at most \$4,500\.00/);
  expectData(await confirmPayment(loan.lender, loan.id, { paymentId, amount: principal - 1 }));
  assert.equal((await readFigures(loan)).principal, 1);
});

test('a claim is confirmed with at most what was claimed or owed', async () => {
  const loan = await createReceivedLoan(service);
  const details = `, date: "${today()}", method: "Wire", reference: "A"`;
  expectData(await mutateLoan(loan.borrower, 'claimRepaid', { id: loan.id, more: details }));
  const paymentId = (await listPayments(loan.lender, loan)).at(-1)?.id ?? '';
  const confirm = (amount: number) => confirmPayment(loan.lender, loan.id, { paymentId, amount });
  const wrong = await confirm(100_000_000_000);
  assert.match(wrong.fields?.amount ?? '', /at most \$4,500\.00/);
  expectData(await confirm(principal));
  assert.equal((await payments.get(paymentId)).confirmedCents, principal);
});

test('a year later an open payment without details can still be answered', async () => {
  const loan = await createReceivedLoan(service);
  const reported = now();
  const { id: paymentId } = await reportPart(loan, { method: null });
  await passDays(service, 370);
  expectData(await confirmPayment(loan.lender, loan.id, { paymentId }));
  const { principal: left, interest } = await readFigures(loan);
  assert.equal(left, principal - 100_000);
  assert.equal(interest, interestOf(left, wholeDays(reported, now())));
});

test('a balance has a day from the receipt to ten years after it', async () => {
  const loan = await createReceivedLoan(service);
  const inDays = (days: number) => formatCalendarDay(addDays(now(), days));
  assert.equal((await readFigures(loan, inDays(60))).payoff, principal + interestOf(principal, 60));
  for (const on of [inDays(-1), inDays(3_654)]) {
    const result = await readBalance(loan.lender, loan, on);
    assert.equal(result.code, 'INVALID_INPUT');
    assert.ok(result.fields?.on);
  }
});
