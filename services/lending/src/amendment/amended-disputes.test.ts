/** Disputes that end in an amendment. */

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { addDays, formatCalendarDay, utcDay } from '@nameloan/loan-math/calendar-day';
import { now, resetClock } from '@nameloan/runtime/clock';
import type { Caller } from '@nameloan/testkit/service/test-service';
import { escrows } from '../escrow/escrow.model.ts';
import { agree, listAmendments, propose, signAmendment } from '../testing/amendment-calls.ts';
import { passDays } from '../testing/pass-days.ts';
import { confirmPayment, reportPart, today } from '../testing/payment-calls.ts';
import type { TestLending, TestLoan } from '../testing/start-lending.ts';
import {
  createReceivedLoan,
  expectData,
  mutateLoan,
  startLending,
} from '../testing/start-lending.ts';

let service: TestLending;
let loan: TestLoan;
beforeEach(async () => {
  service = await startLending();
  loan = await createReceivedLoan(service);
});
afterEach(async () => {
  resetClock();
  await service.stop();
});

const inDays = (days: number): string => formatCalendarDay(addDays(utcDay(now()), days));
const record = () => escrows.get(loan.id);
const statuses = async () => (await listAmendments(loan.lender, loan)).map(({ status }) => status);
const settle = (call: Caller, amendment: number | null) =>
  call(
    `mutation ($id: ID!, $amendment: Int) {
      settleDispute(id: $id, outcome: AMEND, amendment: $amendment) { status }
    }`,
    { id: loan.id, amendment },
  );

test('a dispute about a claim ends once the amendment that both chose is signed by both', async () => {
  await passDays(service, 20);
  const claim = { date: today(), method: 'Wire', reference: 'A' };
  const details = `, date: "${claim.date}", method: "Wire", reference: "A"`;
  expectData(await mutateLoan(loan.borrower, 'claimRepaid', { id: loan.id, more: details }));
  await passDays(service, 10);
  assert.equal((await record()).status, 'ESCALATED');
  expectData(await propose(loan.borrower, loan, { due: inDays(60), rate: 2_000 }));
  expectData(await settle(loan.borrower, 1));
  assert.deepEqual(await statuses(), ['PROPOSED'], 'the proposal is the choice of its proposer');
  expectData(await settle(loan.lender, 1));
  assert.deepEqual([(await record()).status, await statuses()], ['ESCALATED', ['AGREED']]);
  expectData(await signAmendment(loan, 'borrower'));
  expectData(await signAmendment(loan, 'lender'));
  const { status, claim: open, dueAt, settlement, amendment } = await record();
  assert.deepEqual(
    [status, open, settlement ?? null, amendment],
    ['LOAN_POSTED', null, null, null],
  );
  assert.equal(formatCalendarDay(dueAt ?? now()), inDays(60));
  assert.deepEqual(await statuses(), ['EFFECTIVE']);
});

test('with agreed money the dispute ends with its confirmation, and without it goes on', async () => {
  await passDays(service, 20);
  expectData(await mutateLoan(loan.borrower, 'escalate', loan));
  const terms = { due: inDays(60), interest: 'PAY' };
  for (const n of [1, 2]) {
    expectData(await propose(loan.lender, loan, terms));
    expectData(await agree(loan.borrower, loan, n));
    expectData(await signAmendment(loan, 'borrower'));
    expectData(await signAmendment(loan, 'lender'));
    if (n === 1) await passDays(service, 10);
  }
  assert.equal((await record()).status, 'ESCALATED');
  assert.deepEqual(await statuses(), ['LAPSED', 'AWAITING_MONEY']);
  const amount = (await listAmendments(loan.lender, loan)).at(-1)?.amountDue;
  const paid = await reportPart(loan, { leg: 'AMENDMENT', amendment: 2, amount });
  expectData(await confirmPayment(loan.lender, loan.id, { paymentId: paid.id }));
  assert.equal((await record()).status, 'LOAN_POSTED');
  assert.deepEqual(await statuses(), ['LAPSED', 'EFFECTIVE']);
});

test('a choice of the amendment that both have signed changes nothing, and its money ends the dispute', async () => {
  await passDays(service, 20);
  expectData(await propose(loan.lender, loan, { due: inDays(60), interest: 'PAY' }));
  expectData(await agree(loan.borrower, loan, 1));
  expectData(await signAmendment(loan, 'borrower'));
  expectData(await signAmendment(loan, 'lender'));
  expectData(await mutateLoan(loan.lender, 'escalate', loan));
  for (const party of [loan.borrower, loan.lender, loan.lender]) expectData(await settle(party, 1));
  assert.deepEqual([(await record()).status, await statuses()], ['ESCALATED', ['AWAITING_MONEY']]);
  const amount = (await listAmendments(loan.lender, loan)).at(-1)?.amountDue;
  const paid = await reportPart(loan, { leg: 'AMENDMENT', amendment: 1, amount });
  expectData(await confirmPayment(loan.lender, loan.id, { paymentId: paid.id }));
  assert.deepEqual([(await record()).status, await statuses()], ['LOAN_POSTED', ['EFFECTIVE']]);
});

test('another outcome of the dispute ends its amendment', async () => {
  expectData(await mutateLoan(loan.borrower, 'escalate', loan));
  expectData(await propose(loan.lender, loan, { due: inDays(100) }));
  expectData(await agree(loan.borrower, loan, 1));
  const outcome = { id: loan.id, more: ', outcome: CONTINUE' };
  expectData(await mutateLoan(loan.borrower, 'settleDispute', outcome));
  assert.deepEqual(await statuses(), ['AGREED']);
  expectData(await mutateLoan(loan.lender, 'settleDispute', outcome));
  assert.deepEqual(await statuses(), ['VOID']);
  assert.equal((await signAmendment(loan, 'lender')).code !== undefined, true);
});

test('an amendment settles only a dispute, and needs its number', async () => {
  expectData(await propose(loan.lender, loan, { due: inDays(100) }));
  assert.equal((await settle(loan.borrower, 1)).reason, 'STATUS');
  expectData(await mutateLoan(loan.borrower, 'escalate', loan));
  assert.equal((await settle(loan.borrower, null)).code, 'INVALID_INPUT');
  assert.equal((await settle(loan.borrower, 9)).code, 'NOT_FOUND');
  assert.equal((await settle(loan.borrower, 1)).reason, 'NO_AMENDMENT', 'the dispute ended it');
});
