/** Bounded work: how many at once, how many waiting. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';

test('never more than so many run at once, all get their turn, also after a failure', async () => {
  const turns = new ConcurrencyLimiter({ atOnce: 2, waiting: 20 });
  let running = 0;
  let most = 0;
  const work = (i: number) => async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    if (i % 3 === 0) throw new Error('failed');
    return i;
  };
  const ends = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => turns.run(work(i))));
  assert.equal(most, 2);
  assert.equal(ends.filter((end) => end.status === 'fulfilled').length, 13);
  assert.equal(await turns.run(work(1)), 1);
});

test('who finds too many waiting is told to come again', async () => {
  const turns = new ConcurrencyLimiter({ atOnce: 1, waiting: 1 });
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const first = turns.run(() => gate);
  const second = turns.run(() => gate);
  await assert.rejects(
    turns.run(() => gate),
    { code: 'UNAVAILABLE', details: { retryAfterSeconds: 1 } },
  );
  open();
  await Promise.all([first, second]);
});
