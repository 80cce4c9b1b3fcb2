/** The business clock: forward only, kept, followed by every part, and not answered before all is quiet. */

import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Answer } from '../control/test-control.ts';
import { call, ok } from '../control/test-control.ts';
import type { RunningSandbox } from '../server.ts';
import { startSandbox } from '../server.ts';

const clockSecret = 'parts-secret';
let sandbox: RunningSandbox;
before(async () => {
  sandbox = await startSandbox({ secret: clockSecret });
});
const partServers: Server[] = [];
after(async () => {
  for (const server of partServers) server.close();
  await sandbox.close();
});

interface TestPart {
  readonly server: Server;
  readonly url: string;
  readonly offsets: number[];
  /** Paths at which it was asked. */
  readonly asked: string[];
}

/** A part that answers by the given function of how often it was asked before. */
async function startPart(
  answer: (asked: number) => { status: number; busy: boolean },
): Promise<TestPart> {
  const offsets: number[] = [];
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    assert.equal(request.headers['x-sandbox-secret'], clockSecret);
    const { status, busy } = answer(offsets.length);
    offsets.push(JSON.parse(body).offsetMs);
    asked.push(request.url ?? '');
    response.writeHead(status).end(JSON.stringify({ busy }));
  });
  partServers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    server,
    offsets,
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/clock`,
  };
}

async function register(
  name: string,
  url: string,
  { secret = clockSecret, at = sandbox, method = 'POST' } = {},
): Promise<{ status: number; body: Answer }> {
  const response = await fetch(`${at.controlUrl}/parts`, {
    method,
    headers: { 'content-type': 'application/json', 'x-sandbox-secret': secret },
    body: JSON.stringify({ name, url }),
  });
  return { status: response.status, body: await response.json() };
}

test('the clock goes forward by a duration or to a time, and never back or nowhere', async () => {
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

test('a part registers with the secret only, learns the offset, and is asked until it is quiet', async () => {
  const part = await startPart((asked) => ({ status: 200, busy: asked < 2 }));
  assert.equal((await register('lending', part.url, { secret: 'guess' })).status, 401);
  const registered = await register('lending', part.url);
  assert.equal(registered.body.offsetMs, (await ok(sandbox, 'GET', '/clock')).offsetMs);
  const report = await ok(sandbox, 'POST', '/clock', { advance: '10s' });
  assert.deepEqual(part.offsets, Array(4).fill(report.offsetMs), 'twice busy, twice quiet');
  assert.equal(report.quiet, true);
  assert.deepEqual(report.parts, [{ name: 'lending', gone: false, replicas: 1 }]);
});

test('a part that nobody listens for is dropped; one that fails for a while is waited for', async () => {
  const part = await startPart((asked) => ({ status: asked === 0 ? 500 : 200, busy: false }));
  await register('lending', part.url);
  const dead = await startPart(() => ({ status: 200, busy: false }));
  await register('payments', dead.url);
  await new Promise((resolve) => dead.server.close(resolve));
  const report = await ok(sandbox, 'POST', '/clock', { advance: '10s' });
  assert.deepEqual(report.parts, [
    // The one of the test before is still there.
    { name: 'lending', gone: false, replicas: 2 },
    { name: 'payments', gone: true, replicas: 0 },
  ]);
  assert.equal(part.offsets.length, 2);
  const next = await ok(sandbox, 'POST', '/clock', { advance: '10s' });
  assert.deepEqual(next.parts, [{ name: 'lending', gone: false, replicas: 2 }]);
});

test('every replica of a part follows the clock, and one whose machine is gone is dropped', async (t) => {
  const own = await startSandbox({ secret: clockSecret });
  t.after(() => own.close());
  const [one, other] = await Promise.all(
    [1, 2].map(() => startPart(() => ({ status: 200, busy: false }))),
  );
  assert.ok(one && other);
  await register('lending', one.url, { at: own });
  await register('lending', other.url, { at: own });
  // A name that never resolves answers nothing, as an address does whose container is gone.
  await register('lending', 'http://gone.invalid/clock', { at: own });
  const parts = [{ name: 'lending', gone: false, replicas: 2 }];
  const report = await ok(own, 'POST', '/clock', { advance: '10s' });
  assert.deepEqual(report.parts, parts);
  for (const { offsets } of [one, other])
    assert.ok(offsets.length > 0 && offsets.every((offset) => offset === report.offsetMs));
  assert.deepEqual((await ok(own, 'POST', '/clock', { advance: '10s' })).parts, parts);
});

test('a part that never comes to rest ends the patience, and the answer says so', async (t) => {
  const clockPatienceMs = 500;
  const hasty = await startSandbox({ secret: clockSecret, clockPatienceMs });
  t.after(() => hasty.close());
  const part = await startPart(() => ({ status: 200, busy: true }));
  await register('lending', part.url, { at: hasty });
  const report = await ok(hasty, 'POST', '/clock', { advance: '10s' });
  assert.equal(report.quiet, false);
  assert.ok(report.rounds > 1, 'it is not given up early');
  assert.equal(part.offsets.length, report.rounds);
});

const quietly = () => ({ status: 200, busy: false });
/** Addresses at which nobody listens any more, as where pods were. */
async function startGone(): Promise<(number: number) => string> {
  const { server, url } = await startPart(quietly);
  await new Promise((resolve) => server.close(resolve));
  return (number) => `${url}?of=${number}`;
}

test('a part that stops signs off, with the secret only, and the others of its name stay', async (t) => {
  const own = await startSandbox({ secret: clockSecret });
  t.after(() => own.close());
  const [one, other] = await Promise.all([startPart(quietly), startPart(quietly)]);
  for (const { url } of [one, other]) await register('lending', url, { at: own });
  const signOff = { at: own, method: 'DELETE' };
  const guessed = await register('lending', one.url, { ...signOff, secret: 'guess' });
  assert.equal(guessed.status, 401);
  // The second says what is so already.
  for (const { status } of [
    await register('lending', one.url, signOff),
    await register('lending', one.url, signOff),
  ])
    assert.equal(status, 200);
  await ok(own, 'POST', '/clock', { advance: '10s' });
  assert.deepEqual([one.offsets.length, other.offsets.length], [0, 1]);
});

test('seventy starts of a part that never signed off keep nobody from starting, and who lives is kept', async (t) => {
  const own = await startSandbox({ secret: clockSecret });
  t.after(() => own.close());
  const [first, payments] = await Promise.all([startPart(quietly), startPart(quietly)]);
  const goneUrl = await startGone();
  await register('payments', payments.url, { at: own });
  await register('lending', first.url, { at: own });
  for (let number = 0; number < 70; number++)
    assert.equal((await register('lending', goneUrl(number), { at: own })).status, 200);
  const last = await startPart(quietly);
  assert.equal((await register('lending', last.url, { at: own })).status, 200);
  // A name that comes late finds room among those of whom there are many.
  for (let number = 0; number < 70; number++) {
    const url = goneUrl(100 + number);
    assert.equal((await register('lending', url, { at: own })).status, 200);
  }
  const late = await startPart(quietly);
  assert.equal((await register('domains', late.url, { at: own })).status, 200);
  const report = await ok(own, 'POST', '/clock', { advance: '10s' });
  assert.equal(report.quiet, true);
  for (const { offsets } of [first, last, payments, late])
    assert.ok(offsets.includes(report.offsetMs), 'it follows');
});

test('of more replicas than there is room for, all alive, the oldest makes room', async (t) => {
  const own = await startSandbox({ secret: clockSecret });
  t.after(() => own.close());
  const part = await startPart(quietly);
  const urlOf = (number: number) => `${part.url}?of=${number}`;
  for (let number = 0; number < 64; number++) await register('lending', urlOf(number), { at: own });
  // It starts again where it was, and so is the newest.
  await register('lending', urlOf(0), { at: own });
  await register('lending', urlOf(64), { at: own });
  part.asked.length = 0;
  await ok(own, 'POST', '/clock', { advance: '10s' });
  const numbers = part.asked.map((url) => Number(url.split('=')[1]));
  assert.deepEqual(
    [numbers.length, numbers.includes(0), numbers.includes(1), numbers.includes(64)],
    [64, true, false, true],
  );
});

test('sixty-four parts of different names are the most', async (t) => {
  const own = await startSandbox({ secret: clockSecret });
  t.after(() => own.close());
  const part = await startPart(quietly);
  const statuses: number[] = [];
  for (let number = 0; number < 65; number++)
    statuses.push((await register(`part-${number}`, part.url, { at: own })).status);
  assert.deepEqual(statuses, [...Array(64).fill(200), 409]);
});

test('two moves at once are two moves, one after the other', async () => {
  const before = await ok(sandbox, 'GET', '/clock');
  await Promise.all([
    ok(sandbox, 'POST', '/clock', { advance: '1d' }),
    ok(sandbox, 'POST', '/clock', { advance: '1d' }),
  ]);
  const after = await ok(sandbox, 'GET', '/clock');
  assert.equal(after.offsetMs - before.offsetMs, 2 * 86_400_000);
});
