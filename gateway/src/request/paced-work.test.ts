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
  const first = paced.run({ network: 'a' }, work('a1'));
  const second = paced.run({ network: 'a' }, work('a2'));
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
    paced.run({ network: key }, async () => {
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
  const paced = new PacedWork({
    burstMs: 1,
    burstShare: 1,
    share: 0.1,
    maxWaiting: { client: 1, network: 1 },
  });
  const order: string[] = [];
  const fail = paced.run({ network: 'a' }, async () => {
    burn(5);
    throw new Error('failed');
  });
  const next = paced.run({ network: 'a' }, async () => void order.push('next'));
  await assert.rejects(
    paced.run({ network: 'a' }, async () => undefined),
    { code: 'TOO_MANY_REQUESTS', details: { retryAfterSeconds: 1 } },
  );
  await assert.rejects(fail, /failed/);
  await turn();
  order.push('other');
  await next;
  assert.deepEqual(order, ['other', 'next']);
});

test('clients of a network take turns, so one that sends much does not block its colleagues', async () => {
  const paced = new PacedWork({ burstMs: 1000, share: 0.5 });
  const order: string[] = [];
  const run = (client: string) =>
    paced.run({ network: 'office', client }, () => void order.push(client));
  const busy = Array.from({ length: 51 }, () => run('busy'));
  await assert.rejects(run('busy'), { code: 'TOO_MANY_REQUESTS' });
  await Promise.all(['one', 'two', 'one'].map(run));
  const colleagues = order.filter((client) => client !== 'busy');
  assert.deepEqual(colleagues, ['one', 'two', 'one']);
  assert.ok(order.length < 10, `${order.length} pieces ran before`);
  await Promise.all(busy);
});

test('in a full network the longest queue gives way to a client with a shorter one', async () => {
  const maxWaiting = { client: 3, network: 4 };
  const paced = new PacedWork({ burstMs: 1000, share: 0.5, maxWaiting });
  const ended: string[] = [];
  const run = (name: string, client: string) =>
    paced
      .run({ network: 'office', client }, () => name)
      .then(
        () => void ended.push(name),
        ({ code }) => void ended.push(`${name} ${code}`),
      );
  const names = ['a0', 'a1', 'a2', 'a3', 'b1', 'c1', 'c2'];
  await Promise.all(names.map((name) => run(name, name.charAt(0))));
  const rejected = ended.filter((name) => name.includes(' ')).sort();
  assert.deepEqual(rejected, ['a3 TOO_MANY_REQUESTS', 'c2 TOO_MANY_REQUESTS']);
  assert.equal(ended.length, names.length);
});

test('work of a known time waits for the pace of its network, and others do not', async () => {
  const paced = new PacedWork({ burstMs: 5, burstShare: 1, share: 0.05 });
  const order: string[] = [];
  const wait = (name: string, network: string) =>
    paced.wait({ network }, 20).then(() => order.push(name));
  const own = [wait('a1', 'a'), wait('a2', 'a')];
  await own[0];
  for (const key of ['b', 'c']) await wait(key, key);
  await Promise.all(own);
  assert.deepEqual(order, ['a1', 'b', 'c', 'a2']);
});
