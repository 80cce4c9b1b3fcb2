/** Payment exceptions: they wait for an operator, who credits what arrived or fails them. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { describePaymentMismatch } from '@nameloan/contracts/deposit-reasons';
import { moveClock, resetClock } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import type { Payment } from '../deposit/deposit.ts';
import { readDepositNote } from '../deposit/read-deposit-note.ts';
import { commitIdempotently } from '../ledger/commit-idempotently.ts';
import { operatorCommands } from '../operator-commands.ts';
import { paymentExceptions } from '../payment-exception/payment-exception.model.ts';
import { actOnCheckout, waitForStatus, waitUntil } from '../testing/act-on-checkout.ts';
import type { TestPayments } from '../testing/start-payments.ts';
import { paidSession, startPayments } from '../testing/start-payments.ts';
import { transactions } from '../transaction/transaction.model.ts';
import { settlePayment } from './settle-payment.ts';

let payments: TestPayments;
let operatorId: string;
before(async () => {
  payments = await startPayments({}, { forwardWebhooks: true });
  operatorId = newId();
  await account(operatorId, { operator: true, version: 2 });
});
after(() => payments.stop());

function account(accountId: string, { operator, version }: { operator: boolean; version: number }) {
  const about = { aggregateId: accountId, version };
  return payments.deliver('identity.account.changed', { accountId, operator }, about);
}

/** A cryptocurrency deposit and its payer's actions. */
async function crypto(amountCents = 5000) {
  const accountId = newId();
  const deposit = await payments.deposit(accountId, amountCents, 'CRYPTOCURRENCY');
  const act = (...action: [string, object?]) =>
    actOnCheckout(payments, deposit.session?.id, action);
  return { accountId, deposit, act };
}
async function waiting(depositId: string) {
  const found = () => paymentExceptions.findOne({ depositId, status: 'WAITING' });
  await waitUntil(payments, 'a payment exception', async () => (await found()) !== undefined);
  const exception = await found();
  assert.ok(exception);
  return exception;
}
const settle = `mutation ($id: ID!, $outcome: PaymentExceptionOutcome!, $amount: Cents, $reason: String) {
  settlePaymentException(id: $id, outcome: $outcome, amount: $amount, reason: $reason) {
    id status credited reason transaction { status amount reason }
  }
}`;
const as = (accountId: string) => (variables: object) =>
  payments.as(accountId)(settle, variables as Record<string, unknown>);
const assertLedgerCorrect = async () => {
  const { sumCents, mismatches } = await payments.fetchLedgerCheck();
  assert.deepEqual([sumCents, mismatches], [0, []]);
};

for (const [what, pay, arrivedCents] of [
  ['too little', { part: true, amountCents: 2000 }, 2000],
  ['too much', { over: true, amountCents: 7500 }, 7500],
] as const) {
  test(`a payment of ${what} waits for an operator, who credits what arrived`, async () => {
    const { accountId, deposit, act } = await crypto();
    await act('pay', pay);
    const exception = await waiting(deposit.id);
    assert.equal(exception.arrivedCents, arrivedCents);
    assert.match(exception.reason, /arrived instead of \$50\.00\.$/);
    assert.equal(await payments.balance(accountId), 0);
    const stored = await transactions.get(deposit.id);
    assert.deepEqual([stored.status, stored.reason], ['PENDING', exception.reason]);
    const event = await payments.event(
      'payments.deposit.waiting',
      (data) => data.paymentId === exception.id,
    );
    assert.equal(event.data.accountId, accountId);
    assert.equal(describePaymentMismatch(event.data.reason), exception.reason);
    const answer = await as(operatorId)({ id: exception.id, outcome: 'CREDIT' });
    assert.partialDeepStrictEqual(answer.data.settlePaymentException, {
      status: 'CREDITED',
      credited: arrivedCents,
      transaction: { status: 'DONE', amount: arrivedCents },
    });
    assert.equal(await payments.balance(accountId), arrivedCents);
    const again = await as(operatorId)({ id: exception.id, outcome: 'CREDIT' });
    assert.equal(again.code, 'CONFLICT');
    await act('redeliver');
    await payments.settle();
    assert.equal(await payments.balance(accountId), arrivedCents);
    await act('refund');
    await waitForStatus(payments, deposit.id, 'REFUNDED');
    assert.equal(await payments.balance(accountId), 0);
    await assertLedgerCorrect();
  });
}

test('if the rest arrives later, the full amount is credited and the exception is cleared', async () => {
  const { accountId, deposit, act } = await crypto();
  await act('pay', { part: true });
  const exception = await waiting(deposit.id);
  await act('pay');
  await waitForStatus(payments, deposit.id, 'DONE');
  assert.equal(await payments.balance(accountId), 5000);
  assert.equal((await paymentExceptions.get(exception.id)).status, 'CLEARED');
  assert.equal((await transactions.get(deposit.id)).reason, null);
  const settled = (data: { paymentId: string }) => data.paymentId === exception.id;
  assert.equal((await payments.event('payments.deposit.settled', settled)).data.outcome, 'CLEARED');
  await operatorCommands.reconcile([exception.id]);
  assert.equal((await paymentExceptions.get(exception.id)).status, 'CLEARED');
});

