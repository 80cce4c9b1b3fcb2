/** Removal of drained backfills at a real broker, whose fixed names are used again. */

import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { TestNats } from '@nameloan/testkit/nats';
import { natsMissing, startTestNats } from '@nameloan/testkit/nats';
import type { ConsumerInfo, JetStreamManager } from '@nats-io/jetstream';
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { connect } from '@nats-io/transport-node';
import { DurableReader } from '../durable-reader.ts';
import { MessageProcessor } from '../message-processor.ts';
import { findBackfills, widenWithBackfill } from './backfill-durable.ts';
import { BackfillReaders } from './backfill-readers.ts';
import { BrokerAdmin } from './broker-admin.ts';
import { ensureConsumer } from './ensure-consumer.ts';

const added = 'payments.hold.released';
const subjects = ['payments.balance.changed', added];
const stream = 'TEST';
const durable = 'lending';
const ackWaitMs = 10_000;

describe('backfills that are drained', { skip: natsMissing }, () => {
  let nats: TestNats;
  let connection: NatsConnection;
  let manager: JetStreamManager;
  beforeEach(async () => {
    nats = await startTestNats();
    connection = await connect({ servers: nats.url });
    manager = await jetstreamManager(connection);
    await manager.streams.add({ name: stream, subjects: ['payments.>'], allow_direct: true });
  });
  afterEach(async () => {
    await connection.close();
    await nats.stop();
  });

  test('a drained backfill is removed, but not a new one that has its name by then', async () => {
    await ensureConsumer(manager, stream, {
      name: durable,
      subjects,
      ackWaitMs,
      position: undefined,
    });
    const widen = async () => undefined;
    const backfill = { service: durable, subjects: [added], fromSeq: 1, ackWaitMs };
    await widenWithBackfill(manager, stream, { backfill, widen });
    const consumer = { name: durable, subjects };
    const held = new MessageProcessor({ ...consumer, handle: async () => ({ done: true }) }, 1000);
    const read = () => new DurableReader({ open: async () => undefined, maxInFlight: 1 }, held);
    const place = { connection, manager, stream };
    const drained = (await findBackfills(place, durable))[0] as ConsumerInfo;
    /** Stalls once it knows that the backfill is drained; another process then takes the freed name. */
    class StallingAdmin extends BrokerAdmin {
      override async removeBackfill(info: ConsumerInfo): Promise<boolean> {
        await manager.consumers.delete(stream, info.name);
        await manager.consumers.add(stream, { ...info.config, description: 'another process' });
        return super.removeBackfill(info);
      }
    }
    const admin = new StallingAdmin(place, durable);
    const readings = new BackfillReaders({ place, admin, consumer, read, log: undefined });
    for (let look = 0; look < 2; look++) await readings.check();
    const left = await findBackfills(place, durable);
    assert.deepEqual(
      left.map(({ name, config }) => [name, config.description]),
      [[drained.name, 'another process']],
    );
    await readings.stop();
    // The new one, once drained, is removed by the next process.
    const next = new BackfillReaders({
      ...{ place, consumer, read, log: undefined },
      admin: new BrokerAdmin(place, durable),
    });
    for (let look = 0; look < 2; look++) await next.check();
    assert.deepEqual(await findBackfills(place, durable), []);
    await held.idle();
  });
});
