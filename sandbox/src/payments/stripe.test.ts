/** Stripe used with its client library: sessions, idempotency, errors, and verified webhooks. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import Stripe from 'stripe';
import { call, ok, until } from '../control/test-control.ts';
import type { RunningSandbox } from '../server.ts';
import { startSandbox } from '../server.ts';
import type { TestProduct } from '../webhook/test-product.ts';
import { startTestProduct } from '../webhook/test-product.ts';

const secret = 'whsec_test_secret';
let product: TestProduct;
let sandbox: RunningSandbox;
let stripe: Stripe;
before(async () => {
  product = await startTestProduct();
  sandbox = await startSandbox({
    stripe: { url: `${product.url}/api/webhooks/stripe`, secret: secret },
  });
  stripe = client('sk_test_sandbox');
});
after(async () => {
  await sandbox.close();
  await product.close();
});

function client(key: string): Stripe {
  const { hostname, port } = new URL(sandbox.stripe.url);
  return new Stripe(key, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    timeout: 5000,
  });
}

function order(amount = 12_50): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'usd',
          unit_amount: amount,
          product_data: { name: 'Site balance' },
        },
      },
    ],
    client_reference_id: 'deposit-1',
    metadata: { transactionId: 'deposit-1' },
    payment_intent_data: { metadata: { transactionId: 'deposit-1' } },
    success_url: 'http://localhost:4000/app/add-balance?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:4000/app/add-balance',
  };
}

/** The events sent since `from`, each verified by Stripe's library. */
function eventsSince(from: number): Stripe.Event[] {
  return product.calls.slice(from).map(({ path, headers, body }) => {
    assert.equal(path, '/api/webhooks/stripe');
    return stripe.webhooks.constructEvent(body, String(headers['stripe-signature']), secret);
  });
}

/** The session, charge or dispute that an event is about. */
function objectOf<T>(event: Stripe.Event | undefined): T {
  assert.ok(event);
  return event.data.object as T;
}

async function actAndReceive(
  id: string,
  path: string,
  count: number,
  body?: unknown,
): Promise<Stripe.Event[]> {
  const from = product.calls.length;
  await ok(sandbox, 'POST', `/checkouts/${id}/${path}`, body);
  await until(() => product.calls.length >= from + count);
  return eventsSince(from);
}

test('a session is created, shown and paid, and one event is sent that the library verifies', async () => {
  const session = await stripe.checkout.sessions.create(order());
  assert.equal(session.object, 'checkout.session');
  assert.equal(session.status, 'open');
  assert.equal(session.payment_status, 'unpaid');
  assert.equal(session.amount_total, 1250);
  assert.equal(session.currency, 'usd');
  assert.equal(session.metadata?.transactionId, 'deposit-1');
  assert.equal(session.url, `${sandbox.controlUrl}/pay/${session.id}`);
  assert.equal((await fetch(session.url ?? '')).status, 200);
  const [event, ...more] = await actAndReceive(session.id, 'pay', 1);
  assert.equal(more.length, 0);
  assert.equal(event?.type, 'checkout.session.completed');
  const paid = objectOf<Stripe.Checkout.Session>(event);
  assert.equal(paid.id, session.id);
  assert.equal(paid.payment_status, 'paid');
  assert.equal(paid.status, 'complete');
  assert.equal(paid.client_reference_id, 'deposit-1');
  assert.match(String(paid.payment_intent), /^pi_/);
  const read = await stripe.checkout.sessions.retrieve(session.id);
  assert.equal(read.payment_status, 'paid');
  assert.equal(read.url, null);
  assert.equal((await call(sandbox, 'POST', `/checkouts/${session.id}/pay`)).status, 409);
});

test('the same idempotency key returns the same session, and is rejected for another order', async () => {
  const idempotencyKey = 'deposit-77';
  const [one, two] = await Promise.all([
    stripe.checkout.sessions.create(order(), { idempotencyKey }),
    stripe.checkout.sessions.create(order(), { idempotencyKey }),
  ]);
  assert.equal(one.id, two.id);
  await assert.rejects(
    stripe.checkout.sessions.create(order(99_00), { idempotencyKey }),
    (error: Error) => error instanceof Stripe.errors.StripeIdempotencyError,
  );
  const all = (await ok(sandbox, 'GET', '/checkouts')) as { id: string }[];
  assert.equal(all.filter((each) => each.id === one.id).length, 1);
});

