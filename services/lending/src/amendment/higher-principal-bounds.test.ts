/** The bounds of a higher principal, and the reminders of an agreed amendment. */

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { addDays, utcDay } from '@nameloan/loan-math/calendar-day';
import { now, resetClock } from '@nameloan/runtime/clock';
import {
  agree,
  amend,
  listAmendments,
  propose,
  signAmendment,
} from '../testing/amendment-calls.ts';
import { passDays } from '../testing/pass-days.ts';
import {
  confirmPayment,
  interestOf,
  readFigures,
  readStage,
  reportPayment,
} from '../testing/payment-calls.ts';
import type { TestLending, TestLoan } from '../testing/start-lending.ts';
import {
  createReceivedLoan,
  expectData,
  listEventsAbout,
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
const last = async () => (await listAmendments(loan.borrower, loan)).at(-1);
const money = { leg: 'AMENDMENT', amendment: 1, method: 'Wire', reference: 'A-1' };
const report = (amount: number, more: Record<string, unknown> = {}) =>
  reportPayment(loan.lender, loan, { ...money, amount, ...more });
const send = async (amount: number, more: Record<string, unknown> = {}): Promise<string> =>
  expectData(await report(amount, more)).reportPayment.id;

test('terms out of bounds name the amount, also at the agreement', async () => {
  const refused = async (terms: Record<string, unknown>, more: Record<string, unknown> = {}) => {
    const answer = await propose(loan.lender, loan, terms, { ...up, ...more });
    assert.deepEqual(
      [answer.code, Object.keys(answer.fields ?? {})],
      ['INVALID_INPUT', ['terms.amount']],
    );
  };
  await refused({});
  await refused({ amount: 99 });
  await refused({ amount: 10_099 }, { fee: 10_000 });
  await refused({ amount: 1_000_000_000 });
  await passDays(service, 20);
  await refused({ amount: 3_798, interest: 'PAY' });
  expectData(await propose(loan.lender, loan, { amount: 3_799, interest: 'PAY' }, up));
  await passDays(service, 1);
  assert.equal(
    (await agree(loan.borrower, loan, 1)).code,
    'INVALID_INPUT',
    'a day more is set off',
  );
});

test('the principal does not grow while a payment is due, nor without registration until 90 days after the due date', async () => {
  const known = service.eligibilities.get(loan.domainId);
  assert.ok(known);
  const expireIn = (days: number) =>
    service.eligibilities.set(loan.domainId, {
      ...known,
      expiresAt: addDays(utcDay(now()), days).toISOString(),
    });
  expireIn(149);
  assert.equal(
    (await propose(loan.lender, loan, { amount: 10_000 }, up)).reason,
    'REGISTRATION_TOO_SHORT',
  );
  expireIn(150);
  expectData(await propose(loan.lender, loan, { amount: 10_000 }, up));
  expectData(await agree(loan.borrower, loan, 1));
  await passDays(service, 3);
  await passDays(service, 57);
  assert.equal((await propose(loan.lender, loan, { amount: 10_000 }, up)).reason, 'PAYMENT_DUE');
});

test('money that was sent counts although the loan has fallen due since, and all of it is due', async () => {
  await passDays(service, 55);
  await amend(loan, { amount: 100_000 }, up);
  await passDays(service, 4);
  const paymentId = await send(100_000);
  await passDays(service, 2);
  expectData(await confirmPayment(loan.borrower, loan.id, { paymentId }));
  assert.equal((await last())?.status, 'EFFECTIVE');
  assert.equal(
    (await readFigures(loan)).payoff,
    Math.round(550_000 + interestOf(450_000, 59) + interestOf(550_000, 2)),
  );
  assert.equal(await readStage(loan), 'IN_GRACE');
});

test('both who have not signed, and who has to pay or to answer, are reminded a day before the end', async () => {
  const reminded = () =>
    listEventsAbout(service, 'lending.escrow.moved', {
      escrowId: loan.id,
      move: 'REMIND_AMENDMENT',
    }).map(({ data }) => 'awaits' in data && data.awaits);
  expectData(await propose(loan.lender, loan, { amount: 100_000 }, up));
  expectData(await agree(loan.borrower, loan, 1));
  await passDays(service, 1.9);
  assert.deepEqual(reminded(), []);
  await passDays(service, 0.1);
  assert.deepEqual(reminded(), ['BOTH']);
  expectData(await signAmendment(loan, 'borrower'));
  expectData(await signAmendment(loan, 'lender'));
  await passDays(service, 7);
  assert.deepEqual(reminded(), ['BOTH', 'LENDER']);
  await send(100_000);
  await passDays(service, 4);
  assert.deepEqual(reminded(), ['BOTH', 'LENDER', 'BORROWER']);
  await passDays(service, 1);
  assert.equal((await last())?.status, 'EFFECTIVE');
  assert.equal(reminded().length, 3);
});
