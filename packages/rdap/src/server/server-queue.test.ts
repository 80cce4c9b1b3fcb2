/** The pace of one server's queue, on a fake clock. */

import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { moveClock, now, resetClock } from '@nameloan/runtime/clock';
import type { HttpAnswer } from '../http/get-text.ts';
import { GetError } from '../http/get-text.ts';
import type { QueuedRequest, ServerAnswer } from './server-queue.ts';
import { ServerQueue } from './server-queue.ts';

let queue: ServerQueue;
/** Fake seconds at which requests were sent. */
let sent: number[];
beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 });
  queue = new ServerQueue(1000);
  sent = [];
});
afterEach(() => {
  queue.close();
  mock.timers.reset();
  resetClock();
});

const answerWith = (status: number, headers: Record<string, string> = {}): HttpAnswer => ({
  status,
  headers,
  body: '',
  url: new URL('https://rdap.example.org/'),
});

type Respond = () => HttpAnswer | Promise<HttpAnswer>;

function request(
  respond: Respond = () => answerWith(200),
  more: Partial<QueuedRequest> = {},
): Promise<ServerAnswer> {
  return queue.run({
    urgent: false,
    signal: new AbortController().signal,
    send: async () => {
      sent.push(Date.now() / 1000);
      return respond();
    },
    ...more,
  });
}

/** Lets fake time pass in steps, so that timers set in between run in order. */
async function pass(ms: number): Promise<void> {
  await turn();
  const stepMs = Math.max(250, ms / 40);
  for (let left = ms; left > 0; left -= stepMs) {
    mock.timers.tick(Math.ceil(Math.min(stepMs, left)));
    await turn();
  }
}

const unreachable = () => {
  throw new GetError('UNREACHABLE', 'no response');
};

/** When the answer says to try again, in seconds from now; undefined for a response. */
async function retryAfter(answering: Promise<ServerAnswer>): Promise<number | undefined> {
  const answer = await answering;
  if (answer.kind === 'response') return undefined;
  return Math.round(((answer.retryAt?.getTime() ?? 0) - now().getTime()) / 1000);
}

test('requests start a second apart, in the order in which they came', async () => {
  const all = [request(), request(), request()];
  await pass(3000);
  await Promise.all(all);
  assert.deepEqual(sent, [0, 1, 2]);
});

test('slow responses do not reduce the pace, and at most four requests run at once', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const all = Array.from({ length: 6 }, () => request(() => released.then(() => answerWith(200))));
  await pass(10_000);
  assert.deepEqual(sent, [0, 1, 2, 3]);
  release();
  await pass(2000);
  await Promise.all(all);
  assert.deepEqual(sent, [0, 1, 2, 3, 10, 11]);
});

test('Retry-After in seconds or as a date is obeyed, between a second and an hour', async () => {
  const demands: [demand: string, seconds: number][] = [
    ['120', 120],
    ['0', 1],
    ['999999999', 3600],
    [new Date(90_000).toUTCString(), 90],
    ['soon', 30],
  ];
  for (const [demand, seconds] of demands) {
    queue = new ServerQueue(1000);
    mock.timers.setTime(0);
    const first = request(() => answerWith(429, { 'retry-after': demand }));
    assert.equal(await retryAfter(first), seconds, demand);
  }
});

test('without Retry-After the pause doubles up to an hour, and a success resets it', async () => {
  const expected = [30, 60, 120, 240, 480, 960, 1920, 3600, 3600];
  for (const seconds of expected) {
    assert.equal(await retryAfter(request(() => answerWith(429))), seconds);
    await pass(seconds * 1000);
  }
  assert.equal(await retryAfter(request()), undefined);
  await pass(1000);
  assert.equal(await retryAfter(request(() => answerWith(429))), 30);
});

test('requests wait through a short pause and are answered at once in a long one', async () => {
  assert.equal(await retryAfter(request(() => answerWith(429, { 'retry-after': '3' }))), 3);
  const waiting = request();
  await pass(2500);
  assert.deepEqual(sent, [0]);
  await pass(500);
  assert.equal((await waiting).kind, 'response');
  await pass(1000);
  const refused = request(() => answerWith(429, { 'retry-after': '60' }));
  const behind = [request(), request(undefined, { urgent: true })];
  assert.equal(await retryAfter(refused), 60);
  for (const answering of [...behind, request()]) assert.equal(await retryAfter(answering), 60);
  assert.equal(sent.length, 3);
});

test('failures pause the server for two seconds and more, at most five minutes', async () => {
  const expected = [2, 4, 8, 16, 32, 64, 128, 256, 300, 300];
  for (const [at, seconds] of expected.entries()) {
    const failing = request(at % 2 ? () => answerWith(502) : unreachable);
    const answer = await failing;
    assert.ok(answer.kind === 'unknown' && answer.reason === 'UNAVAILABLE');
    assert.equal(await retryAfter(failing), seconds);
    await pass(seconds * 1000);
  }
});

test('the time for a retry is business time', async () => {
  const day = 86_400_000;
  moveClock(day);
  const answer = await request(() => answerWith(429, { 'retry-after': '60' }));
  assert.ok(answer.kind === 'unknown');
  assert.equal(answer.retryAt?.getTime(), day + 60_000);
});

test('a request that its caller leaves is neither sent nor a failure of the server', async () => {
  const ending = new AbortController();
  const first = request();
  const left = request(undefined, { signal: ending.signal });
  const next = request();
  ending.abort();
  assert.deepEqual(await left, { kind: 'unknown', reason: 'UNAVAILABLE' });
  await pass(1000);
  assert.equal((await first).kind, 'response');
  assert.equal((await next).kind, 'response');
  const running = new AbortController();
  const cut = request(
    () => {
      running.abort();
      return unreachable();
    },
    { signal: running.signal },
  );
  await pass(1000);
  assert.equal((await cut).kind, 'unknown');
  await pass(1000);
  assert.equal((await request()).kind, 'response');
});

test('a clock that is set back stops the queue for one interval at most', async () => {
  mock.timers.setTime(3_600_000);
  await request();
  mock.timers.setTime(0);
  const next = request();
  await pass(1000);
  assert.equal((await next).kind, 'response');
});