test('a delayed payment completes unpaid, then succeeds or fails', async () => {
  const pending = await stripe.checkout.sessions.create(order());
  const [unpaid] = await actAndReceive(pending.id, 'pay', 1, { async: true });
  assert.equal(unpaid?.type, 'checkout.session.completed');
  assert.equal(objectOf<Stripe.Checkout.Session>(unpaid).payment_status, 'unpaid');
  const [paid] = await actAndReceive(pending.id, 'pay', 1);
  assert.equal(paid?.type, 'checkout.session.async_payment_succeeded');
  assert.equal(objectOf<Stripe.Checkout.Session>(paid).payment_status, 'paid');
  const failing = await stripe.checkout.sessions.create(order());
  const types = (await actAndReceive(failing.id, 'fail', 2)).map((event) => event.type);
  assert.deepEqual(types, ['checkout.session.completed', 'checkout.session.async_payment_failed']);
});

test('a cancelling payer and the product can both expire the session', async () => {
  const left = await stripe.checkout.sessions.create(order());
  const [event] = await actAndReceive(left.id, 'cancel', 1);
  assert.equal(event?.type, 'checkout.session.expired');
  const dropped = await stripe.checkout.sessions.create(order());
  const from = product.calls.length;
  assert.equal((await stripe.checkout.sessions.expire(dropped.id)).status, 'expired');
  await until(() => product.calls.length > from);
  assert.equal(eventsSince(from)[0]?.type, 'checkout.session.expired');
  await assert.rejects(
    stripe.checkout.sessions.expire(dropped.id),
    Stripe.errors.StripeInvalidRequestError,
  );
});

test('a payment is for the whole amount: any other amount is rejected and nothing is paid', async () => {
  const session = await stripe.checkout.sessions.create(order());
  const pay = (body: unknown) => call(sandbox, 'POST', `/checkouts/${session.id}/pay`, body);
  for (const more of [{}, { async: true }, { part: false }]) {
    const refused = await pay({ amountCents: 5, ...more });
    assert.equal(refused.status, 400);
    assert.equal(refused.body.field, 'amountCents');
  }
  assert.equal((await pay({ part: true, amountCents: 5 })).status, 409, 'cards know no parts');
  assert.equal((await stripe.checkout.sessions.retrieve(session.id)).status, 'open');
});

test('refunds add up to the whole amount, and a dispute is opened, each with its event', async () => {
  const session = await stripe.checkout.sessions.create(order());
  await actAndReceive(session.id, 'pay', 1);
  const [part] = await actAndReceive(session.id, 'refund', 1, { amountCents: 250 });
  const charge = objectOf<Stripe.Charge>(part);
  assert.equal(part?.type, 'charge.refunded');
  assert.deepEqual([charge.amount, charge.amount_refunded, charge.refunded], [1250, 250, false]);
  assert.equal(charge.metadata.transactionId, 'deposit-1');
  const [rest] = await actAndReceive(session.id, 'refund', 1);
  assert.equal(objectOf<Stripe.Charge>(rest).refunded, true);
  assert.equal((await call(sandbox, 'POST', `/checkouts/${session.id}/refund`)).status, 409);
  const other = await stripe.checkout.sessions.create(order());
  await actAndReceive(other.id, 'pay', 1);
  assert.equal(
    (await call(sandbox, 'POST', `/checkouts/${other.id}/refund`, { amountCents: 1251 })).status,
    400,
  );
  const [disputed] = await actAndReceive(other.id, 'dispute', 1);
  assert.equal(disputed?.type, 'charge.dispute.created');
  const dispute = objectOf<Stripe.Dispute>(disputed);
  assert.match(String(dispute.payment_intent), /^pi_/);
  assert.equal(dispute.amount, 1250);
});

