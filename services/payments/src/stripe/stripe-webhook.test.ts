/** Stripe webhook calls: verified, stored once, credited once in any order. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import Stripe from 'stripe';
import { entries } from '../ledger/entry.model.ts';
import { providerEvents } from '../provider-event/provider-event.model.ts';
import type { TestPayments } from '../testing/start-payments.ts';
import { paidSession, startPayments, stripeSecret } from '../testing/start-payments.ts';
import { transactions } from '../transaction/transaction.model.ts';

let payments: TestPayments;
before(async () => {
  payments = await startPayments();
});
after(() => payments.stop());

const completed = 'checkout.session.completed';
const succeeded = 'checkout.session.async_payment_succeeded';
const failed = 'checkout.session.async_payment_failed';
const expired = 'checkout.session.expired';

async function startDeposit(amount = 2500) {
  const accountId = newId();
  return { accountId, deposit: await payments.deposit(accountId, amount) };
}
const statusOf = async (id: string) => (await transactions.get(id)).status;
const eventOf = (id: string) => providerEvents.get(`stripe:${id}`);

test('a paid session credits its account and the deposit is done', async () => {
  const { accountId, deposit } = await startDeposit();
  assert.equal(await payments.sendStripeEvent({ object: paidSession(deposit) }), 200);
  await payments.settle();
  assert.equal(await payments.balance(accountId), 2500);
  assert.equal(await statusOf(deposit.id), 'DONE');
  const done = await payments.event(
    'payments.deposit.completed',
    (data) => data.transactionId === deposit.id,
  );
  assert.equal(done.data.amountCents, 2500);
  const changed = await payments.event(
    'payments.balance.changed',
    (data) => data.accountId === accountId,
  );
  assert.equal(changed.data.availableCents, 2500);
});

test('forged, missing, old and foreign signatures are rejected with 400 and not stored', async () => {
  const { accountId, deposit } = await startDeposit();
  const count = await providerEvents.count({});
  const payload = JSON.stringify({
    id: 'evt_forged',
    object: 'event',
    type: completed,
    data: { object: paidSession(deposit) },
  });
  const sign = (secret: string, more = {}) =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret, ...more });
  const old = Math.floor(Date.now() / 1000) - 301;
  const signatures = [
    undefined,
    '',
    'nonsense',
    't=1,v1=00',
    sign('whsec_of_someone_else'),
    sign(stripeSecret, { timestamp: old }),
    sign(stripeSecret).replace(/v1=./, 'v1=g'),
  ];
  for (const signature of signatures) {
    const headers: Record<string, string> =
      signature === undefined ? {} : { 'stripe-signature': signature };
    const response = await payments.post('/webhooks/stripe', payload, headers);
    assert.equal(response.status, 400, signature);
    assert.equal(((await response.json()) as { code: string }).code, 'INVALID_INPUT');
  }
  const changed = payload.replace('2500', '9900');
  const signed = { 'stripe-signature': sign(stripeSecret) };
  assert.equal((await payments.post('/webhooks/stripe', changed, signed)).status, 400);
  assert.equal((await payments.post('/webhooks/stripe', '', signed)).status, 400);
  await payments.settle();
  assert.equal(await providerEvents.count({}), count);
  assert.equal(await payments.balance(accountId), 0);
});

test('an event sent eight times concurrently, and again later, is credited once', async () => {
  const { accountId, deposit } = await startDeposit();
  const call = { id: `evt_${newId()}`, object: paidSession(deposit) };
  const sent = await Promise.all(Array.from({ length: 8 }, () => payments.sendStripeEvent(call)));
  assert.ok(sent.every((status) => status === 200));
  await payments.settle();
  assert.equal(await payments.sendStripeEvent(call), 200);
  await payments.settle();
  assert.equal(await payments.balance(accountId), 2500);
  assert.equal(await entries.count({ accountId }), 1);
});

test('eight concurrent events of one session credit it once', async () => {
  const { accountId, deposit } = await startDeposit();
  const types = [completed, succeeded, completed, succeeded];
  await Promise.all(
    [...types, ...types].map((type) =>
      payments.sendStripeEvent({ type, object: paidSession(deposit) }),
    ),
  );
  await payments.settle();
  assert.equal(await payments.balance(accountId), 2500);
  assert.equal(await entries.count({ accountId }), 1);
});

const orders: [string, { type: string; paid: boolean }[], 'DONE' | 'FAILED' | 'PENDING'][] = [
  ['completed after expired is credited', [call(expired, false), call(completed, true)], 'DONE'],
  ['expired after completed stays credited', [call(completed, true), call(expired, false)], 'DONE'],
  [
    'an asynchronous payment is credited when it succeeds',
    [call(completed, false), call(succeeded, true)],
    'DONE',
  ],
  [
    'a success before its unpaid completion stays credited',
    [call(succeeded, true), call(completed, false)],
    'DONE',
  ],
  ['a completion that is not paid is not credited', [call(completed, false)], 'PENDING'],
  [
    'a failed asynchronous payment fails the deposit',
    [call(completed, false), call(failed, false)],
    'FAILED',
  ],
  [
    'a failure before its unpaid completion stays failed',
    [call(failed, false), call(completed, false)],
    'FAILED',
  ],
];

function call(type: string, paid: boolean) {
  return { type, paid };
}

for (const [name, calls, status] of orders) {
  test(name, async () => {
    const { accountId, deposit } = await startDeposit();
    for (const { type, paid } of [...calls, ...calls]) {
      const object = paidSession(deposit, { payment_status: paid ? 'paid' : 'unpaid' });
      assert.equal(await payments.sendStripeEvent({ type, object }), 200);
      await payments.settle();
    }
    assert.equal(await statusOf(deposit.id), status);
    assert.equal(await payments.balance(accountId), status === 'DONE' ? 2500 : 0);
  });
}

test('an event that arrives before the page was stored is credited, and storing the page does not undo it', async () => {
  const { accountId, deposit } = await startDeposit();
  await transactions.raw.updateOne({ _id: deposit.id }, { $set: { session: null } });
  await payments.sendStripeEvent({ object: paidSession(deposit) });
  await payments.settle();
  assert.equal(await payments.balance(accountId), 2500);
  assert.equal((await transactions.get(deposit.id)).session?.id, deposit.session?.id);
});

const mismatches: [string, Record<string, unknown>][] = [
  ['another amount', { amount_total: 2400 }],
  ['another currency', { currency: 'eur' }],
  ['another page', { id: 'cs_test_other' }],
  ['no amount', { amount_total: null }],
  ['an unknown transaction', { metadata: { transactionId: 'unknown' } }],
];
for (const [what, more] of mismatches) {
  test(`a paid session with ${what} is left to an operator and not credited`, async () => {
    const { accountId, deposit } = await startDeposit();
    const id = `evt_${newId()}`;
    assert.equal(await payments.sendStripeEvent({ id, object: paidSession(deposit, more) }), 200);
    await payments.settle();
    assert.equal((await eventOf(id)).state, 'REFUSED');
    assert.equal(await statusOf(deposit.id), 'PENDING');
    assert.equal(await payments.balance(accountId), 0);
  });
}

test('an expiry of another page does not fail the deposit', async () => {
  const { deposit } = await startDeposit();
  const object = paidSession(deposit, { id: 'cs_test_other', payment_status: 'unpaid' });
  await payments.sendStripeEvent({ type: expired, object });
  await payments.settle();
  assert.equal(await statusOf(deposit.id), 'PENDING');
});

test('unrelated events, and reversals of foreign payments, change nothing', async () => {
  const { accountId, deposit } = await startDeposit();
  await payments.sendStripeEvent({ object: paidSession(deposit) });
  const objects = {
    'customer.created': { id: 'cus_1', object: 'customer' },
    'charge.refunded': { id: 'ch_1', object: 'charge', payment_intent: 'pi_unknown' },
    'charge.dispute.created': { id: 'du_1', object: 'dispute', payment_intent: null },
  };
  for (const [type, object] of Object.entries(objects)) {
    const id = `evt_${newId()}`;
    assert.equal(await payments.sendStripeEvent({ id, type, object }), 200);
    await payments.settle();
    assert.equal((await eventOf(id)).state, 'IGNORED', type);
  }
  assert.equal(await payments.balance(accountId), 2500);
});

test('an oversized call is rejected with 413', async () => {
  const big = 'x'.repeat(1024 * 1024 + 1);
  assert.equal((await payments.post('/webhooks/stripe', big, {})).status, 413);
});

test('a payment of the other mode, live or test, is not credited', async () => {
  const { accountId, deposit } = await startDeposit();
  const other = { id: `evt_${newId()}`, object: { ...paidSession(deposit), livemode: true } };
  assert.equal(await payments.sendStripeEvent(other), 200);
  await payments.settle();
  assert.equal((await eventOf(other.id)).state, 'REFUSED');
  assert.equal(await statusOf(deposit.id), 'PENDING');
  assert.equal(await payments.balance(accountId), 0);
  const same = { ...paidSession(deposit), livemode: false };
  assert.equal(await payments.sendStripeEvent({ object: same }), 200);
  await payments.settle();
  assert.equal(await payments.balance(accountId), 2500);
});
