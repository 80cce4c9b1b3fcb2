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

const perClient = { atOnce: 1, waiting: 2 };

/** Work that runs until `open` is called; `order` has the names in the order of their start. */
function heldWork() {
  const { promise, resolve: open } = Promise.withResolvers<void>();
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(name);
    await promise;
  };
  return { order, work, open };
}

test('a client never takes all slots, and waits only behind itself', async () => {
  const limiter = new ConcurrencyLimiter({ atOnce: 2, waiting: 10, perClient });
  const { order, work, open } = heldWork();
  const runs = ['a1', 'a2', 'a3'].map((name) => limiter.run(work(name), 'a'));
  await assert.rejects(limiter.run(work('a4'), 'a'), { code: 'TOO_MANY_REQUESTS' });
  assert.throws(() => limiter.assertRoom('a'), { code: 'TOO_MANY_REQUESTS' });
  limiter.assertRoom('b');
  assert.deepEqual(order, ['a1']);
  // The other slot is free for everyone else, at once.
  runs.push(limiter.run(work('b1'), 'b'));
  assert.deepEqual(order, ['a1', 'b1']);
  for (const name of ['c1', 'd1']) runs.push(limiter.run(work(name), name));
  open();
  await Promise.all(runs);
  // Of the waiting, one per client takes its turn before the second of any.
  const [first, second] = [order.indexOf('a2'), order.indexOf('a3')];
  assert.ok(second > order.indexOf('c1') && second > order.indexOf('d1'), order.join());
  assert.ok(first < second);
});

test('a full queue says when it will be worked off at its pace', async () => {
  const pace = { burst: 1, everyMs: 2000 };
  const limiter = new ConcurrencyLimiter({
    atOnce: 1,
    waiting: 10,
    perClient: { atOnce: 1, waiting: 1, pace },
  });
  await limiter.run(async () => undefined, 'a');
  void limiter.run(async () => undefined, 'a');
  assert.throws(() => limiter.assertRoom('a'), { details: { retryAfterSeconds: 4 } });
});

test('while all queues are full, the longest gives way to a client with a shorter one', async () => {
  const limiter = new ConcurrencyLimiter({ atOnce: 1, waiting: 2, perClient });
  const { order, work, open } = heldWork();
  const kept = [limiter.run(work('a1'), 'a'), limiter.run(work('a2'), 'a')];
  const given = limiter.run(work('a3'), 'a');
  const rejected = assert.rejects(given, { code: 'UNAVAILABLE' });
  kept.push(limiter.run(work('b1'), 'b'));
  await rejected;
  await assert.rejects(limiter.run(work('c1'), 'c'), { code: 'UNAVAILABLE' });
  open();
  await Promise.all(kept);
  assert.deepEqual(order.toSorted(), ['a1', 'a2', 'b1']);
});

test('a client keeps its pace after a burst, and others do not wait for it', async () => {
  const pace = { burst: 2, everyMs: 300 };
  const limits = { atOnce: 2, waiting: 10, perClient: { atOnce: 2, waiting: 10, pace } };
  const limiter = new ConcurrencyLimiter(limits);
  const order: string[] = [];
  const run = (name: string, key: string) => limiter.run(async () => void order.push(name), key);
  const paced = ['a1', 'a2', 'a3', 'a4'].map((name) => run(name, 'a'));
  await run('b1', 'b');
  await run('b2', 'b');
  assert.deepEqual(order, ['a1', 'a2', 'b1', 'b2']);
  await Promise.all(paced);
  assert.deepEqual(order.slice(4), ['a3', 'a4']);
});

test('a paced client is never left waiting, however its timers and its work interleave', {
  timeout: 60_000,
}, async () => {
  const pace = { burst: 1, everyMs: 1.37 };
  const perClient = { atOnce: 1, waiting: 20, pace };
  const limiter = new ConcurrencyLimiter({ atOnce: 2, waiting: 20, perClient });
  const block = (ms: number) => {
    const end = performance.now() + ms;
    while (performance.now() < end);
  };
  let finished = 0;
  const work = async () => {
    // Fractions of a millisecond, by which a timer is early or late, in an even spread.
    block(((finished++ * 0.618) % 1) * 0.6);
  };
  for (let round = 0; round < 1000; round++)
    await Promise.all([1, 2, 3].map(() => limiter.run(work, 'a')));
  assert.equal(finished, 3000);
});
