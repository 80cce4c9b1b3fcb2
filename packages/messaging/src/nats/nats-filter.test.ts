/** Releases that run at the same time do not remove each other's subjects, and skipped events are read after all. */

import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { Event } from '@nameloan/contracts/events';
import type { TestNats } from '@nameloan/testkit/nats';
import { natsMissing, startTestNats } from '@nameloan/testkit/nats';
import { createRecordingLog } from '@nameloan/testkit/recording-log';
import { makeEvent } from '@nameloan/testkit/service/test-service';
import { until } from '@nameloan/testkit/until';
import type { JetStreamManager } from '@nats-io/jetstream';
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { connect } from '@nats-io/transport-node';
import type { NatsOptions } from './connect-nats.ts';
import { NatsBus } from './nats-bus.ts';
import { prepareBroker } from './prepare-broker.ts';

const known = 'payments.balance.changed';
const added = 'payments.hold.released';
const stream = 'TEST';
const durable = 'lending';

/** An event of any subject, since the bus does not check schemas. */
function factOf(subject: string): Event {
  const data = { accountId: 'a', availableCents: 1 };
  return { ...makeEvent(known, data, {}), subject: subject as typeof known };
}

describe('filters of durables', { skip: natsMissing }, () => {
  let nats: TestNats;
  let connection: NatsConnection;
  let manager: JetStreamManager;
  const buses: NatsBus[] = [];
  beforeEach(async () => {
    nats = await startTestNats();
    connection = await connect({ servers: nats.url });
    manager = await jetstreamManager(connection);
  });
  afterEach(async () => {
    for (const bus of buses.splice(0)) await bus.close();
    await connection.close();
    await nats.stop();
  });

  async function open(more: Partial<NatsOptions> = {}): Promise<NatsBus> {
    const options = {
      url: nats.url,
      name: 'test',
      stream,
      roots: ['payments'],
      checkIntervalMs: 200,
    };
    const bus = await NatsBus.connect({ ...options, ...more });
    buses.push(bus);
    return bus;
  }

  /** A replica of a release that knows these subjects; records all delivered ids. */
  async function replica(subjects: string[], more: Partial<NatsOptions> = {}) {
    const bus = await open(more);
    const got: string[] = [];
    await bus.consume({
      name: durable,
      subjects,
      handle: async (raw) => {
        got.push((raw as Event).id);
        return { done: true };
      },
    });
    return { bus, got };
  }

  const filter = async () =>
    ((await manager.consumers.info(stream, durable)).config.filter_subjects ?? []).toSorted();

  async function twoLooks(): Promise<void> {
    let looks = 0;
    const subject = `$JS.API.CONSUMER.INFO.${stream}.${durable}`;
    const subscription = connection.subscribe(subject, {
      callback: () => {
        looks++;
      },
    });
    await until(() => looks >= 2);
    subscription.unsubscribe();
  }

  async function narrowAsOldReleasesDid(): Promise<void> {
    await manager.consumers.update(stream, durable, { filter_subjects: [known] });
  }

  test('an older replica that starts or returns removes no subject of a newer one', async () => {
    await replica([known, added]);
    await replica([known]);
    assert.deepEqual(await filter(), [known, added]);
  });

  test('releases that widen one durable at the same time all get their subjects', async () => {
    const first = await replica([known]);
    const others = ['payments.hold.placed', 'payments.hold.captured', 'payments.deposit.failed'];
    const replicas = await Promise.all(others.map((one) => replica([known, one])));
    await until(async () => (await filter()).length === 4);
    const publishedEvents = others.map(factOf);
    for (const one of publishedEvents) await first.bus.publish(one);
    const all = () => [first, ...replicas].flatMap(({ got }) => got);
    await until(() => publishedEvents.every(({ id }) => all().includes(id)));
  });

  test('a filter that was narrowed is widened again and logged, and no event is lost', async () => {
    const log = createRecordingLog();
    const { bus, got } = await replica([known, added], { log });
    const before = [factOf(known), factOf(added)];
    for (const one of before) await bus.publish(one);
    await until(() => got.length === before.length);
    // A check records the durable's position; only later events need a backfill.
    await twoLooks();
    await narrowAsOldReleasesDid();
    const passed = [factOf(added), factOf(known), factOf(added)];
    for (const one of passed) await bus.publish(one);
    await until(() => passed.every(({ id }) => got.includes(id)));
    assert.deepEqual(await filter(), [known, added]);
    assert.equal(got.filter((id) => before.some((one) => one.id === id)).length, before.length);
    await until(() => log.warned.length > 0);
    assert.match(log.warned.join('\n'), /lacked payments\.hold\.released: it reads them now/);
  });

  test('the migration step widens a durable ahead, and narrows it to exactly its subjects', async () => {
    const broker = { url: nats.url, name: 'migrate', stream };
    const step = async (subjects: string[], narrow: boolean) =>
      (await prepareBroker(broker, { name: durable, subjects, narrow })).changes;
    const { bus } = await replica([known, added, 'payments.hold.placed']);
    await bus.close();
    const wide = await filter();
    await step([known], false);
    assert.deepEqual(await filter(), wide);
    assert.deepEqual(await step([known], true), [
      `consumer ${durable} no longer reads ${added}, payments.hold.placed`,
    ]);
    assert.deepEqual(await filter(), [known]);
    assert.deepEqual(await step([known], true), []);
    await step([added], false);
    assert.deepEqual(await filter(), [known, added]);
    await step([], true);
    await assert.rejects(filter(), /consumer not found/);
    assert.deepEqual(await step([], true), []);
  });
});
