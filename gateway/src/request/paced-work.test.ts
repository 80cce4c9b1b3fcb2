/** Pace of a network's expensive work: one piece at a time, with pauses in which others run. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { PacedWork, threadMs } from './paced-work.ts';

function burn(ms: number): void {
  const end = threadMs() + ms;
  while (threadMs() < end);
}

test('the work of a network runs one after another, and leaves turns to others in between', async () => {
  const paced = new PacedWork({ burstMs: 1000, burstShare: 0.25, share: 0.05 });
  const order: string[] = [];
  let running = 0;
  const work = (name: string) => async () => {
    assert.equal(++running, 1, 'two pieces run at once');
    burn(5);
    await turn();
    running--;
    order.push(name);
  };
  const first = paced.run('a', work('a1'));
  const second = paced.run('a', work('a2'));
  await first;
  // Three times as long as the first piece took, so that a call with many turns is through before the second.
  for (let at = 0; at < 10; at++) await turn();
  order.push('other');
  await second;
  assert.deepEqual(order, ['a1', 'other', 'a2']);
});

test('beyond its burst a network gets its share, and others do not wait for it', async () => {
  const paced = new PacedWork({ burstMs: 5, burstShare: 1, share: 0.05 });
  const order: string[] = [];
  const run = (name: string, key: string) =>
    paced.run(key, async () => {
      burn(20);
      order.push(name);
    });
  // The second begins 300 ms after the first: 20 ms at a twentieth of the thread, less the burst.
  const own = [run('a1', 'a'), run('a2', 'a')];
  await own[0];
  for (const key of ['b', 'c', 'd']) await run(key, key);
  await Promise.all(own);
  assert.deepEqual(order, ['a1', 'b', 'c', 'd', 'a2']);
});

test('work that fails delays the next as well, and work beyond the queue is rejected', async () => {
  const paced = new PacedWork({ burstMs: 1, burstShare: 1, share: 0.1, maxWaiting: 2 });
  const order: string[] = [];
  const fail = paced.run('a', async () => {
    burn(5);
    throw new Error('failed');
  });
  const next = paced.run('a', async () => void order.push('next'));
  await assert.rejects(
    paced.run('a', async () => undefined),
    { code: 'TOO_MANY_REQUESTS', details: { retryAfterSeconds: 1 } },
  );
  await assert.rejects(fail, /failed/);
  await turn();
  order.push('other');
  await next;
  assert.deepEqual(order, ['other', 'next']);
});