test('a dispute of the rest after a refund is decided once, and the lists show both like Stripe', async () => {
  const { id } = await stripe.checkout.sessions.create(order());
  await actAndReceive(id, 'pay', 1);
  await actAndReceive(id, 'refund', 1, { amountCents: 250 });
  const [opened] = await actAndReceive(id, 'dispute', 1);
  assert.equal(objectOf<Stripe.Dispute>(opened).amount, 1000);
  assert.equal((await call(sandbox, 'POST', `/checkouts/${id}/refund`)).status, 400);
  const [closed] = await actAndReceive(id, 'win', 1);
  assert.equal(closed?.type, 'charge.dispute.closed');
  assert.equal(objectOf<Stripe.Dispute>(closed).status, 'won');
  assert.equal((await call(sandbox, 'POST', `/checkouts/${id}/lose`)).status, 409);
  await actAndReceive(id, 'dispute', 1, { amountCents: 400 });
  const [lost] = await actAndReceive(id, 'lose', 1);
  assert.equal(objectOf<Stripe.Dispute>(lost).status, 'lost');

  const payment_intent = String(objectOf<Stripe.Dispute>(opened).payment_intent);
  const refunds = await stripe.refunds.list({ payment_intent });
  assert.deepEqual(
    refunds.data.map(({ amount, status }) => [amount, status]),
    [[250, 'succeeded']],
  );
  const disputes = await stripe.disputes.list({ payment_intent });
  const shown = disputes.data.map(({ amount, status }) => `${amount} ${status}`);
  assert.deepEqual(shown.sort(), ['1000 won', '400 lost']);
  const sessions = await stripe.checkout.sessions.list({ payment_intent });
  assert.deepEqual(
    sessions.data.map((one) => [one.id, one.payment_status]),
    [[id, 'paid']],
  );
});

test('lists are paginated and filtered by time', async () => {
  const made = [];
  for (let count = 0; count < 3; count++)
    made.push((await stripe.checkout.sessions.create(order())).id);
  const all: string[] = [];
  for await (const session of stripe.checkout.sessions.list({ limit: 1 })) all.push(session.id);
  assert.equal(new Set(all).size, all.length);
  for (const id of made) assert.ok(all.includes(id));
  const later = Math.floor(Date.now() / 1000) + 60;
  const none = await stripe.checkout.sessions.list({ created: { gte: later } });
  assert.deepEqual(none.data, []);
});

test('a webhook without a 2xx response is retried, and can be sent again on demand, with the same event', async () => {
  const session = await stripe.checkout.sessions.create(order());
  product.answers.push(500);
  const events = await actAndReceive(session.id, 'pay', 2);
  assert.equal(events[0]?.id, events[1]?.id);
  const [again] = await actAndReceive(session.id, 'redeliver', 1);
  assert.equal(again?.id, events[0]?.id);
  await until(async () => {
    const shown = await ok(sandbox, 'GET', `/checkouts/${session.id}`);
    return shown.webhooks.every((each: { state: string }) => each.state === 'delivered');
  });
});

test("a missing key, a live key, an invalid order and an unknown session get Stripe's errors", async () => {
  const refused = (promise: Promise<unknown>, type: string, status: number) =>
    assert.rejects(promise, (error: Stripe.errors.StripeError) => {
      assert.equal(error.type, type);
      assert.equal(error.statusCode, status);
      assert.ok(error.requestId);
      return true;
    });
  await refused(
    client('sk_live_mistake').checkout.sessions.create(order()),
    'StripeAuthenticationError',
    401,
  );
  assert.equal(
    (await fetch(`${sandbox.stripe.url}/v1/checkout/sessions`, { method: 'POST' })).status,
    401,
  );
  const invalid = (change: object) =>
    refused(
      stripe.checkout.sessions.create({ ...order(), ...change }),
      'StripeInvalidRequestError',
      400,
    );
  await invalid({ line_items: undefined });
  await invalid({ success_url: 'javascript:alert(1)' });
  await invalid({ mode: 'subscription' });
  await invalid({ surprise: 'yes' });
  await invalid(order(1));
  await invalid(order(-5));
  await refused(
    stripe.checkout.sessions.retrieve('cs_test_none'),
    'StripeInvalidRequestError',
    404,
  );
});
