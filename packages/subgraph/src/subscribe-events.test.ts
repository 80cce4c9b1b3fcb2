/** An event that cannot be handled yet is deferred, blocks no other, and has one effect later. */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DomainError } from '@nameloan/contracts/errors';
import type { Event } from '@nameloan/contracts/events';
import type { Bus } from '@nameloan/messaging/bus';
import { LocalBus } from '@nameloan/messaging/local-bus';
import { NatsBus } from '@nameloan/messaging/nats/nats-bus';
import { Store } from '@nameloan/persistence/store';
import { newId } from '@nameloan/runtime/id';
import { createLog } from '@nameloan/runtime/log';
import type { TestDatabase } from '@nameloan/testkit/database';
import { startTestDatabase } from '@nameloan/testkit/database';
import type { TestNats } from '@nameloan/testkit/nats';
import { natsMissing, startTestNats } from '@nameloan/testkit/nats';
import { makeEvent } from '@nameloan/testkit/service/test-service';
import { until } from '@nameloan/testkit/until';
import type { EventHandlers } from './subscribe-events.ts';
import { DependencyNotReadyError, subscribeToEvents } from './subscribe-events.ts';

const known = 'payments.balance.changed' as const;
const newer = 'payments.hold.released' as const;
const log = createLog('test', 'silent');
let database: TestDatabase;
before(async () => {
  database = await startTestDatabase();
});
after(async () => {
  await database.close();
});

const changed = (id: string) => makeEvent(known, { accountId: 'a', availableCents: 1 }, { id });
const released = (id: string) =>
  makeEvent(newer, { holdId: 'h', accountId: 'a', amountCents: 1, kind: 'RENEWAL_FEE' }, { id });

interface HandledEvent {
  id: string;
  version: number;
}

/** A replica of a service that stores events of these subjects, unless `refuse` throws. */
async function replica(
  service: string,
  bus: Bus,
  options: {
    subjects?: readonly (typeof known | typeof newer)[];
    refuse?(event: Event): void;
  } = {},
) {
  const { subjects = [known], refuse } = options;
  const store = new Store(service);
  const rows = store.defineModel<HandledEvent>('taken', {
    label: 'row',
    fields: { version: Number },
  });
  await store.open({ mongoUrl: database.url, database: `${database.prefix}${service}` });
  const take: EventHandlers[typeof known] = async (event, tx) => {
    refuse?.(event);
    // A second effect of one event fails.
    await rows.add({ id: event.id, version: 1 }, tx);
  };
  const handlers = Object.fromEntries(subjects.map((subject) => [subject, take]));
  const stop = await subscribeToEvents(store, bus, { handlers, log });
  return {
    store,
    taken: async () => (await rows.findMany({})).map(({ id }) => id).toSorted(),
    deferred: () => store.connection.collection('deferred_events').find({}).toArray(),
    deferredSince: (id: string, hours: number) =>
      store.connection
        .collection<{ _id: string }>('deferred_events')
        .updateOne({ _id: id }, { $set: { deferredAt: new Date(Date.now() - hours * 3_600_000) } }),
    stop: async () => {
      await stop();
      await store.close();
    },
  };
}

const name = () => `reader_${newId().slice(-8)}`;
const ids = (count: number) => Array.from({ length: count }, () => newId()).toSorted();

test('an event of a subject that an old replica does not know is deferred, and a new replica handles it', async () => {
  const service = name();
  const bus = new LocalBus();
  const old = await replica(service, bus);
  // Their shared durable already has the filter of the new release.
  const wide: Bus = Object.create(bus, { consume: { value: widened(bus) } });
  const oldOnWide = await replica(service, wide);
  const publishedEvents = ids(20).map(released);
  for (const message of publishedEvents) await bus.publish(message);
  const deferred = await old.deferred();
  assert.deepEqual(
    deferred.map(({ raw }) => JSON.parse(raw)).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    JSON.parse(JSON.stringify(publishedEvents)),
  );
  assert.deepEqual(await old.taken(), []);
  const fresh = await replica(service, wide, { subjects: [known, newer] });
  await until(async () => (await fresh.taken()).length === publishedEvents.length);
  await until(async () => (await fresh.deferred()).length === 0);
  assert.equal(await fresh.store.deadLetters.count(), 0);
  for (const one of [old, oldOnWide, fresh]) await one.stop();
  await bus.close();
});

/** `consume` with both subjects, whatever the replica requests. */
function widened(bus: Bus) {
  return (consumer: Parameters<Bus['consume']>[0]) =>
    bus.consume({ ...consumer, subjects: [known, newer] });
}

test('an event that stays unknown for a day becomes a dead letter, and not an hour earlier', async () => {
  const service = name();
  const bus = new LocalBus();
  const [young = '', old = ''] = ids(2);
  const ahead = (id: string) => ({ ...changed(id), v: 2, data: { of: 'another shape' } });
  const before = await replica(service, bus);
  for (const id of [young, old]) await bus.publish(ahead(id) as never);
  assert.equal((await before.deferred()).length, 2);
  await before.deferredSince(young, 23);
  await before.deferredSince(old, 25);
  await before.stop();
  const reader = await replica(service, bus);
  await until(async () => (await reader.deferred()).length === 1);
  assert.deepEqual((await reader.deferred())[0]?._id, young);
  const [{ subject, fault } = {}] = await reader.store.deadLetters.list();
  assert.deepEqual([subject, fault], [known, `unknown version 2 of ${known}`]);
  await reader.stop();
  await bus.close();
});

