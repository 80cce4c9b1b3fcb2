/** Replicas that share an outbox: one relays at a time, gets signals of others' commits, and is replaced when it stops. */

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Event } from '@nameloan/contracts/events';
import { newId } from '@nameloan/runtime/id';
import { createLog } from '@nameloan/runtime/log';
import type { TestDatabase } from '@nameloan/testkit/database';
import { startTestDatabase } from '@nameloan/testkit/database';
import type { JoinedBuses } from '@nameloan/testkit/nats/joined-buses';
import { joinBuses } from '@nameloan/testkit/nats/joined-buses';
import { until } from '@nameloan/testkit/until';
import { Store } from '../store.ts';

const subject = 'payments.balance.changed' as const;
const log = createLog('test', 'silent');
/** By then a woken relay has read once, and not twice. */
const wokenReadMs = 300;
/** Less than the poll interval, after which polling would find everything. */
const woken = { timeout: 14_000 };
let database: TestDatabase;

before(async () => {
  database = await startTestDatabase();
});
after(() => database.close());

async function openReplica(t: TestContext, name: string, buses: JoinedBuses) {
  const store = new Store('replicas');
  await store.open({ mongoUrl: database.url, database: `${database.prefix}${name}` });
  const bus = buses.join();
  const observed: number[] = [];
  await bus.consume({
    name: 'reader',
    subjects: [subject],
    handle: async (raw) => {
      observed.push((raw as Event<typeof subject>).data.availableCents);
      return { done: true };
    },
  });
  const leave = await store.joinReplicaSignals(bus);
  t.after(async () => {
    await store.outbox.stop();
    await leave();
    await bus.close();
    await store.close();
  });
  /** One event per commit, about one record. */
  const send = (...amounts: number[]) =>
    store.commit(async (tx) => {
      for (const availableCents of amounts)
        tx.emit(subject, { id: 'one', version: 1 }, { accountId: 'one', availableCents });
    });
  return { store, bus, observed, send, start: () => store.outbox.start(bus, newId(), log) };
}

/** By then the relay has read once more, and publishes its own commits directly. */
const firstReadMs = 1_150;
/** An active relay reads once more for concurrent commits; after that only a wake-up makes it read. */
const lastReadMs = 1_500;

async function holdLeaseFor(store: Store, ms: number): Promise<void> {
  const leases = store.connection.collection<{ _id: string; until: Date }>('leases');
  await leases.updateOne({ _id: 'relay' }, { $set: { until: new Date(Date.now() + ms) } });
}

/** Waits until the lease is free. */
async function lapse(store: Store): Promise<void> {
  const leases = store.connection.collection<{ _id: string; until: Date }>('leases');
  const lease = () => leases.findOne({ _id: 'relay' });
  await until(async () => ((await lease())?.until.getTime() ?? 0) < Date.now());
}

test(
  'only the lease holder relays, also the commits of others and in order, and another replica replaces it',
  woken,
  async (t) => {
    const buses = joinBuses();
    const one = await openReplica(t, 'pair', buses);
    const two = await openReplica(t, 'pair', buses);
    one.start();
    await one.send(0);
    await until(() => one.observed.length === 1);
    await pause(lastReadMs);
    await holdLeaseFor(one.store, 3_600_000);
    two.start();
    for (let count = 1; count <= 20; count++) await two.send(count);
    await until(() => one.observed.length === 21);
    assert.deepEqual(
      one.observed,
      Array.from({ length: 21 }, (_, count) => count),
    );
    assert.deepEqual(two.observed, []);
    await one.store.outbox.stop();
    await two.send(21);
    await until(() => two.observed.length === 1);
  },
);

test(
  'a lease holder without signals delays events by its lease: then the committing replica relays',
  woken,
  async (t) => {
    const buses = joinBuses();
    const one = await openReplica(t, 'deaf', buses);
    const two = await openReplica(t, 'deaf', buses);
    one.start();
    await one.send(0);
    await until(() => one.observed.length === 1);
    await pause(lastReadMs);
    await holdLeaseFor(one.store, 2_000);
    buses.loseSignals(true);
    two.start();
    await two.send(1, 2);
    await until(() => two.observed.length === 2);
    assert.deepEqual(one.observed, [0]);
  },
);

test(
  'an event of a crashed process is relayed within a second of the next commit of another one',
  woken,
  async (t) => {
    const buses = joinBuses();
    const dead = await openReplica(t, 'dead', buses);
    const alive = await openReplica(t, 'dead', buses);
    alive.start();
    await alive.send(1);
    await until(() => alive.observed.length === 1);
    await pause(firstReadMs);
    // It never relays, as if killed right after its commit.
    await dead.send(2);
    await alive.send(3);
    // Long before the next poll, which would find it too.
    await until(() => alive.observed.length === 3, 10_000);
    assert.deepEqual(alive.observed.toSorted(), [1, 2, 3]);
  },
);

test('an idle relay holds no lease, so that another relays at once', woken, async (t) => {
  const buses = joinBuses();
  const resting = await openReplica(t, 'rest', buses);
  const other = await openReplica(t, 'rest', buses);
  resting.start();
  await resting.send(1);
  await until(() => resting.observed.length === 1);
  await lapse(other.store);
  other.start();
  await other.send(2);
  await until(() => other.observed.length === 1);
  assert.deepEqual(resting.observed, [1]);
});

test('another idle process relays the events that a stopping one leaves', woken, async (t) => {
  const buses = joinBuses();
  const leaving = await openReplica(t, 'leave', buses);
  const resting = await openReplica(t, 'leave', buses);
  resting.start();
  await resting.send(1);
  await until(() => resting.observed.length === 1);
  await lapse(resting.store);
  // Only this one has lost the broker.
  leaving.bus.publish = () => Promise.reject(new Error('the broker is away'));
  leaving.start();
  await leaving.send(2);
  await leaving.store.outbox.stop();
  await until(() => resting.observed.length === 2);
});

test(
  'an event that is not visible yet when its commit wakes the relay leaves soon after',
  woken,
  async (t) => {
    const buses = joinBuses();
    const unseen = await openReplica(t, 'unseen', buses);
    const alive = await openReplica(t, 'unseen', buses);
    alive.start();
    await alive.send(1);
    await until(() => alive.observed.length === 1);
    await lapse(alive.store);
    alive.store.outbox.wake();
    await pause(wokenReadMs);
    await unseen.send(2);
    await until(() => alive.observed.length === 2);
  },
);
