/** A provider that is down, slow or sends invalid responses: the deposit fails with 503 and leaves no partial state. */

import assert from 'node:assert/strict';
import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import { spendQuota } from '@nameloan/testkit/service/spend-quota';
import { z } from 'zod';
import { callNowpayments } from '../nowpayments/call-nowpayments.ts';
import { serviceContext } from '../service-context.ts';
import type { TestPayments } from '../testing/start-payments.ts';
import { startMutation, startPayments } from '../testing/start-payments.ts';
import { transactions } from '../transaction/transaction.model.ts';

let provider: Server;
let behave: RequestListener = (_request, response) => response.destroy();
const requests: { key: string | undefined; version: string | undefined }[] = [];
let payments: TestPayments;

before(async () => {
  provider = createServer((request, response) => {
    const header = (name: string) => request.headers[name] as string | undefined;
    requests.push({ key: header('idempotency-key'), version: header('stripe-version') });
    behave(request, response);
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  payments = await startPayments({
    STRIPE_API_URL: url,
    NOWPAYMENTS_API_URL: url,
    PROVIDER_TIMEOUT_MS: '1000',
  });
});
after(async () => {
  await payments.stop();
  provider.closeAllConnections();
  provider.close();
});

const answer =
  (status: number, body: string): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  };
const misbehaviours: Record<string, RequestListener> = {
  'closes the connection': (_request, response) => response.destroy(),
  'never responds': () => {},
  'responds 500': answer(500, '{"error":{"type":"api_error","message":"x"}}'),
  'rejects our key': answer(401, '{"error":{"type":"invalid_request_error","message":"key"}}'),
  'sends invalid JSON': answer(200, '<html>'),
  'responds without a page': answer(
    200,
    '{"id":"cs_test_1","object":"checkout.session","url":null}',
  ),
};

for (const [what, behaviour] of Object.entries(misbehaviours)) {
  for (const method of ['CARD', 'CRYPTOCURRENCY']) {
    test(`a deposit by ${method} fails with 503 when the provider ${what}`, async () => {
      behave = behaviour;
      const accountId = newId();
      const rejected = await payments.as(accountId)(startMutation, { amount: 500, method });
      assert.equal(rejected.code, 'UNAVAILABLE');
      assert.match(rejected.message ?? '', /Nothing was charged/);
      const [stored, ...more] = await transactions.findMany({ accountId });
      assert.equal(more.length, 0);
      assert.equal(stored?.status, 'FAILED');
      const fits = (data: { accountId: string }) => data.accountId === accountId;
      await payments.event('payments.deposit.failed', fits);
    });
  }
}

test('failed deposits count towards the quota, so a failing provider is not called endlessly', async () => {
  behave = answer(400, '{}');
  const accountId = newId();
  await spendQuota(serviceContext, 'deposits', { key: accountId, left: 2 });
  requests.length = 0;
  const codes: (string | undefined)[] = [];
  for (let attempt = 0; attempt < 4; attempt++) {
    const terms = { amount: 500, method: 'CRYPTOCURRENCY' };
    codes.push((await payments.as(accountId)(startMutation, terms)).code);
  }
  const limited = 'TOO_MANY_REQUESTS';
  assert.deepEqual(codes, ['UNAVAILABLE', 'UNAVAILABLE', limited, limited]);
  assert.equal(requests.length, 2);
});

test('an oversized response is aborted', async () => {
  behave = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('x'.repeat(200_000));
  };
  await assert.rejects(
    callNowpayments('/v1/payment/1', { shape: z.unknown() }),
    /the response is too long/,
  );
});

test('a request to Stripe is retried with the same idempotency key and the pinned API version', async () => {
  const accountId = newId();
  requests.length = 0;
  behave = (_request, response) => response.destroy();
  await payments.as(accountId)(startMutation, { amount: 500, method: 'CARD' });
  const [stored] = await transactions.findMany({ accountId });
  assert.equal(requests.length, 2);
  for (const { key, version } of requests) {
    assert.equal(key, stored?.id);
    assert.equal(version, '2026-10-28.endive');
  }
});
