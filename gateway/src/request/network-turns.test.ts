/** Turns of networks: what runs at once, what waits, and when a turn ends. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { NetworkTurns } from './network-turns.ts';

/** Whether the promise is settled by now: a turn that never comes must fail a test, not keep it waiting. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  await setImmediate();
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

test('a network runs a few requests at once, and others do not wait for it', async () => {
  const turns = new NetworkTurns({ atOnce: 2, turnMs: 60_000 });
  const [first, second] = [await turns.take('a'), await turns.take('a')];
  const third = turns.take('a');
  const fourth = turns.take('a');
  assert.equal(await isSettled(third), false);
  const other = turns.take('b');
  assert.equal(await isSettled(other), true);
  (await other)();
  first();
  first();
  assert.equal(await isSettled(third), true);
  const end = await third;
  assert.equal(await isSettled(fourth), false, 'a turn that ends twice frees one place');
  end();
  assert.equal(await isSettled(fourth), true);
  (await fourth)();
  second();
  const last = [turns.take('a'), turns.take('a')];
  for (const one of last) assert.equal(await isSettled(one), true);
  for (const one of last) (await one)();
});

test('a request that waits for a slow system does not hold up its network', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const turns = new NetworkTurns({ atOnce: 1, turnMs: 1000 });
  await turns.take('a');
  const next = turns.take('a');
  t.mock.timers.tick(999);
  assert.equal(await isSettled(next), false);
  t.mock.timers.tick(1);
  assert.equal(await isSettled(next), true);
});

test('too many waiting requests of a network are rejected', async () => {
  const turns = new NetworkTurns({ atOnce: 1, maxWaiting: 1, turnMs: 60_000 });
  const end = await turns.take('a');
  const waiting = turns.take('a');
  const rejected = turns.take('a').then(undefined, ({ code }: { code: string }) => code);
  assert.equal(await isSettled(rejected), true);
  assert.equal(await rejected, 'TOO_MANY_REQUESTS');
  end();
  assert.equal(await isSettled(waiting), true);
  (await waiting)();
});

test('beyond its burst a network runs one request at a time until it has rested', async (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'] });
  const limits = { atOnce: 3, burst: 4, burstPerSecond: 2, turnMs: 60_000 };
  const turns = new NetworkTurns(limits);
  const ends = await Promise.all([turns.take('a'), turns.take('a'), turns.take('a')]);
  const waiting = [turns.take('a'), turns.take('a'), turns.take('a')];
  ends[0]?.();
  assert.deepEqual(await Promise.all(waiting.map(isSettled)), [true, false, false]);
  // The burst is used: the places of the other two are not passed on while one runs.
  ends[1]?.();
  ends[2]?.();
  assert.deepEqual(await Promise.all(waiting.map(isSettled)), [true, false, false]);
  (await waiting[0])?.();
  assert.deepEqual(await Promise.all(waiting.map(isSettled)), [true, true, false]);
  (await waiting[1])?.();
  (await waiting[2])?.();
  t.mock.timers.tick(3000);
  const rested = [turns.take('a'), turns.take('a'), turns.take('a')];
  assert.deepEqual(await Promise.all(rested.map(isSettled)), [true, true, true]);
});

test('a network without requests keeps its used burst for as long as it takes to regain it', async (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'] });
  const turns = new NetworkTurns({ atOnce: 2, burst: 2, burstPerSecond: 1, turnMs: 60_000 });
  for (let at = 0; at < 3; at++) (await turns.take('a'))();
  t.mock.timers.tick(900);
  const pair = [turns.take('a'), turns.take('a')];
  assert.deepEqual(await Promise.all(pair.map(isSettled)), [true, false]);
});

test('after any number of requests a rest of seconds is enough, and who waits longest is next', async (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'] });
  const turns = new NetworkTurns({ atOnce: 2, burst: 2, burstPerSecond: 1, turnMs: 60_000 });
  for (let at = 0; at < 100; at++) (await turns.take('a'))();
  const end = await turns.take('a');
  const first = turns.take('a');
  // Both places are back, and one of them is that of the request that waits.
  t.mock.timers.tick(4000);
  const second = turns.take('a');
  assert.deepEqual(await Promise.all([first, second].map(isSettled)), [true, false]);
  end();
  assert.equal(await isSettled(second), true);
});

test('a network that has rested is forgotten, by one timer', async (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'] });
  const turns = new NetworkTurns({ atOnce: 1, burst: 5, burstPerSecond: 1, turnMs: 60_000 });
  for (let at = 0; at < 3; at++) (await turns.take('a'))();
  assert.equal(turns.size, 1);
  t.mock.timers.tick(1000);
  (await turns.take('a'))();
  t.mock.timers.tick(2000);
  assert.equal(turns.size, 1);
  t.mock.timers.tick(2000);
  assert.equal(turns.size, 0);
});
