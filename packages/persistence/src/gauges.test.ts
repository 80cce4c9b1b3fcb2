/** Metrics of a store's waiting work, which count only what the majority has. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Event } from '@nameloan/contracts/events';
import { LocalBus } from '@nameloan/messaging/local-bus';
import { newId, timeOfId } from '@nameloan/runtime/id';
import { createLog } from '@nameloan/runtime/log';
import { DependencyNotReadyError, subscribeToEvents } from '@nameloan/subgraph/subscribe-events';
import type { TestDatabase } from '@nameloan/testkit/database';
import { startTestDatabase, withCommandEvents } from '@nameloan/testkit/database';
import { makeEvent } from '@nameloan/testkit/service/test-service';
import { until } from '@nameloan/testkit/until';
import type { mongo } from 'mongoose';
import { register } from 'prom-client';
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

async function openStore(): Promise<Store> {
  const store = new Store(`shown_${newId().slice(-8)}`);
  await store.open({
    mongoUrl: withCommandEvents(database.url),
    database: `${database.prefix}${store.service}`,
  });
  return store;
}

/** Metrics of one store by name and further labels. */
async function figures(store: Store): Promise<Record<string, number>> {
  const lines = (await register.metrics()).split('\n');
  const mine = lines.filter((line) => line.includes(`service="${store.service}"`));
  return Object.fromEntries(
    mine.map((line) => [
      line.replace(/service="\w+",?/, '').replace(/\{\}? .*| [^ ]*$/, ''),
      Number(line.split(' ').at(-1)),
    ]),
  );
}

const emit = (store: Store) =>
  store.commit(async (tx) =>
    tx.emit(subject, { id: newId(), version: 1 }, { accountId: 'a', availableCents: 1 }),
  );

test('an outbox without a relay shows by the age of its oldest event', async () => {
  const store = await openStore();
  assert.equal((await figures(store)).nameloan_outbox_oldest_seconds, 0);
  const beforeMs = Date.now();
  await emit(store);
  await emit(store);
  await until(async () => ((await figures(store)).nameloan_outbox_oldest_seconds ?? 0) > 0.2);
  const shown = await figures(store);
  assert.ok((shown.nameloan_outbox_oldest_seconds ?? 0) <= (Date.now() - beforeMs) / 1000);
  assert.equal(shown.nameloan_outbox_events, 2);
  const bus = new LocalBus();
  store.outbox.start(bus, newId(), log);
  await until(async () => (await figures(store)).nameloan_outbox_events === 0);
  assert.equal((await figures(store)).nameloan_outbox_oldest_seconds, 0);
  await store.outbox.stop();
  await store.close();
  assert.deepEqual(await figures(store), {}, 'a closed store has no metrics');
});

test('failing jobs, deferred events and dead letters are counted until they succeed', async () => {
  const store = await openStore();
  const bus = new LocalBus();
  let broken = true;
  const stop = await subscribeToEvents(store, bus, {
    handlers: {
      [subject]: async () => {
        if (broken) throw new DependencyNotReadyError('not yet');
      },
    },
    log,
  });
  const job = async () => {
    if (broken) throw new Error('on purpose');
  };
  await store.jobs.schedule({ kind: 'job', key: 'a' });
  store.jobs.start({ job }, log);
  const event = makeEvent(subject, { accountId: 'a', availableCents: 1 }, {});
  await bus.publish(event);
  await bus.publish({ ...event, id: newId(), v: 2 });
  await bus.publish({ ...event, id: newId(), data: {} } as never);
  await until(async () => (await figures(store)).nameloan_failing_jobs === 1);
  const shown = await figures(store);
  assert.equal(shown['nameloan_deferred_events{reason="early"}'], 1);
  assert.equal(shown['nameloan_deferred_events{reason="unknown"}'], 1);
  assert.equal(shown.nameloan_dead_letters, 1);
  broken = false;
  await until(async () => {
    const now = await figures(store);
    return now.nameloan_failing_jobs === 0 && now['nameloan_deferred_events{reason="early"}'] === 0;
  });
  await store.jobs.stop();
  await stop();
  await store.close();
});

test('an event that stays deferred shows by its age, however many others come and go', async () => {
  const store = await openStore();
  const raw = { subject, data: {} };
  const delay = { reason: 'unknown', fault: 'another release knows it' } as const;
  const oldest = async (reason: string) =>
    (await figures(store))[`nameloan_deferred_oldest_seconds{reason="${reason}"}`];
  assert.equal(await oldest('unknown'), 0);
  const beforeMs = Date.now();
  await store.deferredEvents.add(raw, { id: newId(), kind: 'a' }, delay);
  await until(async () => ((await oldest('unknown')) ?? 0) > 0.3);
  await store.deferredEvents.add(raw, { id: newId(), kind: 'a' }, delay);
  const age = (await oldest('unknown')) ?? 0;
  assert.ok(age > 0.3 && age <= (Date.now() - beforeMs) / 1000 + 0.1, String(age));
  assert.equal(await oldest('early'), 0);
  await store.close();
});

test('the relay and the inbox read only what the majority holds', async () => {
  const store = await openStore();
  const bus = new LocalBus();
  const reads: Record<string, unknown[]> = { outbox: [], inbox: [] };
  store.connection.getClient().on('commandStarted', ({ command }: mongo.CommandStartedEvent) => {
    if (!command.find || command.find === 'deferred_events') return;
    // A transaction sets the read concern at its start.
    if (command.autocommit !== false) reads[command.find]?.push(command.readConcern);
  });
  const taken: Event[] = [];
  const take = async (event: Event) => void taken.push(event);
  const stop = await subscribeToEvents(store, bus, { handlers: { [subject]: take }, log });
  await emit(store);
  store.outbox.start(bus, newId(), log);
  await until(async () => (await store.outbox.waiting()) === 0);
  // The inbox is read for an event that may have been handled before.
  for (const event of [...taken]) await bus.publish(event);
  assert.equal(taken.length, 1);
  for (const [collection, observed] of Object.entries(reads)) {
    assert.ok(observed.length > 0, collection);
    for (const concern of observed) assert.deepEqual({ ...Object(concern) }, { level: 'majority' });
  }
  await store.outbox.stop();
  await stop();
  await store.close();
});

test('an id contains the time of its creation', () => {
  const beforeMs = Date.now();
  const id = newId();
  assert.ok(timeOfId(id) >= beforeMs && timeOfId(id) <= Date.now());
});
