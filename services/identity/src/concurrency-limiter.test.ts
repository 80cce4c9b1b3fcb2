/** Bounds of concurrent and queued work. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';

test('never more than the limit run concurrently, and all run, even after a failure', async () => {
  const limiter = new ConcurrencyLimiter({ atOnce: 2, waiting: 20 });
  let running = 0;
  let maxRunning = 0;
  const work = (i: number) => async () => {
    maxRunning = Math.max(maxRunning, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    if (i % 3 === 0) throw new Error('failed');
    return i;
  };
  const ends = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => limiter.run(work(i))));
  assert.equal(maxRunning, 2);
  assert.equal(ends.filter((end) => end.status === 'fulfilled').length, 13);
  assert.equal(await limiter.run(work(1)), 1);
});

test('work beyond the queue is rejected with a retry hint', async () => {
  const limiter = new ConcurrencyLimiter({ atOnce: 1, waiting: 1 });
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const first = limiter.run(() => gate);
  const second = limiter.run(() => gate);
  await assert.rejects(
    limiter.run(() => gate),
    { code: 'UNAVAILABLE', details: { retryAfterSeconds: 1 } },
  );
  open();
  await Promise.all([first, second]);
});