test('a known event that waited for a day is attempted once more before it becomes a dead letter', async () => {
  const service = name();
  const bus = new LocalBus();
  let waits = true;
  const refuse = () => {
    if (waits) throw new DependencyNotReadyError('not yet');
  };
  const [good = '', bad = ''] = ids(2);
  const before = await replica(service, bus, { refuse });
  for (const id of [good, bad]) await bus.publish(changed(id));
  for (const id of [good, bad]) await before.deferredSince(id, 25);
  await before.stop();
  waits = false;
  const reader = await replica(service, bus, {
    refuse: ({ id }) => {
      if (id === bad) throw new Error('never');
    },
  });
  await until(async () => (await reader.deferred()).length === 0);
  assert.deepEqual(await reader.taken(), [good]);
  assert.deepEqual((await reader.store.deadLetters.list())[0]?.fault, 'Error: never');
  assert.equal(await reader.store.deadLetters.count(), 1);
  await reader.stop();
  await bus.close();
});

test('a dead letter that this release does not read remains for one that does', async () => {
  const service = name();
  const bus = new LocalBus();
  const old = await replica(service, bus);
  const message = released(newId());
  await old.store.deadLetters.add(message, 'there is no handler');
  assert.deepEqual(await old.store.deadLetters.retryAll(), { handled: 0, left: 1 });
  const fresh = await replica(service, bus, { subjects: [known, newer] });
  assert.deepEqual(await fresh.store.deadLetters.retryAll(), { handled: 1, left: 0 });
  assert.deepEqual(await fresh.taken(), [message.id]);
  for (const one of [old, fresh]) await one.stop();
  await bus.close();
});

test('invalid data of a known version becomes a dead letter at once', async () => {
  const bus = new LocalBus();
  const reader = await replica(name(), bus);
  await bus.publish({ ...changed(newId()), data: { availableCents: 'much' } } as never);
  assert.equal(await reader.store.deadLetters.count(), 1);
  assert.deepEqual(await reader.deferred(), []);
  await reader.stop();
  await bus.close();
});

test('a deferred event survives the process, and the next one retries it', async () => {
  const service = name();
  const bus = new LocalBus();
  const message = changed(newId());
  const first = await replica(service, bus, {
    refuse: () => {
      throw new DependencyNotReadyError('not yet');
    },
  });
  await bus.publish(message);
  assert.equal((await first.deferred()).length, 1);
  await first.stop();
  const second = await replica(service, new LocalBus());
  await until(async () => (await second.taken()).length === 1);
  await second.stop();
  await bus.close();
});

test('an unavailable service counts as no failure, and its events do not become dead letters', async () => {
  const bus = new LocalBus();
  const service = name();
  let away = true;
  const refuse = () => {
    if (away) throw new DomainError('UNAVAILABLE', 'Payments is down.');
  };
  let reader = await replica(service, bus, { refuse });
  const id = newId();
  await bus.publish(changed(id));
  await until(async () => (await reader.deferred())[0]?.reason === 'away');
  await reader.deferredSince(id, 25);
  await reader.stop();
  reader = await replica(service, bus, { refuse });
  await reader.store.deferredEvents.runDue();
  const [row] = await reader.deferred();
  assert.deepEqual([row?.reason, row?.failures], ['away', 0]);
  away = false;
  await until(async () => (await reader.taken()).length === 1);
  assert.equal(await reader.store.deadLetters.count(), 0);
  await reader.stop();
  await bus.close();
});

test('two replicas that retry the same deferred events concurrently give each one effect', async () => {
  const service = name();
  const bus = new LocalBus();
  let open = false;
  const refuse = () => {
    if (!open) throw new Error('on purpose');
  };
  const both = [await replica(service, bus, { refuse }), await replica(service, bus, { refuse })];
  const publishedEvents = ids(60);
  await Promise.all(publishedEvents.map((id) => bus.publish(changed(id))));
  assert.equal((await both[0]?.deferred())?.length, 60);
  open = true;
  await until(async () => (await both[0]?.deferred())?.length === 0);
  assert.deepEqual(await both[0]?.taken(), publishedEvents);
  for (const one of both) await one.stop();
  await bus.close();
});

describe('on a real broker', { skip: natsMissing }, () => {
  let nats: TestNats;
  before(async () => {
    nats = await startTestNats();
  });
  after(() => nats?.stop());

  test('three hundred events that wait for another one delay neither it nor each other', async () => {
    const options = { url: nats.url, name: 'test', stream: 'TEST', roots: ['payments'] };
    const bus = await NatsBus.connect(options);
    const awaited = newId();
    let came = false;
    const reader = await replica(name(), bus, {
      refuse: (event) => {
        if (event.id === awaited) came = true;
        else if (!came) throw new DependencyNotReadyError('not yet');
      },
    });
    const early = ids(300);
    for (const id of early) await bus.publish(changed(id));
    await bus.publish(changed(awaited));
    await until(async () => came);
    await until(async () => (await reader.taken()).length === 301);
    assert.deepEqual(await reader.taken(), [...early, awaited].toSorted());
    await until(() => bus.caughtUp(reader.store.service));
    assert.equal((await reader.deferred()).length, 0);
    await reader.stop();
    await bus.close();
  });
});
