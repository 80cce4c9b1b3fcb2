/** Relaying events and leasing jobs when processes stop, stall or run concurrently. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LocalBus } from '@nameloan/messaging/local-bus';
import { newId } from '@nameloan/runtime/id';
import { createLog } from '@nameloan/runtime/log';
import type { TestDatabase } from '@nameloan/testkit/database';
import { startTestDatabase } from '@nameloan/testkit/database';
import { consumeBalances, emitBalances } from '@nameloan/testkit/service/balance-events';
import { until } from '@nameloan/testkit/until';
import { Store } from '../store.ts';

const subject = 'payments.balance.changed' as const;
const log = createLog('test', 'silent');
let database: TestDatabase;

before(async () => {
  database = await startTestDatabase();
});
after(async () => {
  await database.close();
});

async function openStore(name = `relay_${newId().slice(-8)}`): Promise<Store> {
  const store = new Store(name);
  await store.open({ mongoUrl: database.url, database: `${database.prefix}${name}` });
  return store;
}

test('events of one commit on one record leave in the order in which they were emitted', async () => {
  const store = await openStore();
  const bus = new LocalBus();
  const { observed } = await consumeBalances(bus);
  const order = Array.from({ length: 20 }, (_, index) => index);
  await emitBalances(store, { id: newId() }, order);
  store.outbox.start(bus, newId(), log);
  await until(() => observed.length === order.length);
  assert.deepEqual(observed, order);
  await store.outbox.stop();
  await bus.close();
  await store.close();
});

test('five hundred events that no consumer can handle yet do not delay the next one', async () => {
  const store = await openStore();
  const bus = new LocalBus();
  let arrived = false;
  await consumeBalances(bus, async (event) => {
    arrived ||= event.data.availableCents === 777;
    return event.data.availableCents === 777 ? { done: true } : { retryInMs: 60_000 };
  });
  for (let batch = 0; batch < 5; batch++)
    await emitBalances(store, { id: newId() }, Array(100).fill(1));
  await emitBalances(store, { id: newId() }, [777]);
  store.outbox.start(bus, newId(), log);
  await until(() => arrived);
  await bus.close();
  await store.outbox.stop();
  assert.equal(await store.outbox.waiting(), 500);
  await store.close();
});

test('a service that stops after its consumer has stopped does not wait for the consumer, and the event waits', {
  // Shorter than the subscriber's delay.
  timeout: 25_000,
}, async () => {
  const store = await openStore();
  const bus = new LocalBus();
  let attempts = 0;
  const reader = await consumeBalances(bus, async () => {
    attempts++;
    return { retryInMs: 30_000 };
  });
  await emitBalances(store, { id: newId() }, [1]);
  store.outbox.start(bus, newId(), log);
  await until(() => attempts === 1);
  await reader.stop();
  await store.outbox.stop();
  assert.equal(await store.outbox.waiting(), 1);
  await bus.close();
  await store.close();
});

test('a worker whose lease expired can neither end nor release the run of its successor', async () => {
  const [slow, fast] = await Promise.all([openStore('leases'), openStore('leases')]);
  const gates = { slow: Promise.withResolvers<void>(), fast: Promise.withResolvers<void>() };
  const ran: string[] = [];
  slow.jobs.start(
    {
      long: async () => {
        ran.push('slow');
        await gates.slow.promise;
      },
    },
    log,
  );
  await slow.jobs.schedule({ kind: 'long', key: 'x' });
  await until(() => ran.length === 1);
  // Its own other workers must not take over.
  const slowEnds = slow.jobs.stop();
  const rows = slow.connection.collection<{ _id: string; leasedUntil: Date }>('jobs');
  await rows.updateOne({ _id: 'long:x' }, { $set: { leasedUntil: new Date(0) } });
  fast.jobs.start(
    {
      long: async () => {
        ran.push('fast');
        await gates.fast.promise;
      },
    },
    log,
  );
  await until(() => ran.length === 2);
  gates.slow.reject(new Error('the slow one fails late'));
  await slowEnds;
  const row = await rows.findOne({ _id: 'long:x' });
  assert.ok((row?.leasedUntil.getTime() ?? 0) > Date.now(), 'the successor holds the lease');
  assert.deepEqual(ran, ['slow', 'fast']);
  gates.fast.resolve();
  await until(async () => (await fast.jobs.waiting()) === 0);
  await fast.jobs.stop();
  for (const store of [slow, fast]) await store.close();
});

test('a change signal that fails neither undoes nor hides the commit', async () => {
  const store = await openStore();
  const done = await store.commit(async (tx) => {
    tx.emit(subject, { id: 'a', version: 1 }, { accountId: 'a', availableCents: 1 });
    tx.afterCommit(() => {
      throw new Error('the connection drains');
    });
    return 'committed';
  });
  assert.equal(done, 'committed');
  assert.equal(await store.outbox.waiting(), 1);
  await store.close();
});
