/** Backfills deliver skipped events with one effect each, and redeliver nothing else. */

import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { Event } from '@nameloan/contracts/events';
import type { TestNats } from '@nameloan/testkit/nats';
import { natsMissing, startTestNats } from '@nameloan/testkit/nats';
import { makeEvent } from '@nameloan/testkit/service/test-service';
import { until } from '@nameloan/testkit/until';
import type { JetStreamManager } from '@nats-io/jetstream';
import { JetStreamApiError, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { connect } from '@nats-io/transport-node';
import type { Consumer } from '../bus.ts';
import { DurableReader } from '../durable-reader.ts';
import { MessageProcessor } from '../message-processor.ts';
import { findBackfills, widenWithBackfill } from './backfill-durable.ts';
import { BackfillReaders } from './backfill-readers.ts';
import { BrokerAdmin } from './broker-admin.ts';
import { ensureConsumer } from './ensure-consumer.ts';
import { NatsBus } from './nats-bus.ts';
import { prepareBroker } from './prepare-broker.ts';

const known = 'payments.balance.changed';
const added = 'payments.hold.released';
const stream = 'TEST';
const durable = 'lending';
const done = { done: true } as const;
const cutOff = { service: durable, subjects: [added], fromSeq: 1, ackWaitMs: 10_000 };

/** An event of any subject, since the bus does not check schemas. */
function factOf(subject: string): Event {
  const data = { accountId: 'a', availableCents: 1 };
  return { ...makeEvent(known, data, {}), subject: subject as typeof known };
}
const eventsOf = (subject: string, count: number) =>
  Array.from({ length: count }, () => factOf(subject));

describe('events that a durable has skipped', { skip: natsMissing }, () => {
  let nats: TestNats;
  let connection: NatsConnection;
  let manager: JetStreamManager;
  let publisher: NatsBus;
  const buses: NatsBus[] = [];
  beforeEach(async () => {
    nats = await startTestNats();
    connection = await connect({ servers: nats.url });
    manager = await jetstreamManager(connection);
    publisher = await open();
  });
  afterEach(async () => {
    for (const bus of buses.splice(0)) await bus.close();
    await connection.close();
    await nats.stop();
  });

  async function open(): Promise<NatsBus> {
    const options = {
      url: nats.url,
      name: 'test',
      stream,
      roots: ['payments'],
      checkIntervalMs: 200,
    };
    const bus = await NatsBus.connect(options);
    buses.push(bus);
    return bus;
  }

  /** A replica of a release that knows these subjects; records all delivered ids. */
  async function replica(
    subjects: string[],
    handle: (event: Event) => ReturnType<Consumer['handle']>,
  ) {
    const bus = await open();
    const got: string[] = [];
    const stop = await bus.consume({
      name: durable,
      subjects,
      handle: (raw) => {
        got.push((raw as Event).id);
        return handle(raw as Event);
      },
    });
    return { bus, got, stop };
  }
  const quick = async () => done;
  const emit = (publishedEvents: Event[]) =>
    Promise.all(publishedEvents.map((one) => publisher.publish(one)));
  const backs = () => findBackfills({ connection, manager, stream }, durable);
  const none = async () => (await backs()).length === 0;
  const times = (ids: string[], { id }: Event) => ids.filter((one) => one === id).length;

  /** Publishes events of a subject that a release does not read, and a later one that it reads: its durable skips the former. */
  async function pass(count: number): Promise<Event[]> {
    const former = await replica([known], quick);
    const passed = eventsOf(added, count);
    await emit(passed);
    const beyond = factOf(known);
    await emit([beyond]);
    await until(() => former.got.includes(beyond.id));
    await until(async () => (await publisher.lag(durable)) === 0);
    await former.stop();
    return passed;
  }

  async function twoLooks(): Promise<void> {
    let looks = 0;
    const subscription = connection.subscribe(`$JS.API.CONSUMER.NAMES.${stream}`, {
      callback: () => {
        looks++;
      },
    });
    await until(() => looks >= 2);
    subscription.unsubscribe();
  }

  test('reach the release that knows them, and nothing else is redelivered', async () => {
    const former = await replica([known], quick);
    const publishedEvents = [
      factOf(known),
      factOf(added),
      factOf(known),
      factOf(added),
      factOf(known),
    ];
    await emit(publishedEvents);
    await until(() => former.got.length === 3);
    await until(async () => (await publisher.lag(durable)) === 0);
    const { got } = await replica([known, added], quick);
    const passed = publishedEvents.filter(({ subject }) => subject !== known);
    await until(() => passed.every(({ id }) => [...former.got, ...got].includes(id)));
    await until(none);
    for (const one of publishedEvents) assert.equal(times([...former.got, ...got], one), 1);
    assert.equal(await publisher.lag(durable), 0);
    const later = factOf(added);
    await emit([later]);
    await until(() => [...former.got, ...got].includes(later.id));
  });

  test('do not delay new events, and count as unhandled', async () => {
    const passed = await pass(100);
    let letOn = () => {};
    const held = new Promise<void>((resolve) => (letOn = resolve));
    const { bus, got } = await replica([known, added], async ({ subject }) => {
      if (subject === added) await held;
      return done;
    });
    await until(() => passed.some(({ id }) => got.includes(id)));
    const live = factOf(known);
    await emit([live]);
    await until(() => got.includes(live.id));
    await until(() => got.length - 1 >= 32);
    await twoLooks();
    assert.equal((await backs()).length, 1);
    assert.equal(got.length - 1, 32);
    assert.equal(await bus.lag(durable), passed.length);
    assert.equal(await bus.caughtUp(durable), false);
    letOn();
    await until(() => passed.every(({ id }) => got.includes(id)));
    await until(none);
    assert.equal(await bus.caughtUp(durable), true);
  });

  test('are shared by all replicas that know them, also when several widen at once, and survive the loss of one', async () => {
    const passed = await pass(100);
    const handled = new Set<string>();
    const note = async ({ id }: Event) => {
      handled.add(id);
      return done;
    };
    /** Holds all of its events, and then crashes. */
    const dying = await replica([known, added], async () => ({ retryInMs: 100 }));
    // Each holds at most 32, so that some are left for the other.
    const bothHaveSome = Promise.withResolvers<void>();
    const hold = (event: Event) => bothHaveSome.promise.then(() => note(event));
    await until(() => dying.got.length > 0);
    const others = await Promise.all([1, 2].map(() => replica([known, added], hold)));
    await dying.bus.close();
    await until(() => others.every(({ got }) => got.length > 0));
    bothHaveSome.resolve();
    await until(() => passed.every(({ id }) => handled.has(id)));
    await until(none);
  });

  test('survive a crash at any step of the widening', async () => {
    for (const step of ['before', 'after']) {
      const passed = await pass(5);
      const filter_subjects = [known, added];
      const widen = async () => {
        if (step === 'after') await manager.consumers.update(stream, durable, { filter_subjects });
        throw new Error('killed');
      };
      await assert.rejects(
        widenWithBackfill(manager, stream, { backfill: cutOff, widen }),
        /killed/,
      );
      assert.equal((await backs()).length, 1);
      const { got, stop } = await replica([known, added], quick);
      await until(() => passed.every(({ id }) => got.includes(id)));
      await until(none);
      await stop();
      await manager.consumers.delete(stream, durable);
    }
  });

  test('remain for releases that know them, and are removed when the durable is narrowed', async () => {
    const former = await replica([known], quick);
    const passed = factOf(added);
    await emit([passed]);
    const widen = () => Promise.reject(new Error('killed'));
    await assert.rejects(widenWithBackfill(manager, stream, { backfill: cutOff, widen }));
    await twoLooks();
    assert.deepEqual(former.got, []);
    assert.equal(await former.bus.lag(durable), 0);
    assert.equal((await backs()).length, 1);
    const broker = { url: nats.url, name: 'migrate', stream };
    const step = { name: durable, subjects: [known], narrow: true };
    const { changes } = await prepareBroker(broker, step);
    assert.match(changes.join(), /lending-back-.* was removed/);
    assert.ok(await none());
  });

  test('have no backfill if the broker rejected the widening, and have one if another process removed it too early', async () => {
    const rejected = new JetStreamApiError({ code: 400, err_code: 10000, description: 'bad' });
    const refuse = () => Promise.reject(rejected);
    await assert.rejects(
      widenWithBackfill(manager, stream, { backfill: cutOff, widen: refuse }),
      /bad/,
    );
    assert.ok(await none());
    const widen = async () => {
      for (const { name } of await backs()) await manager.consumers.delete(stream, name);
    };
    await widenWithBackfill(manager, stream, { backfill: cutOff, widen });
    assert.equal((await backs()).length, 1);
  });

  test('are read until the main durable has the subjects, whether or not there are any now', async () => {
    await (await replica([known], quick)).stop();
    const widen = () => Promise.reject(new Error('killed'));
    await assert.rejects(widenWithBackfill(manager, stream, { backfill: cutOff, widen }));
    const consumer = { name: durable, subjects: [known, added] };
    const held = new MessageProcessor({ ...consumer, handle: quick }, 1000);
    const read = () => new DurableReader({ open: async () => undefined, maxInFlight: 1 }, held);
    const place = { connection, manager, stream };
    const admin = new BrokerAdmin(place, durable);
    const readings = new BackfillReaders({ place, admin, consumer, read, log: undefined });
    for (let look = 0; look < 3; look++) await readings.check();
    assert.equal((await backs()).length, 1);
    await manager.consumers.update(stream, durable, { filter_subjects: [known, added] });
    await readings.check();
    assert.equal((await backs()).length, 1);
    await readings.check();
    assert.ok(await none());
    await held.idle();
  });

  test('are read from the durable’s last complete position, and from the start after it was recreated', async () => {
    const { got, stop } = await replica([known, added], quick);
    await emit([factOf(known), factOf(added), factOf(added)]);
    await until(() => got.length === 3);
    await stop();
    const wish = {
      name: durable,
      subjects: [known, added],
      ackWaitMs: 10_000,
      position: undefined,
    };
    const { position } = await ensureConsumer(manager, stream, wish);
    assert.equal(position?.untilSeq, 3);
    const fromSeq = async () => {
      await manager.consumers.update(stream, durable, { filter_subjects: [known] });
      await ensureConsumer(manager, stream, { ...wish, position });
      const starts = (await backs()).map(({ config }) => config.opt_start_seq);
      for (const { name } of await backs()) await manager.consumers.delete(stream, name);
      return starts;
    };
    assert.deepEqual(await fromSeq(), [4]);
    await manager.consumers.delete(stream, durable);
    await ensureConsumer(manager, stream, { ...wish, subjects: [known] });
    assert.deepEqual(await fromSeq(), [1]);
  });
});
