/** Deposits: validation, the stored record, and expiry. */

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { moveClock, resetClock } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import type { TestPayments } from '../testing/start-payments.ts';
import { paidSession, startMutation, startPayments } from '../testing/start-payments.ts';
import { transactions } from '../transaction/transaction.model.ts';
import type { TransactionStatus } from '../transaction/transaction.ts';
import { expireDeposit } from './expire-deposit.ts';

let payments: TestPayments;
before(async () => {
  payments = await startPayments();
});
after(() => payments.stop());
afterEach(resetClock);

const findDeposits = (accountId: string) => transactions.findMany({ accountId });
const statusOf = async (id: string): Promise<TransactionStatus> =>
  (await transactions.get(id)).status;

interface Checkout {
  provider: string;
  amountCents: number;
  currency: string;
  reference: string;
  successUrl: string;
  metadata?: Record<string, string>;
}

async function checkoutOf(id: string): Promise<Checkout> {
  const response = await fetch(`${payments.sandboxUrl}/checkouts/${id}`);
  return (await response.json()) as Checkout;
}

for (const [method, label, provider] of [
  ['CARD', 'Card', 'stripe'],
  ['CRYPTOCURRENCY', 'Cryptocurrency', 'nowpayments'],
] as const) {
  test(`a deposit by ${label} is pending, on its own checkout page`, async () => {
    const accountId = newId();
    const answer = await payments.as(accountId)(startMutation, { amount: 12_345, method });
    const { uri, transaction } = answer.data.startDeposit;
    assert.match(uri, /^http:\/\//);
    assert.equal(transaction.type, 'Deposit');
    assert.equal(transaction.amount, 12_345);
    assert.equal(transaction.method, label);
    assert.equal(transaction.status, 'PENDING');
    const deposit = await transactions.get(transaction.id);
    assert.ok(deposit.session);
    assert.equal(deposit.session.uri, uri);
    const checkout = await checkoutOf(deposit.session.id);
    assert.equal(checkout.provider, provider);
    assert.equal(checkout.amountCents, 12_345);
    assert.equal(checkout.currency, 'usd');
    assert.equal(checkout.reference, transaction.id);
    const back = `https://nameloan.test/app/transactions?deposit=${transaction.id}`;
    assert.equal(checkout.successUrl, back);
    assert.equal(await payments.balance(accountId), 0);
    await payments.event('payments.deposit.started', (data) => data.accountId === accountId);
  });
}

test('a deposit outside $1 to $100,000 is rejected with the field and stores nothing', async () => {
  const accountId = newId();
  for (const amount of [99, 10_000_001, 0, -100, Number.MAX_SAFE_INTEGER]) {
    const answer = await payments.as(accountId)(startMutation, { amount, method: 'CARD' });
    assert.equal(answer.code, 'INVALID_INPUT');
    assert.match(answer.fields?.amount ?? '', /between \$1\.00 and \$100,000\.00/);
  }
  assert.deepEqual(await findDeposits(accountId), []);
});

test('a deposit with invalid input is rejected and stores nothing', async () => {
  const accountId = newId();
  const wrong: unknown[] = [1.5, '100', { $gt: 0 }, null, undefined, Number.NaN];
  for (const amount of wrong) {
    const answer = await payments.as(accountId)(startMutation, { amount, method: 'CARD' });
    assert.equal(answer.code, 'INVALID_INPUT', String(amount));
  }
  const answer = await payments.as(accountId)(startMutation, { amount: 500, method: 'CASH' });
  assert.equal(answer.code, 'INVALID_INPUT');
  assert.deepEqual(await findDeposits(accountId), []);
});

test('the minimum and maximum can be deposited', async () => {
  const accountId = newId();
  await payments.deposit(accountId, 100);
  await payments.deposit(accountId, 10_000_000);
  assert.equal((await findDeposits(accountId)).length, 2);
});

test('a visitor cannot deposit', async () => {
  const answer = await payments.as(null)(startMutation, { amount: 500, method: 'CARD' });
  assert.equal(answer.code, 'UNAUTHENTICATED');
});

test('a deposit whose page was never stored expires, and is credited if it was paid', async () => {
  const accountId = newId();
  const deposit = await payments.deposit(accountId, 500);
  await transactions.raw.updateOne({ _id: deposit.id }, { $set: { session: null } });
  const job = { kind: 'expire-deposit', key: deposit.id, data: {}, attempt: 1, dueAt: new Date() };
  await expireDeposit(job);
  await expireDeposit(job);
  const failed = await payments.event(
    'payments.deposit.failed',
    (data) => data.transactionId === deposit.id,
  );
  assert.equal(failed.data.reason.code, 'PAGE_NOT_OPENED');
  assert.equal(await statusOf(deposit.id), 'FAILED');
  assert.equal(await payments.sendStripeEvent({ object: paidSession(deposit) }), 200);
  await payments.settle();
  assert.equal(await statusOf(deposit.id), 'DONE');
  assert.equal(await payments.balance(accountId), 500);
});

test('a deposit says when it fails while it waits for its payment', async () => {
  const accountId = newId();
  const unpaid = await payments.deposit(accountId, 500);
  const paid = await payments.deposit(accountId, 700);
  const short = await payments.deposit(accountId, 900);
  const object = { ...paidSession(short), amount_total: 450 };
  for (const session of [paidSession(paid), object])
    await payments.sendStripeEvent({ object: session });
  await payments.settle();
  const query = '{ transactions { transactions { id status expiresAt paymentUri } } }';
  const { data } = await payments.as(accountId)(query);
  interface Listed {
    id: string;
    status: string;
    expiresAt: string | null;
    paymentUri: string | null;
  }
  const listed: Listed[] = data.transactions.transactions;
  const read = (id: string) => listed.find((one) => one.id === id);
  const { createdAt, session } = await transactions.get(unpaid.id);
  assert.ok(session?.uri);
  const expiresAt = new Date(createdAt.getTime() + 8 * 86_400_000).toISOString();
  const closed = { expiresAt: null, paymentUri: null };
  assert.deepEqual(read(unpaid.id), {
    id: unpaid.id,
    status: 'PENDING',
    expiresAt,
    paymentUri: session.uri,
  });
  assert.deepEqual(read(paid.id), { id: paid.id, status: 'DONE', ...closed });
  // It waits for an operator instead.
  assert.deepEqual(read(short.id), { id: short.id, status: 'PENDING', ...closed });
});

test('an unpaid deposit expires, a paid one does not', async () => {
  const accountId = newId();
  const unpaid = await payments.deposit(accountId, 500);
  const paid = await payments.deposit(accountId, 700);
  await payments.sendStripeEvent({ object: paidSession(paid) });
  await payments.settle();
  moveClock(7 * 86_400_000);
  await payments.settle();
  assert.equal(await statusOf(unpaid.id), 'PENDING');
  moveClock(9 * 86_400_000);
  await payments.settle();
  assert.equal(await statusOf(unpaid.id), 'FAILED');
  assert.equal(await statusOf(paid.id), 'DONE');
  assert.equal(await payments.balance(accountId), 700);
});