test('a rest that arrives after a partial credit waits again and is credited in addition', async () => {
  const { accountId, deposit, act } = await crypto();
  await act('pay', { part: true, amountCents: 2000 });
  const partial = await waiting(deposit.id);
  await as(operatorId)({ id: partial.id, outcome: 'CREDIT' });
  await act('pay');
  const rest = await waiting(deposit.id);
  assert.deepEqual([rest.id, rest.arrivedCents, rest.creditedCents], [partial.id, 5000, 2000]);
  await as(operatorId)({ id: rest.id, outcome: 'CREDIT' });
  assert.equal(await payments.balance(accountId), 5000);
  assert.equal((await transactions.get(deposit.id)).amountCents, 5000);
  await act('refund');
  await waitForStatus(payments, deposit.id, 'REFUNDED');
  assert.equal(await payments.balance(accountId), 0);
  await assertLedgerCorrect();
});

test('a failed exception fails its deposit with the operator’s reason', async () => {
  const { accountId, deposit, act } = await crypto();
  await act('pay', { part: true });
  const { id } = await waiting(deposit.id);
  const reason = 'The coin was another one; it was sent back to you.';
  const answer = await as(operatorId)({ id, outcome: 'FAIL', reason });
  assert.partialDeepStrictEqual(answer.data.settlePaymentException, {
    status: 'FAILED',
    credited: 0,
    transaction: { status: 'FAILED', reason },
  });
  const failed = (data: { transactionId: string }) => data.transactionId === deposit.id;
  const { data } = await payments.event('payments.deposit.failed', failed);
  assert.equal(data.reason.code, 'STAFF_DECISION');
  assert.deepEqual(await readDepositNote({ transactionId: deposit.id }), { note: reason });
  assert.equal(await payments.balance(accountId), 0);
  await act('redeliver');
  await payments.settle();
  assert.equal((await paymentExceptions.get(id)).status, 'FAILED');
  await act('pay');
  const { arrivedCents } = await waiting(deposit.id);
  assert.equal(arrivedCents, 5000, 'an operator decides again');
  assert.equal(await payments.balance(accountId), 0);
});

test('a partial payment that is returned before a decision fails the deposit and clears the exception', async () => {
  const { accountId, deposit, act } = await crypto();
  await act('pay', { part: true });
  const { id } = await waiting(deposit.id);
  await act('refund');
  await waitForStatus(payments, deposit.id, 'FAILED');
  assert.equal((await paymentExceptions.get(id)).status, 'CLEARED');
  assert.match((await transactions.get(deposit.id)).reason ?? '', /was returned to you/);
  assert.equal(await payments.balance(accountId), 0);
});

test('a deposit with a waiting exception does not expire', async (t) => {
  t.after(resetClock);
  const { deposit, act } = await crypto();
  await act('pay', { part: true });
  const { id } = await waiting(deposit.id);
  moveClock(30 * 86_400_000);
  await payments.settle();
  assert.equal((await transactions.get(deposit.id)).status, 'PENDING');
  await as(operatorId)({ id, outcome: 'CREDIT', amount: 1234 });
  assert.equal(await payments.balance(deposit.accountId), 1234);
});

test('a card payment in another currency and a duplicate payment wait for an operator', async () => {
  const accountId = newId();
  const foreign = await payments.deposit(accountId, 500);
  await payments.sendStripeEvent({ object: paidSession(foreign, { currency: 'eur' }) });
  assert.match((await waiting(foreign.id)).reason, /It was paid in eur/);
  const deposit = await payments.deposit(accountId, 700);
  await payments.sendStripeEvent({ object: paidSession(deposit) });
  await payments.sendStripeEvent({ object: paidSession(deposit, { payment_intent: 'pi_again' }) });
  const second = await waiting(deposit.id);
  assert.equal(second.id, 'stripe:pi_again');
  assert.match(second.reason, /Another payment already paid/);
  await as(operatorId)({ id: second.id, outcome: 'CREDIT' });
  assert.equal(await payments.balance(accountId), 1400);
  await payments.sendStripeEvent({ object: paidSession(deposit) });
  await payments.settle();
  assert.equal(await payments.balance(accountId), 1400);
  await assertLedgerCorrect();
});

