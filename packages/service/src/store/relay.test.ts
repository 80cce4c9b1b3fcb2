/** The relay of facts and the leases of jobs, where processes stop, sleep or stand side by side. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LocalBus } from '../bus/local-bus.ts';
import { newId } from '../id.ts';
import { createLog } from '../log.ts';
import { consumeBalances, emitBalances } from '../testing/balance-events.ts';
import type { TestDatabase } from '../testing/database.ts';
import { startTestDatabase } from '../testing/database.ts';
import { until } from '../testing/until.ts';
import { Store } from './store.ts';

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

test('facts that one commit says about one record leave in the order said', async () => {
  const store = await openStore();
  const bus = new LocalBus();
  const { seen } = await consumeBalances(bus);
  const order = Array.from({ length: 20 }, (_, index) => index);
  await emitBalances(store, { id: newId() }, order);
  store.outbox.start(bus, newId(), log);
  await until(() => seen.length === order.length);
  assert.deepEqual(seen, order);
  await store.outbox.stop();
  await bus.close();
  await store.close();
});

test('five hundred facts that no reader can take yet do not hold up the one behind them', async () => {
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

test('a part that stops while a reader has stopped before it does not wait for the reader, and the fact waits', {
  // Shorter than the subscriber's delay.
  timeout: 25_000,
}, async () => {
  const store = await openStore();
  const bus = new LocalBus();
  let tries = 0;
  const reader = await consumeBalances(bus, async () => {
    tries++;
    return { retryInMs: 30_000 };
  });
  await emitBalances(store, { id: newId() }, [1]);
  store.outbox.start(bus, newId(), log);
  await until(() => tries === 1);
  await reader.stop();
  await store.outbox.stop();
  assert.equal(await store.outbox.waiting(), 1);
  await bus.close();
  await store.close();
});

test('a worker that slept through its lease can neither end nor free the run of its successor', async () => {
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
  // Its other workers must not be the ones that take over.
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

test('a live signal that cannot be sent does not undo or hide the commit', async () => {
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
