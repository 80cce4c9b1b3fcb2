/** Events that are published right after their commit: in order, once, and equal to those read from the outbox. */

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { after, before, test } from 'node:test';
import { LocalBus } from '@nameloan/messaging/local-bus';
import { newId } from '@nameloan/runtime/id';
import { createLog } from '@nameloan/runtime/log';
import type { TestDatabase } from '@nameloan/testkit/database';
import { startTestDatabase } from '@nameloan/testkit/database';
import { openFaultyConnection } from '@nameloan/testkit/database/faulty-database';
import { consumeBalances, emitBalances } from '@nameloan/testkit/service/balance-events';
import { until } from '@nameloan/testkit/until';
import { Store } from '../store.ts';

const log = createLog('test', 'silent');
let database: TestDatabase;

before(async () => {
  database = await startTestDatabase();
});
after(async () => {
  await database.close();
});

/** A store with its own connection, its bus, and the events that a consumer received. */
async function open(t: TestContext, name: string) {
  const proxy = await openFaultyConnection(database.url);
  const store = new Store(name);
  await store.open({ mongoUrl: proxy.url, database: `${database.prefix}${name}` });
  const bus = new LocalBus();
  const reader = await consumeBalances(bus);
  t.after(async () => {
    proxy.delayMs = () => 0;
    await store.outbox.stop();
    await bus.close();
    await store.close();
    proxy.close();
  });
  const start = () => store.outbox.start(bus, newId(), log);
  const say = (amount: number, about = { id: newId(), version: 1 }) =>
    emitBalances(store, about, [amount]);
  return { proxy, store, bus, reader, observed: reader.observed, start, say };
}

for (const committers of [1, 4])
  test(`events are published at their commit without reading the outbox, with ${committers} concurrent commits`, async (t) => {
    const { proxy, store, observed, start, say } = await open(t, `handed_${committers}`);
    start();
    let looks = 0;
    proxy.injectFault = (command) => {
      if (command === 'find') looks++;
      return undefined;
    };
    const each = 40;
    const commit = async () => {
      for (let count = 0; count < each; count++) await say(count);
    };
    await Promise.all(Array.from({ length: committers }, commit));
    const commits = committers * each;
    await until(() => observed.length >= commits);
    // The first read takes the lease; then there are one or two reads a second for events of other processes.
    assert.ok(looks < commits / 4, `${looks} looks for ${commits} commits`);
    await until(async () => (await store.outbox.waiting()) === 0);
  });

test('a commit with a late response is not overtaken by the next one on its record', async (t) => {
  const { proxy, observed, start, say } = await open(t, 'late');
  start();
  await say(1, { id: 'one', version: 1 });
  await until(() => observed.length === 1);
  let held = false;
  proxy.delayMs = (command) => {
    if (held || command !== 'commitTransaction') return 0;
    held = true;
    return 100;
  };
  const first = say(2, { id: 'one', version: 2 });
  await until(() => held);
  await Promise.all([first, say(3, { id: 'one', version: 3 })]);
  await until(() => observed.length === 3);
  assert.deepEqual(observed, [1, 2, 3]);
});

test('an event that waits while reads fail is not overtaken by the next commit on its record', async (t) => {
  const { proxy, observed, start, say } = await open(t, 'failed_look');
  start();
  await say(1, { id: 'one', version: 1 });
  await until(() => observed.length === 1);
  let failing = true;
  proxy.injectFault = (command) => (failing && command === 'find' ? { code: 2 } : undefined);
  // Concurrent, so that they wait for a read.
  await Promise.all([2, 3].map((version) => say(version, { id: 'one', version })));
  await say(4, { id: 'one', version: 4 });
  failing = false;
  await until(() => observed.length === 4);
  assert.deepEqual(observed, [1, 2, 3, 4]);
});

test('without failures no event is published twice, however slow the reads are', async (t) => {
  const { proxy, store, observed, start, say } = await open(t, 'slow_looks');
  start();
  proxy.delayMs = (command) => (command === 'find' ? 20 : 0);
  const commits = 300;
  for (let count = 0; count < commits; count++) {
    await say(count);
    if (count % 10 === 0) store.outbox.wake();
  }
  await until(async () => (await store.outbox.waiting()) === 0);
  assert.equal(observed.length, commits);
  assert.equal(new Set(observed).size, commits);
});

test('events leave in commit order, even with reads in between', async (t) => {
  const { store, observed, start, say } = await open(t, 'in_order');
  const order = Array.from({ length: 120 }, (_, count) => count);
  for (const count of order) {
    await say(count, { id: 'one', version: count + 1 });
    // Events from before the start are read while new ones are committed.
    if (count === 40) start();
    if (count % 3 === 0) store.outbox.wake();
  }
  await until(() => new Set(observed).size === order.length);
  assert.deepEqual([...new Set(observed)], order);
});

test('an event published directly equals the one read from the outbox', async (t) => {
  const { store, bus, reader, start } = await open(t, 'same');
  await reader.stop();
  const came: unknown[] = [];
  await consumeBalances(bus, async ({ data }) => {
    came.push(data);
    return { done: true };
  });
  const nothing = undefined as unknown as number;
  const data = { accountId: 'a', availableCents: 1, ...{ absent: nothing } };
  const about = { id: 'a', version: 1 };
  const say = () => store.commit(async (tx) => tx.emit('payments.balance.changed', about, data));
  await say();
  start();
  await until(() => came.length === 1);
  await say();
  await until(() => came.length === 2);
  const reported = { accountId: 'a', availableCents: 1 };
  assert.deepEqual(came, [reported, reported]);
});

test('an event that no consumer could handle stays in the outbox and is relayed again', async (t) => {
  const { store, bus, reader, observed, start, say } = await open(t, 'waiting');
  start();
  await say(1);
  await until(() => observed.length === 1);
  await reader.stop();
  await say(2);
  assert.equal(await store.outbox.waiting(), 1);
  const next = await consumeBalances(bus);
  await until(() => next.observed.includes(2));
  await until(async () => (await store.outbox.waiting()) === 0);
});
