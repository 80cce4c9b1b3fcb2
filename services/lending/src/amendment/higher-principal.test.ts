/** A higher principal: the lender pays, the borrower answers. */

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { now, resetClock } from '@nameloan/runtime/clock';
import { escrows } from '../escrow/escrow.model.ts';
import { buildPerformanceLine } from '../statement/performance-lines.ts';
import { amend, listAmendments } from '../testing/amendment-calls.ts';
import { passDays } from '../testing/pass-days.ts';
import {
  confirmPayment,
  denyPayment,
  interestOf,
  listPayments,
  readFigures,
  readStage,
  reportPart,
  reportPayment,
  today,
  withdrawPayment,
} from '../testing/payment-calls.ts';
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

const up = { kind: 'PRINCIPAL_UP' };
const record = () => escrows.get(loan.id);
const last = async () => (await listAmendments(loan.borrower, loan)).at(-1);
const money = { leg: 'AMENDMENT', amendment: 1, method: 'Wire', reference: 'A-1' };
const report = (amount: number, more: Record<string, unknown> = {}) =>
  reportPayment(loan.lender, loan, { ...money, amount, ...more });
const send = async (amount: number, more: Record<string, unknown> = {}): Promise<string> =>
  expectData(await report(amount, more)).reportPayment.id;
const readMoney = async () =>
  (await listPayments(loan.borrower, loan)).filter(({ leg }) => leg === 'AMENDMENT');

test('the lender pays what the fee and the interest leave, and the principal grows on that day', async () => {
  await passDays(service, 20);
  await amend(loan, { amount: 100_000, interest: 'PAY' }, { ...up, fee: 5_000 });
  // 4,500.00 at 15 % for 20 days is 36.99.
  const waiting = await last();
  assert.deepEqual(
    [waiting?.status, waiting?.amountDue, waiting?.payer],
    ['AWAITING_MONEY', 91_301, 'LENDER'],
  );
  await passDays(service, 2);
  const id = await send(91_301);
  assert.equal(await readStage(loan), 'ACTIVE');
  const { ifConfirmed, ifDenied } = await readFigures(loan);
  // The interest of the two days after the agreement stays due.
  const rest = interestOf(450_000, 22) - interestOf(450_000, 20);
  assert.deepEqual(
    [ifConfirmed.principal, ifConfirmed.payoff, ifDenied.payoff],
    [550_000, 550_000 + rest, 450_000 + interestOf(450_000, 22)],
  );
  expectData(await confirmPayment(loan.borrower, loan.id, { paymentId: id }));
  const effective = await last();
  assert.deepEqual([effective?.status, effective?.effectiveOn], ['EFFECTIVE', today()]);
  const [paid] = await readMoney();
  assert.deepEqual(
    [paid?.from, paid?.to, paid?.status, paid?.confirmedAmount],
    ['LENDER', 'BORROWER', 'CONFIRMED', 91_301],
  );
  const { principal, interest, fees } = await readFigures(loan);
  assert.deepEqual([principal, interest, fees], [550_000, rest, 0]);
  await passDays(service, 10);
  // Fractions of a cent stay: 40.68(49) − 36.99 + 22.60(27).
  assert.equal((await readFigures(loan)).payoff, 552_630);
  const line = buildPerformanceLine(await record(), now());
  assert.deepEqual(
    [line?.principalCents, line?.accruedCents],
    [550_000, 5_000 + interestOf(450_000, 20) + 2_630],
    'the fee and the interest that were set off are earned',
  );
});

test('only the lender reports it, with the exact amount and all details, and only the borrower answers', async () => {
  await amend(loan, { amount: 100_000 }, up);
  assert.equal(
    (await reportPayment(loan.borrower, loan, { ...money, amount: 100_000 })).code,
    'FORBIDDEN',
  );
  assert.equal((await report(99_999)).code, 'INVALID_INPUT');
  assert.equal((await report(100_000, { reference: null })).code, 'INVALID_INPUT');
  assert.equal((await report(100_000, { amendment: 2 })).reason, 'NO_AMENDMENT');
  assert.equal(
    (await reportPayment(loan.lender, loan, { amount: 100_000 })).code,
    'FORBIDDEN',
    'a lender repays nothing',
  );
  const paymentId = await send(100_000);
  assert.equal((await report(100_000, { reference: 'A-2' })).reason, 'DUPLICATE_PAYMENT');
  assert.equal((await confirmPayment(loan.lender, loan.id, { paymentId })).code, 'FORBIDDEN');
  assert.equal((await denyPayment(loan.lender, loan.id, { paymentId })).code, 'FORBIDDEN');
  assert.equal((await withdrawPayment(loan.borrower, loan.id, paymentId)).code, 'FORBIDDEN');
  assert.equal(
    (await confirmPayment(loan.borrower, loan.id, { paymentId, amount: 90_000 })).code,
    'INVALID_INPUT',
  );
  expectData(await withdrawPayment(loan.lender, loan.id, paymentId));
  assert.equal((await last())?.status, 'AWAITING_MONEY');
  const again = await send(100_000, { reference: 'A-3' });
  expectData(await confirmPayment(loan.borrower, loan.id, { paymentId: again }));
  assert.equal(
    (await confirmPayment(loan.borrower, loan.id, { paymentId: again })).reason,
    'ALREADY_DONE',
  );
  assert.deepEqual(
    (await readMoney()).map(({ status }) => status),
    ['WITHDRAWN', 'CONFIRMED'],
  );
});

