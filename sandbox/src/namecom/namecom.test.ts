/** name.com's API as a client sees it: login, orders and credit, and what is rejected. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ok, until } from '../control/test-control.ts';
import type { RunningSandbox } from '../server.ts';
import { startSandbox } from '../server.ts';

let sandbox: RunningSandbox;
before(async () => {
  sandbox = await startSandbox();
});
after(() => sandbox.close());

let names = 0;
const freshName = () => `namecom-${++names}.com`;

async function call(
  method: string,
  path: string,
  {
    body,
    token = sandbox.namecom.token,
    type = 'application/json',
  }: { body?: object; token?: string; type?: string } = {},
) {
  const login = Buffer.from(`${sandbox.namecom.username}:${token}`).toString('base64');
  const response = await fetch(`${sandbox.namecom.url}/core/v1${path}`, {
    method,
    headers: { authorization: `Basic ${login}`, ...(body && { 'content-type': type }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: responses are read without types
  const content = (await response.json()) as any;
  return { status: response.status, headers: response.headers, body: content };
}

const codeOf = async (name: string) =>
  String((await ok(sandbox, 'GET', `/registry/domains/${name}`)).authCode);
const credit = async () => Number((await call('GET', '/accountinfo/balance')).body.balance);

async function transfer(name: string, more: object = {}) {
  const authCode = await codeOf(name);
  return call('POST', '/transfers', { body: { domainName: name, authCode, ...more } });
}

async function hold(name: string): Promise<void> {
  assert.equal((await transfer(name)).status, 200);
  await ok(sandbox, 'POST', `/registry/domains/${name}/approve`);
}

test('only the user name with the present token is accepted, and bodies must be JSON', async () => {
  assert.equal((await call('GET', '/hello')).status, 200);
  assert.equal((await call('GET', '/hello', { token: 'other' })).status, 401);
  assert.equal((await call('POST', '/transfers', { body: {}, type: 'text/plain' })).status, 415);
  assert.equal((await call('POST', '/transfers', { body: {} })).status, 400);
  assert.equal((await call('GET', `/domains/${freshName()}`)).status, 404);
});

test('the fee is taken with the request and returned when it is cancelled', async () => {
  const name = freshName();
  const before = await credit();
  await ok(sandbox, 'PATCH', `/registry/domains/${name}`, {
    statuses: ['clientTransferProhibited'],
  });
  const { body } = await transfer(name);
  assert.deepEqual(body.transfer, { domainName: name, status: 'pending_unlock' });
  assert.equal(before - (await credit()), 10);
  assert.equal((await transfer(name)).status, 409);
  assert.equal(
    (await call('POST', `/transfers/${name}:cancel`, { body: {} })).body.status,
    'canceled',
  );
  assert.equal(await credit(), before);
  assert.equal((await call('POST', `/transfers/${name}:cancel`, { body: {} })).status, 400);
});

test('an unlocked name goes on to the registry, where it can no longer be cancelled, and arrives', async () => {
  const name = freshName();
  await ok(sandbox, 'PATCH', `/registry/domains/${name}`, {
    statuses: ['clientTransferProhibited'],
  });
  await transfer(name);
  await ok(sandbox, 'PATCH', `/registry/domains/${name}`, { statuses: [] });
  const status = async () => (await call('GET', `/transfers/${name}`)).body.status;
  await until(async () => (await status()) === 'pending_transfer');
  assert.equal((await call('POST', `/transfers/${name}:cancel`, { body: {} })).status, 404);
  await ok(sandbox, 'POST', `/registry/domains/${name}/approve`);
  assert.equal(await status(), 'completed');
  const { body } = await call('GET', `/domains/${name}`);
  assert.deepEqual([body.locked, body.autorenewEnabled], [false, true]);
  assert.ok(Date.parse(body.transferLockExpiresAt) > Date.now());
});

test('a young name, a name of the account and a transfer without credit are rejected', async () => {
  const [young, held, poor] = [freshName(), freshName(), freshName()];
  await ok(sandbox, 'PATCH', `/registry/domains/${young}`, { createdAt: new Date().toISOString() });
  assert.equal((await transfer(young)).status, 409);
  await hold(held);
  assert.equal((await transfer(held)).status, 409);
  await ok(sandbox, 'PUT', '/namecom', { creditCents: 5 });
  assert.equal((await transfer(poor)).status, 402);
  assert.equal((await call('GET', `/transfers/${poor}`)).status, 404);
  await ok(sandbox, 'PUT', '/namecom', { creditCents: 1_000_000 });
});

test('a premium name is ordered for its exact price only', async () => {
  const name = freshName();
  await ok(sandbox, 'PATCH', `/registry/domains/${name}`, { premium: true });
  const { body: pricing } = await call('GET', `/domains/${name}:getPricing`);
  assert.deepEqual([pricing.premium, pricing.transferPrice], [true, 200]);
  for (const more of [{}, { purchasePrice: 199.99 }]) {
    const { status, body } = await transfer(name, more);
    assert.equal(status, 400);
    assert.match(body.details, /price/i);
  }
  assert.equal((await transfer(name, { purchasePrice: 200 })).status, 200);
});

test('a renewal is carried out each time it is sent', async () => {
  const name = freshName();
  await hold(name);
  const before = await credit();
  const years = new Set<number>();
  for (let times = 0; times < 2; times += 1) {
    const { body } = await call('POST', `/domains/${name}:renew`, { body: { years: 1 } });
    years.add(new Date(body.domain.expireDate).getUTCFullYear());
  }
  assert.equal(years.size, 2);
  assert.equal(before - (await credit()), 20);
});

test('the lock is set at once, and not lifted before the end of the policy lock', async () => {
  const name = freshName();
  await hold(name);
  const locked = await call('PATCH', `/domains/${name}`, {
    body: { locked: true, autorenewEnabled: false },
  });
  assert.deepEqual([locked.body.locked, locked.body.autorenewEnabled], [true, false]);
  assert.deepEqual(locked.body.locks, ['RegistrarLock']);
  assert.equal((await call('PATCH', `/domains/${name}`, { body: { locked: false } })).status, 403);
  assert.equal(
    (await call('GET', `/domains/${name}:getAuthCode`)).body.authCode,
    await codeOf(name),
  );
});

test('another registrar’s request is cancelled, and without one there is a conflict', async () => {
  const name = freshName();
  await hold(name);
  const path = `/transfers/external/out/${name}:cancel`;
  assert.equal((await call('POST', path, { body: {} })).status, 409);
  await ok(sandbox, 'POST', `/registry/domains/${name}/takeover`, { pending: true });
  assert.equal((await call('POST', path, { body: {} })).status, 200);
  assert.equal((await ok(sandbox, 'GET', `/registry/domains/${name}`)).registrar, 'Name.com');
});

test('a name leaves the API 26 days after its expiry', async () => {
  const name = freshName();
  await hold(name);
  const expireAgo = (days: number) =>
    ok(sandbox, 'PATCH', `/registry/domains/${name}`, {
      expiry: new Date(Date.now() - days * 86_400_000).toISOString(),
    });
  await expireAgo(25);
  assert.equal((await call('GET', `/domains/${name}`)).status, 200);
  await expireAgo(27);
  assert.equal((await call('GET', `/domains/${name}`)).status, 404);
  assert.equal((await call('POST', `/domains/${name}:renew`, { body: { years: 1 } })).status, 404);
});

test('a faulty API refuses with 503 or 429, which says when it accepts requests again', async () => {
  await ok(sandbox, 'PUT', '/settings', { faults: { namecom: { kind: 'refuse' } } });
  const seen = new Set<number>();
  for (let times = 0; times < 24; times += 1) {
    const { status, headers } = await call('GET', '/hello');
    seen.add(status);
    if (status === 429) assert.match(headers.get('x-ratelimit-reset') ?? '', /^\d{10}$/);
  }
  await ok(sandbox, 'PUT', '/settings', { faults: {} });
  assert.deepEqual([...seen].sort(), [429, 503]);
});

test('the token can be replaced, and the former one stops working', async () => {
  const own = await startSandbox();
  const { url, username, token } = own.namecom;
  await ok(own, 'PUT', '/namecom', { newToken: true });
  const authorization = `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}`;
  assert.equal((await fetch(`${url}/core/v1/hello`, { headers: { authorization } })).status, 401);
  await own.close();
});
