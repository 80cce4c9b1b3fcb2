/** Replicas of one service and one outbox: one of them relays at a time, is told of what others commit, and is followed. */

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Event } from '@nameloan/contracts/events.ts';
import { newId } from '../id.ts';
import { createLog } from '../log.ts';
import type { TestDatabase } from '../testing/database.ts';
import { startTestDatabase } from '../testing/database.ts';
import type { JoinedBuses } from '../testing/joined-buses.ts';
import { joinBuses } from '../testing/joined-buses.ts';
import { until } from '../testing/until.ts';
import { Store } from './store.ts';

const subject = 'payments.balance.changed' as const;
const log = createLog('test', 'silent');
/** By then a relay that was woken has looked, and not yet once more. */
const wokenLookMs = 300;
/** Less than the slow look, which would find everything. */
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
  const seen: number[] = [];
  await bus.consume({
    name: 'reader',
    subjects: [subject],
    handle: async (raw) => {
      seen.push((raw as Event<typeof subject>).data.availableCents);
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
  /** One fact a commit, about one record. */
  const tell = (...amounts: number[]) =>
    store.commit(async (tx) => {
      for (const availableCents of amounts)
        tx.emit(subject, { id: 'one', version: 1 }, { accountId: 'one', availableCents });
    });
  return { store, bus, seen, tell, start: () => store.outbox.start(bus, newId(), log) };
}

/** By then whoever has relayed has looked once more, and hands on what it commits itself. */
const firstLookMs = 1_150;
/** Who has just relayed looks once more, for what else was under way; after that only a call wakes it. */
const lastLookMs = 1_500;

async function holdLeaseFor(store: Store, ms: number): Promise<void> {
  const leases = store.connection.collection<{ _id: string; until: Date }>('leases');
  await leases.updateOne({ _id: 'relay' }, { $set: { until: new Date(Date.now() + ms) } });
}

/** Waits until nobody holds the lease any more. */
async function lapse(store: Store): Promise<void> {
  const leases = store.connection.collection<{ _id: string; until: Date }>('leases');
  const lease = () => leases.findOne({ _id: 'relay' });
  await until(async () => ((await lease())?.until.getTime() ?? 0) < Date.now());
}

test(
  'only the holder of the lease relays, what others commit too and in order, and another follows it',
  woken,
  async (t) => {
    const buses = joinBuses();
    const one = await openReplica(t, 'pair', buses);
    const two = await openReplica(t, 'pair', buses);
    one.start();
    await one.tell(0);
    await until(() => one.seen.length === 1);
    await pause(lastLookMs);
    await holdLeaseFor(one.store, 3_600_000);
    two.start();
    for (let count = 1; count <= 20; count++) await two.tell(count);
    await until(() => one.seen.length === 21);
    assert.deepEqual(
      one.seen,
      Array.from({ length: 21 }, (_, count) => count),
    );
    assert.deepEqual(two.seen, []);
    await one.store.outbox.stop();
    await two.tell(21);
    await until(() => two.seen.length === 1);
  },
);

test(
  'a holder that hears no signal costs its lease: then whoever committed relays',
  woken,
  async (t) => {
    const buses = joinBuses();
    const one = await openReplica(t, 'deaf', buses);
    const two = await openReplica(t, 'deaf', buses);
    one.start();
    await one.tell(0);
    await until(() => one.seen.length === 1);
    await pause(lastLookMs);
    await holdLeaseFor(one.store, 2_000);
    buses.loseSignals(true);
    two.start();
    await two.tell(1, 2);
    await until(() => two.seen.length === 2);
    assert.deepEqual(one.seen, [0]);
  },
);

test(
  'what a process committed and did not live to relay leaves within a second of the next commit of another one',
  woken,
  async (t) => {
    const buses = joinBuses();
    const dead = await openReplica(t, 'dead', buses);
    const alive = await openReplica(t, 'dead', buses);
    alive.start();
    await alive.tell(1);
    await until(() => alive.seen.length === 1);
    await pause(firstLookMs);
    // It never relays, as one that was killed right after its commit.
    await dead.tell(2);
    await alive.tell(3);
    // Long before the slow poll, which would find it too.
    await until(() => alive.seen.length === 3, 10_000);
    assert.deepEqual(alive.seen.toSorted(), [1, 2, 3]);
  },
);

test('who rests holds no lease, so that another relays at once', woken, async (t) => {
  const buses = joinBuses();
  const resting = await openReplica(t, 'rest', buses);
  const other = await openReplica(t, 'rest', buses);
  resting.start();
  await resting.tell(1);
  await until(() => resting.seen.length === 1);
  await lapse(other.store);
  other.start();
  await other.tell(2);
  await until(() => other.seen.length === 1);
  assert.deepEqual(resting.seen, [1]);
});

test('what a process leaves as it stops, another one that rests relays', woken, async (t) => {
  const buses = joinBuses();
  const leaving = await openReplica(t, 'leave', buses);
  const resting = await openReplica(t, 'leave', buses);
  resting.start();
  await resting.tell(1);
  await until(() => resting.seen.length === 1);
  await lapse(resting.store);
  // It alone has lost the broker.
  leaving.bus.publish = () => Promise.reject(new Error('the broker is away'));
  leaving.start();
  await leaving.tell(2);
  await leaving.store.outbox.stop();
  await until(() => resting.seen.length === 2);
});

test(
  'what cannot be seen yet when its commit wakes the relay leaves soon after',
  woken,
  async (t) => {
    const buses = joinBuses();
    const unseen = await openReplica(t, 'unseen', buses);
    const alive = await openReplica(t, 'unseen', buses);
    alive.start();
    await alive.tell(1);
    await until(() => alive.seen.length === 1);
    await lapse(alive.store);
    alive.store.outbox.wake();
    await pause(wokenLookMs);
    await unseen.tell(2);
    await until(() => alive.seen.length === 2);
  },
);