test('silence of five days counts as receipt from the day of the payment, also after the tenth day', async () => {
  await passDays(service, 5);
  await amend(loan, { amount: 100_000 }, up);
  await passDays(service, 9);
  const sentOn = today();
  await send(100_000);
  await passDays(service, 4);
  assert.equal((await last())?.status, 'AWAITING_MONEY', 'money that was sent does not lapse');
  await passDays(service, 1);
  const effective = await last();
  assert.deepEqual([effective?.status, effective?.effectiveOn], ['EFFECTIVE', sentOn]);
  const [paid] = await readMoney();
  assert.deepEqual([paid?.status, paid?.confirmedAmount], ['DEEMED', 100_000]);
  const { principal, interest } = await readFigures(loan);
  assert.deepEqual(
    [principal, interest],
    [550_000, Math.round(interestOf(450_000, 14) + interestOf(550_000, 5))],
  );
});

test('without the money it lapses, and a denied report can be repeated until then', async () => {
  await amend(loan, { amount: 100_000 }, up);
  const paymentId = await send(100_000);
  expectData(await denyPayment(loan.borrower, loan.id, { paymentId }));
  assert.equal((await report(100_000)).reason, 'DUPLICATE_PAYMENT', 'the same report was denied');
  await passDays(service, 9);
  const second = await send(100_000, { reference: 'A-2' });
  expectData(await denyPayment(loan.borrower, loan.id, { paymentId: second }));
  await passDays(service, 1);
  assert.equal((await last())?.status, 'LAPSED');
  assert.equal((await report(100_000, { reference: 'A-3' })).reason ?? 'FORBIDDEN', 'FORBIDDEN');
  assert.equal((await readFigures(loan)).principal, 450_000);
});

test('a dispute does not end an amendment whose money was sent, and its confirmation ends the dispute', async () => {
  await amend(loan, { amount: 100_000 }, up);
  const paymentId = await send(100_000);
  expectData(await mutateLoan(loan.borrower, 'escalate', loan));
  await passDays(service, 12);
  assert.deepEqual(
    [(await record()).status, (await last())?.status],
    ['ESCALATED', 'AWAITING_MONEY'],
  );
  expectData(await confirmPayment(loan.borrower, loan.id, { paymentId }));
  assert.deepEqual([(await record()).status, (await last())?.status], ['LOAN_POSTED', 'EFFECTIVE']);
  assert.equal((await readFigures(loan)).principal, 550_000);
});

test('after a dispute the days of silence start again', async () => {
  await amend(loan, { amount: 100_000 }, up);
  await send(100_000);
  expectData(await mutateLoan(loan.borrower, 'escalate', loan));
  await passDays(service, 12);
  for (const call of [loan.borrower, loan.lender])
    expectData(
      await mutateLoan(call, 'settleDispute', { id: loan.id, more: ', outcome: CONTINUE' }),
    );
  await passDays(service, 4);
  assert.equal((await last())?.status, 'AWAITING_MONEY');
  await passDays(service, 1);
  assert.equal((await last())?.status, 'EFFECTIVE');
});

test('a payment that covers the loan before the answer waits for it, and the advance for the claim', async () => {
  await passDays(service, 10);
  await amend(loan, { amount: 100_000 }, up);
  const paymentId = await send(100_000);
  const owed = (await readFigures(loan)).payoff;
  const claim = await reportPart(loan, { amount: owed, reference: 'ALL' });
  assert.equal((await confirmPayment(loan.borrower, loan.id, { paymentId })).reason, 'CLAIM_OPEN');
  await passDays(service, 6);
  assert.equal((await last())?.status, 'AWAITING_MONEY');
  expectData(await denyPayment(loan.lender, loan.id, { paymentId: claim.id }));
  await service.settle();
  assert.deepEqual(
    [(await readMoney())[0]?.status, (await readFigures(loan)).principal],
    ['DEEMED', 550_000],
  );
});

test('the borrower’s answer at once with the lender’s withdrawal has one winner', async () => {
  await amend(loan, { amount: 100_000 }, up);
  const paymentId = await send(100_000);
  const answers = await Promise.all([
    confirmPayment(loan.borrower, loan.id, { paymentId }),
    withdrawPayment(loan.lender, loan.id, paymentId),
  ]);
  assert.equal(answers.filter(({ code }) => !code).length, 1);
  const { principal } = await readFigures(loan);
  const [paid] = await readMoney();
  assert.deepEqual(
    [principal, paid?.status],
    answers[0].code ? [450_000, 'WITHDRAWN'] : [550_000, 'CONFIRMED'],
  );
});

test('a loan with an advance is repaid by all of it', async () => {
  await amend(loan, { amount: 100_000 }, up);
  const paymentId = await send(100_000);
  expectData(await confirmPayment(loan.borrower, loan.id, { paymentId }));
  await passDays(service, 10);
  const owed = 550_000 + interestOf(550_000, 10);
  assert.equal((await readFigures(loan)).payoff, owed);
  const claim = await reportPart(loan, { amount: owed, reference: 'ALL' });
  expectData(await confirmPayment(loan.lender, loan.id, { paymentId: claim.id }));
  const line = buildPerformanceLine(await record(), now());
  assert.deepEqual([line?.state, line?.earnedCents], ['REPAID', interestOf(550_000, 10)]);
});
