/** NOWPayments as the product uses it: invoices, payments, and callbacks signed over sorted JSON. */

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Answer } from '../control/test-control.ts';
import { call, ok, until } from '../control/test-control.ts';
import type { RunningSandbox } from '../server.ts';
import { startSandbox } from '../server.ts';
import type { TestProduct } from '../webhook/test-product.ts';
import { startTestProduct } from '../webhook/test-product.ts';

const secret = 'ipn-secret';
let product: TestProduct;
let sandbox: RunningSandbox;
before(async () => {
  product = await startTestProduct();
  sandbox = await startSandbox({ nowpayments: { url: `${product.url}/ipn`, secret: secret } });
});
after(async () => {
  await sandbox.close();
  await product.close();
});

async function provider(
  path: string,
  body?: unknown,
  key = 'any-key',
): Promise<{ status: number; body: Answer }> {
  const response = await fetch(`${sandbox.nowpayments.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...(key && { 'x-api-key': key }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

const order = {
  price_amount: 25.5,
  price_currency: 'usd',
  order_id: 'deposit-9',
  order_description: 'Site balance',
};

/** Sorts independently of the code under test. */
function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const record = value as Record<string, unknown>;
  const keys = Object.keys(record).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${sorted(record[key])}`).join(',')}}`;
}

async function actAndReceive(
  id: string,
  path: string,
  count: number,
  body?: unknown,
): Promise<Answer[]> {
  const from = product.calls.length;
  await ok(sandbox, 'POST', `/checkouts/${id}/${path}`, body);
  await until(() => product.calls.length >= from + count);
  return product.calls.slice(from).map((received) => {
    const parsed = JSON.parse(received.body);
    const expected = createHmac('sha512', secret).update(sorted(parsed)).digest('hex');
    assert.equal(received.headers['x-nowpayments-sig'], expected);
    return parsed;
  });
}

test('an invoice is paid with the statuses waiting, confirming, finished, and the payment can be queried', async () => {
  assert.equal((await provider('/v1/status')).body.message, 'OK');
  const { body: invoice } = await provider('/v1/invoice', order);
  assert.equal(invoice.order_id, 'deposit-9');
  assert.equal(invoice.invoice_url, `${sandbox.controlUrl}/pay/${invoice.id}`);
  const calls = await actAndReceive(invoice.id, 'pay', 3);
  assert.deepEqual(
    calls.map((each) => each.payment_status),
    ['waiting', 'confirming', 'finished'],
  );
  const finished = calls[2];
  assert.equal(String(finished.invoice_id), invoice.id);
  assert.equal(finished.price_amount, 25.5);
  assert.equal(finished.actually_paid, 25.5);
  assert.equal(finished.order_id, 'deposit-9');
  const { body: payment } = await provider(`/v1/payment/${finished.payment_id}`);
  assert.equal(payment.payment_status, 'finished');
  assert.equal(payment.order_id, 'deposit-9');
});

test('a partial payment is partially_paid until the rest arrives or the payment is refunded', async () => {
  const { body: invoice } = await provider('/v1/invoice', order);
  const part = await actAndReceive(invoice.id, 'pay', 3, { part: true, amountCents: 1000 });
  assert.equal(part[2].payment_status, 'partially_paid');
  assert.equal(part[2].actually_paid, 10);
  const rest = await actAndReceive(invoice.id, 'pay', 2);
  assert.deepEqual(
    rest.map((each) => each.payment_status),
    ['confirming', 'finished'],
  );
  const some = await call(sandbox, 'POST', `/checkouts/${invoice.id}/refund`, { amountCents: 5 });
  assert.deepEqual([some.status, some.body.field], [400, 'amountCents']);
  const [refunded] = await actAndReceive(invoice.id, 'refund', 1);
  assert.equal(refunded.payment_status, 'refunded');
});

test('an excess payment is finished, with the amount that arrived', async () => {
  const { body: invoice } = await provider('/v1/invoice', order);
  const calls = await actAndReceive(invoice.id, 'pay', 3, { over: true, amountCents: 3000 });
  assert.deepEqual([calls[2].payment_status, calls[2].actually_paid], ['finished', 30]);
  const { body: other } = await provider('/v1/invoice', order);
  const less = { over: true, amountCents: 2550 };
  assert.equal((await call(sandbox, 'POST', `/checkouts/${other.id}/pay`, less)).status, 400);
  const both = { over: true, part: true };
  assert.equal((await call(sandbox, 'POST', `/checkouts/${other.id}/pay`, both)).status, 400);
});

test('a failed or cancelled payment is failed or expired, and cryptocurrency is never disputed', async () => {
  const { body: one } = await provider('/v1/invoice', order);
  assert.equal((await actAndReceive(one.id, 'fail', 1))[0].payment_status, 'failed');
  const { body: two } = await provider('/v1/invoice', order);
  assert.equal((await call(sandbox, 'POST', `/checkouts/${two.id}/dispute`)).status, 409);
  assert.equal((await actAndReceive(two.id, 'cancel', 1))[0].payment_status, 'expired');
});

test('a missing key, an invalid order and an unknown payment get errors in the format of the provider', async () => {
  assert.equal((await provider('/v1/invoice', order, '')).status, 403);
  for (const change of [
    { price_amount: -1 },
    { price_amount: '5' },
    { price_currency: 'dollars' },
    { success_url: 'file:///x' },
  ]) {
    const refused = await provider('/v1/invoice', { ...order, ...change });
    assert.equal(refused.status, 400);
    assert.equal(refused.body.status, false);
  }
  assert.equal((await provider('/v1/payment/1')).status, 404);
});
