/** Turns of networks: what runs at once, what waits, and when a turn ends. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NetworkTurns } from './network-turns.ts';

/** Whether the promise is settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

test('a network runs a few requests at once, and others do not wait for it', async () => {
  const turns = new NetworkTurns({ atOnce: 2, turnMs: 60_000 });
  const [first, second] = [await turns.take('a'), await turns.take('a')];
  const third = turns.take('a');
  const fourth = turns.take('a');
  assert.equal(await isSettled(third), false);
  (await turns.take('b'))();
  first();
  first();
  const end = await third;
  assert.equal(await isSettled(fourth), false, 'a turn that ends twice frees one place');
  end();
  (await fourth)();
  second();
  for (const endTurn of [await turns.take('a'), await turns.take('a')]) endTurn();
});

test('a request that waits for a slow system does not hold up its network', async () => {
  const turns = new NetworkTurns({ atOnce: 1, turnMs: 1 });
  await turns.take('a');
  await turns.take('a');
});

test('too many waiting requests of a network are rejected', async () => {
  const turns = new NetworkTurns({ atOnce: 1, maxWaiting: 1, turnMs: 60_000 });
  const end = await turns.take('a');
  const waiting = turns.take('a');
  await assert.rejects(turns.take('a'), { code: 'TOO_MANY_REQUESTS' });
  end();
  (await waiting)();
});
