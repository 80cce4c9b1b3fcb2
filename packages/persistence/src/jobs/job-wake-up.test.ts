/** Jobs start without polling: at a commit, at their time, at a move of the clock, and by another replica's signal. */

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { after, before, test } from 'node:test';
import { moveClock, now, resetClock } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { createLog } from '@nameloan/runtime/log';
import type { TestDatabase } from '@nameloan/testkit/database';
import { startTestDatabase } from '@nameloan/testkit/database';
import type { JoinedBuses } from '@nameloan/testkit/nats/joined-buses';
import { joinBuses } from '@nameloan/testkit/nats/joined-buses';
import { Store } from '../store.ts';

const log = createLog('test', 'silent');
const hour = 3_600_000;
/** Less than the poll interval, after which polling would find everything. */
const woken = { timeout: 14_000 };
let database: TestDatabase;

before(async () => {
  database = await startTestDatabase();
});
after(async () => {
  resetClock();
  await database.close();
});

async function openReplica(t: TestContext, buses: JoinedBuses, name: string): Promise<Store> {
  const store = new Store('woken');
  await store.open({ mongoUrl: database.url, database: `${database.prefix}${name}` });
  const bus = buses.join();
  const leave = await store.joinReplicaSignals(bus);
  t.after(async () => {
    await store.jobs.stop();
    await leave();
    await bus.close();
    await store.close();
  });
  return store;
}

/** Commits a job and records when it runs. */
async function commitJob(store: Store, inMs: number) {
  const key = newId();
  const at = new Date(now().getTime() + inMs);
  await store.commit((tx) => tx.schedule({ kind: 'ring', key, at }));
  return key;
}

function recordRuns() {
  const waiting = new Map<string, () => void>();
  const ran = new Set<string>();
  const ring = async ({ key }: { key: string }) => {
    ran.add(key);
    waiting.get(key)?.();
  };
  const runOf = (key: string) =>
    ran.has(key) ? Promise.resolve() : new Promise<void>((resolve) => waiting.set(key, resolve));
  return { ring, runOf, ran };
}

test(
  'a job that a commit schedules runs at its time, while a later one waits',
  woken,
  async (t) => {
    const store = await openReplica(t, joinBuses(), 'time');
    const { ring, runOf, ran } = recordRuns();
    store.jobs.start({ ring }, log);
    const later = await commitJob(store, hour);
    await runOf(await commitJob(store, 0));
    await runOf(await commitJob(store, 300));
    assert.ok(!ran.has(later));
  },
);

test('a job waits for its business time, and then runs at once', woken, async (t) => {
  const store = await openReplica(t, joinBuses(), 'business');
  const { ring, runOf } = recordRuns();
  store.jobs.start({ ring }, log);
  const key = await commitJob(store, 48 * hour);
  moveClock(49 * hour);
  await runOf(key);
});

test(
  'a job that its replica cannot run now is run by another one, which gets a signal',
  woken,
  async (t) => {
    const buses = joinBuses();
    const busy = await openReplica(t, buses, 'commit');
    const idle = await openReplica(t, buses, 'commit');
    const { ring, runOf } = recordRuns();
    idle.jobs.start({ ring }, log);
    await runOf(await commitJob(busy, 0));
    await runOf(await commitJob(busy, 400));
  },
);

test('a run with a next run, and one that fails, run again at their time', woken, async (t) => {
  const store = await openReplica(t, joinBuses(), 'again');
  const done = Promise.withResolvers<void>();
  let runs = 0;
  const ring = async () => {
    runs++;
    if (runs === 1) return { runAgainAt: new Date(now().getTime() + 200) };
    if (runs === 2) throw new Error('it fails once');
    return done.resolve();
  };
  store.jobs.start({ ring }, log);
  await commitJob(store, 0);
  await done.promise;
});

test('forty jobs that another process holds do not hide the next one', woken, async (t) => {
  const store = await openReplica(t, joinBuses(), 'hidden');
  const rows = store.connection.collection<{ _id: string; leasedUntil: Date }>('jobs');
  for (let count = 0; count < 40; count++) {
    const at = new Date(now().getTime() - hour);
    await store.jobs.schedule({ kind: 'ring', key: `held-${count}`, at });
  }
  await rows.updateMany({}, { $set: { leasedUntil: new Date(Date.now() + hour) } });
  const { ring, runOf } = recordRuns();
  store.jobs.start({ ring }, log);
  await runOf(await commitJob(store, 0));
});