/** A $7 deposit that was paid twice by card: the second payment waits, and its reversals can be reported. */
async function paidTwice() {
  const accountId = newId();
  const deposit = await payments.deposit(accountId, 700);
  await payments.sendStripeEvent({ object: paidSession(deposit) });
  await payments.settle();
  const again: Payment = {
    transactionId: deposit.id,
    sessionId: deposit.session?.id ?? '',
    paymentId: `pi_again_${deposit.id}`,
    ...{ amountCents: 700, arrivedCents: 700, currency: 'usd', method: 'CARD' },
    mismatch: null,
    reversals: [],
  };
  const reportReversals = (reversals: Payment['reversals']) =>
    commitIdempotently((tx) => settlePayment({ ...again, reversals }, tx));
  const refund = { id: `stripe:re_${deposit.id}`, kind: 'REFUND', amountCents: 300 } as const;
  await reportReversals([]);
  return { accountId, deposit, reportReversals, refund };
}

test('no more is debited than was credited; the uncredited amount is reversed first, in one or several reversals', async () => {
  for (const order of ['early', 'late', 'one'] as const) {
    const { accountId, deposit, reportReversals, refund } = await paidTwice();
    const first = { ...refund, amountCents: order === 'one' ? 700 : 300, status: 'TAKEN' } as const;
    const second = { ...first, id: `${refund.id}_2`, amountCents: 400 };
    if (order === 'early') await reportReversals([first]);
    const { id } = await waiting(deposit.id);
    await as(operatorId)({ id, outcome: 'CREDIT', amount: 400 });
    assert.equal(await payments.balance(accountId), 700 + 400);
    await reportReversals([first]);
    assert.equal(await payments.balance(accountId), order === 'one' ? 700 : 700 + 400);
    if (order === 'one') continue;
    await reportReversals([second, first]);
    assert.equal(await payments.balance(accountId), 700, 'all of it was reversed');
    await reportReversals([{ ...second, status: 'UNDONE' }, first]);
    assert.equal(await payments.balance(accountId), 700 + 400);
  }
  await assertLedgerCorrect();
});

test('a reversal during the wait is debited once when the payment is credited', async () => {
  const { accountId, deposit, reportReversals, refund } = await paidTwice();
  await reportReversals([{ ...refund, status: 'TAKEN' }]);
  const exception = await waiting(deposit.id);
  assert.match(exception.reason, /\$3\.00 of it was returned and reduces the credit\.$/);
  await as(operatorId)({ id: exception.id, outcome: 'CREDIT' });
  assert.equal(await payments.balance(accountId), 700 + 400);
  await reportReversals([{ ...refund, status: 'TAKEN' }]);
  assert.equal(await payments.balance(accountId), 700 + 400);
  await reportReversals([{ ...refund, status: 'UNDONE' }]);
  assert.equal(await payments.balance(accountId), 1400, 'the refund failed');
  await assertLedgerCorrect();
});

test('operators list waiting exceptions, oldest first; the credit is bounded', async () => {
  const { deposit, act } = await crypto();
  await act('pay', { part: true });
  const { id } = await waiting(deposit.id);
  const list =
    '{ paymentExceptions(limit: 100) { total payments { id expected received user { id } } } }';
  const { data } = await payments.as(operatorId)(list);
  const mine = data.paymentExceptions.payments.find((one: { id: string }) => one.id === id);
  assert.deepEqual(mine, { id, expected: 5000, received: 2500, user: { id: deposit.accountId } });
  for (const amount of [0, -5, 10_000_001]) {
    const answer = await as(operatorId)({ id, outcome: 'CREDIT', amount });
    assert.equal(answer.code, 'INVALID_INPUT');
    assert.ok(answer.fields?.amount);
  }
  const long = await as(operatorId)({ id, outcome: 'FAIL', reason: 'x'.repeat(501) });
  assert.ok(long.fields?.reason);
  assert.equal((await as(operatorId)({ id: 'x', outcome: 'FAIL' })).code, 'NOT_FOUND');
});

test('only operators can list and settle; a revoked operator loses access at once, and an outdated event does not restore it', async () => {
  const { deposit, act, accountId } = await crypto();
  await act('pay', { part: true });
  const { id } = await waiting(deposit.id);
  const former = newId();
  await account(former, { operator: true, version: 2 });
  const list = '{ paymentExceptions { total } }';
  assert.equal((await payments.as(former)(list)).code, undefined);
  await account(former, { operator: false, version: 4 });
  await account(former, { operator: true, version: 3 });
  for (const who of [former, accountId, newId()]) {
    assert.equal((await payments.as(who)(list)).code, 'FORBIDDEN');
    assert.equal((await as(who)({ id, outcome: 'CREDIT' })).code, 'NOT_FOUND');
  }
  assert.equal((await payments.as(null)(list)).code, 'UNAUTHENTICATED');
  assert.equal(await payments.balance(accountId), 0);
});

test('eight concurrent decisions credit once', async () => {
  const { accountId, deposit, act } = await crypto();
  await act('pay', { part: true });
  const { id } = await waiting(deposit.id);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => as(operatorId)({ id, outcome: 'CREDIT' })),
  );
  assert.equal(answers.filter(({ code }) => code === undefined).length, 1);
  assert.equal(await payments.balance(accountId), 2500);
  await assertLedgerCorrect();
});
