/** The business clock: moves only forward, is stored, is followed by every service, and waits for all due work. */

import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Answer } from '../control/test-control.ts';
import { call, ok } from '../control/test-control.ts';
import type { RunningSandbox } from '../server.ts';
import { startSandbox } from '../server.ts';

const clockSecret = 'services-secret';
let sandbox: RunningSandbox;
before(async () => {
  sandbox = await startSandbox({ secret: clockSecret });
});
const serviceServers: Server[] = [];
after(async () => {
  for (const server of serviceServers) server.close();
  await sandbox.close();
});

interface TestService {
  readonly server: Server;
  readonly url: string;
  readonly offsets: number[];
  readonly bodies: unknown[];
  /** Paths of the requests that it received. */
  readonly requests: string[];
}

/** A service whose response depends on the number of earlier requests. */
async function startService(
  answer: (requests: number) => { status: number; busy: boolean },
): Promise<TestService> {
  const offsets: number[] = [];
  const bodies: unknown[] = [];
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    assert.equal(request.headers['x-sandbox-secret'], clockSecret);
    const { status, busy } = answer(offsets.length);
    bodies.push(JSON.parse(body));
    offsets.push(JSON.parse(body).offsetMs);
    requests.push(request.url ?? '');
    response.writeHead(status).end(JSON.stringify({ busy }));
  });
  serviceServers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    server,
    offsets,
    bodies,
    requests,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/clock`,
  };
}

async function register(
  name: string,
  url: string,
  { secret = clockSecret, at = sandbox, method = 'POST' } = {},
): Promise<{ status: number; body: Answer }> {
  const response = await fetch(`${at.controlUrl}/services`, {
    method,
    headers: { 'content-type': 'application/json', 'x-sandbox-secret': secret },
    body: JSON.stringify({ name, url }),
  });
  return { status: response.status, body: await response.json() };
}

test('the clock moves forward by a duration or to a time, and never backwards or by nothing', async () => {
  const before = await ok(sandbox, 'GET', '/clock');
  const after = await ok(sandbox, 'POST', '/clock', { advance: '36h' });
  assert.equal(after.offsetMs - before.offsetMs, 36 * 3_600_000);
  const target = new Date(Date.parse(after.now) + 86_400_000).toISOString();
  const reached = await ok(sandbox, 'POST', '/clock', { at: target });
  assert.ok(Math.abs(Date.parse(reached.now) - Date.parse(target)) < 1000);
  const bad: unknown[] = [
    {},
    { advance: '0s' },
    { advance: '-1d' },
    { advance: '5' },
    { advance: 5 },
    { advance: '999999d' },
    { at: before.now },
    { at: 'tomorrow' },
    { advance: '1d', at: target },
    { advance: '1d', more: 1 },
  ];
  for (const body of bad) {
    assert.equal((await call(sandbox, 'POST', '/clock', body)).status, 400, JSON.stringify(body));
  }
  assert.equal((await ok(sandbox, 'GET', '/clock')).offsetMs, reached.offsetMs);
});

test('an advance that is too large says how far the clock can move', async () => {
  const { offsetMs } = await ok(sandbox, 'GET', '/clock');
  for (const advance of ['36601d', '99999999999999999999d']) {
    const { status, body } = await call(sandbox, 'POST', '/clock', { advance });
    assert.equal(status, 400);
    assert.match(
      body.message,
      /^The clock can be at most 100 years ahead of real time\. Advance it by at most \d+d\.$/,
    );
  }
  assert.equal((await ok(sandbox, 'GET', '/clock')).offsetMs, offsetMs);
});

test('account time moves alone or with business time, only forward, and reaches the services', async (t) => {
  const own = await startSandbox({ secret: clockSecret });
  t.after(() => own.close());
  const service = await startService(() => ({ status: 200, busy: false }));
  const registered = await register('identity', service.url, { at: own });
  assert.deepEqual(registered.body, { offsetMs: 0, accountsOffsetMs: 0 });
  const hour = 3_600_000;
  const alone = await ok(own, 'POST', '/clock', { accounts: '73h' });
  assert.deepEqual([alone.offsetMs, alone.accountsOffsetMs], [0, 73 * hour]);
  const both = await ok(own, 'POST', '/clock', { advance: '2h', accounts: '1h' });
  assert.deepEqual([both.offsetMs, both.accountsOffsetMs], [2 * hour, 74 * hour]);
  assert.deepEqual(service.bodies.at(-1), { offsetMs: 2 * hour, accountsOffsetMs: 74 * hour });
  for (const accounts of ['0s', '-1d', '5', 5, '999999d'])
    assert.equal((await call(own, 'POST', '/clock', { accounts })).status, 400, String(accounts));
  const rejected = { advance: '1d', accounts: '0s' };
  assert.equal((await call(own, 'POST', '/clock', rejected)).status, 400);
  const { offsetMs, accountsOffsetMs } = await ok(own, 'GET', '/clock');
  assert.deepEqual([offsetMs, accountsOffsetMs], [2 * hour, 74 * hour]);
});

test('a service registers only with the secret, gets the offset, and is notified until it is idle', async () => {
  const service = await startService((requests) => ({ status: 200, busy: requests < 2 }));
  assert.equal((await register('lending', service.url, { secret: 'guess' })).status, 401);
  const registered = await register('lending', service.url);
  assert.equal(registered.body.offsetMs, (await ok(sandbox, 'GET', '/clock')).offsetMs);
  const report = await ok(sandbox, 'POST', '/clock', { advance: '10s' });
  assert.deepEqual(service.offsets, Array(4).fill(report.offsetMs), 'twice busy, twice quiet');
  assert.equal(report.quiet, true);
  assert.deepEqual(report.services, [{ name: 'lending', running: true, replicas: 1 }]);
});

test('a service that is no longer running is removed; one that fails temporarily is retried', async () => {
  const service = await startService((requests) => ({
    status: requests === 0 ? 500 : 200,
    busy: false,
  }));
  await register('lending', service.url);
  const dead = await startService(() => ({ status: 200, busy: false }));
  await register('payments', dead.url);
  await new Promise((resolve) => dead.server.close(resolve));
  const report = await ok(sandbox, 'POST', '/clock', { advance: '10s' });
  assert.deepEqual(report.services, [
    // The service of the previous test is still registered.
    { name: 'lending', running: true, replicas: 2 },
    { name: 'payments', running: false, replicas: 0 },
  ]);
  assert.equal(service.offsets.length, 2);
  const next = await ok(sandbox, 'POST', '/clock', { advance: '10s' });
  assert.deepEqual(next.services, [{ name: 'lending', running: true, replicas: 2 }]);
});

test('every replica of a service follows the clock, and one whose machine is gone is removed', async (t) => {
  const own = await startSandbox({ secret: clockSecret });
  t.after(() => own.close());
  const [one, other] = await Promise.all(
    [1, 2].map(() => startService(() => ({ status: 200, busy: false }))),
  );
  assert.ok(one && other);
  await register('lending', one.url, { at: own });
  await register('lending', other.url, { at: own });
  // A name that never resolves behaves like the address of a removed container.
  await register('lending', 'http://gone.invalid/clock', { at: own });
  const services = [{ name: 'lending', running: true, replicas: 2 }];
  const report = await ok(own, 'POST', '/clock', { advance: '10s' });
  assert.deepEqual(report.services, services);
  for (const { offsets } of [one, other])
    assert.ok(offsets.length > 0 && offsets.every((offset) => offset === report.offsetMs));
  assert.deepEqual((await ok(own, 'POST', '/clock', { advance: '10s' })).services, services);
});

test('a move times out when a service never becomes idle, and the response says so', async (t) => {
  const clockTimeoutMs = 500;
  const impatient = await startSandbox({ secret: clockSecret, clockTimeoutMs });
  t.after(() => impatient.close());
  const service = await startService(() => ({ status: 200, busy: true }));
  await register('lending', service.url, { at: impatient });
  const report = await ok(impatient, 'POST', '/clock', { advance: '10s' });
  assert.equal(report.quiet, false);
  assert.ok(report.rounds > 1, 'it does not give up early');
  assert.equal(service.offsets.length, report.rounds);
});

const idle = () => ({ status: 200, busy: false });
/** Addresses without a listener, like those of removed pods. */
async function startRemoved(): Promise<(number: number) => string> {
  const { server, url } = await startService(idle);
  await new Promise((resolve) => server.close(resolve));
  return (number) => `${url}?of=${number}`;
}

test('a service that stops unregisters, only with the secret, and its other replicas stay', async (t) => {
  const own = await startSandbox({ secret: clockSecret });
  t.after(() => own.close());
  const [one, other] = await Promise.all([startService(idle), startService(idle)]);
  for (const { url } of [one, other]) await register('lending', url, { at: own });
  const unregister = { at: own, method: 'DELETE' };
  const guessed = await register('lending', one.url, { ...unregister, secret: 'guess' });
  assert.equal(guessed.status, 401);
  // Unregistering twice has no further effect.
  for (const { status } of [
    await register('lending', one.url, unregister),
    await register('lending', one.url, unregister),
  ])
    assert.equal(status, 200);
  await ok(own, 'POST', '/clock', { advance: '10s' });
  assert.deepEqual([one.offsets.length, other.offsets.length], [0, 1]);
});

test('seventy entries that never unregistered block no new service, and running services stay', async (t) => {
  const own = await startSandbox({ secret: clockSecret });
  t.after(() => own.close());
  const [first, payments] = await Promise.all([startService(idle), startService(idle)]);
  const removedUrl = await startRemoved();
  await register('payments', payments.url, { at: own });
  await register('lending', first.url, { at: own });
  for (let number = 0; number < 70; number++)
    assert.equal((await register('lending', removedUrl(number), { at: own })).status, 200);
  const last = await startService(idle);
  assert.equal((await register('lending', last.url, { at: own })).status, 200);
  // A new name replaces an entry of the service with the most entries.
  for (let number = 0; number < 70; number++) {
    const url = removedUrl(100 + number);
    assert.equal((await register('lending', url, { at: own })).status, 200);
  }
  const late = await startService(idle);
  assert.equal((await register('domains', late.url, { at: own })).status, 200);
  const report = await ok(own, 'POST', '/clock', { advance: '10s' });
  assert.equal(report.quiet, true);
  for (const { offsets } of [first, last, payments, late])
    assert.ok(offsets.includes(report.offsetMs), 'it follows');
});

test('when the table is full of running replicas, the oldest is evicted', async (t) => {
  const own = await startSandbox({ secret: clockSecret });
  t.after(() => own.close());
  const service = await startService(idle);
  const urlOf = (number: number) => `${service.url}?of=${number}`;
  for (let number = 0; number < 64; number++) await register('lending', urlOf(number), { at: own });
  // It registers again at the same address and becomes the newest entry.
  await register('lending', urlOf(0), { at: own });
  await register('lending', urlOf(64), { at: own });
  service.requests.length = 0;
  await ok(own, 'POST', '/clock', { advance: '10s' });
  const numbers = service.requests.map((url) => Number(url.split('=')[1]));
  assert.deepEqual(
    [numbers.length, numbers.includes(0), numbers.includes(1), numbers.includes(64)],
    [64, true, false, true],
  );
});

test('at most sixty-four services of different names can register', async (t) => {
  const own = await startSandbox({ secret: clockSecret });
  t.after(() => own.close());
  const service = await startService(idle);
  const statuses: number[] = [];
  for (let number = 0; number < 65; number++)
    statuses.push((await register(`service-${number}`, service.url, { at: own })).status);
  assert.deepEqual(statuses, [...Array(64).fill(200), 409]);
});

test('two concurrent moves run one after the other', async () => {
  const before = await ok(sandbox, 'GET', '/clock');
  await Promise.all([
    ok(sandbox, 'POST', '/clock', { advance: '1d' }),
    ok(sandbox, 'POST', '/clock', { advance: '1d' }),
  ]);
  const after = await ok(sandbox, 'GET', '/clock');
  assert.equal(after.offsetMs - before.offsetMs, 2 * 86_400_000);
});
