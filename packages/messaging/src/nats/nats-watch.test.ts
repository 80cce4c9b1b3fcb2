/** Foreign changes of stream and durables are repaired, or logged once. */

import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { Event } from '@nameloan/contracts/events';
import { newId } from '@nameloan/runtime/id';
import type { TestNats } from '@nameloan/testkit/nats';
import { natsMissing, startTestNats } from '@nameloan/testkit/nats';
import type { RecordingLog } from '@nameloan/testkit/recording-log';
import { createRecordingLog } from '@nameloan/testkit/recording-log';
import { makeEvent } from '@nameloan/testkit/service/test-service';
import { until } from '@nameloan/testkit/until';
import type { JetStreamManager } from '@nats-io/jetstream';
import { jetstreamManager, RetentionPolicy } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { connect } from '@nats-io/transport-node';
import type { NatsOptions } from './connect-nats.ts';
import { NatsBus } from './nats-bus.ts';

const subject = 'payments.balance.changed';
const stream = 'TEST';
const changed = () => makeEvent(subject, { accountId: 'a', availableCents: 1 }, {});

describe('checks of the broker', { skip: natsMissing }, () => {
  let nats: TestNats;
  let connection: NatsConnection;
  let manager: JetStreamManager;
  let log: RecordingLog;
  let bus: NatsBus | undefined;
  beforeEach(async () => {
    nats = await startTestNats();
    connection = await connect({ servers: nats.url });
    manager = await jetstreamManager(connection);
    log = createRecordingLog();
  });
  afterEach(async () => {
    await bus?.close();
    await connection.close();
    await nats.stop();
  });

  async function open(more: Partial<NatsOptions> = {}): Promise<NatsBus> {
    const roots = ['payments', 'lending'];
    const options = { url: nats.url, name: 'test', stream, roots, checkIntervalMs: 100, log };
    bus = await NatsBus.connect({ ...options, ...more });
    return bus;
  }

  async function read(from: NatsBus): Promise<string[]> {
    const got: string[] = [];
    await from.consume({
      name: 'reader',
      subjects: [subject],
      handle: async (raw) => {
        got.push((raw as Event).id);
        return { done: true };
      },
    });
    return got;
  }

  /** Counts calls of the broker's API from now on. */
  function countCalls(): Map<string, number> {
    const calls = new Map<string, number>();
    connection.subscribe('$JS.API.>', {
      callback: (_error, message) => {
        const call = message.subject.split('.').slice(2, 4).join('.');
        calls.set(call, (calls.get(call) ?? 0) + 1);
      },
    });
    return calls;
  }

  test('without problems nothing is logged and nothing is written', async () => {
    await read(await open());
    const calls = countCalls();
    await until(() => (calls.get('CONSUMER.INFO') ?? 0) > 3);
    const looks = ['STREAM.INFO', 'CONSUMER.INFO', 'CONSUMER.NAMES', 'CONSUMER.MSG'];
    assert.deepEqual(
      [...calls.keys()].filter((call) => !looks.includes(call)),
      [],
    );
    assert.deepEqual(log.warned, []);
  });

  test('a stream that lacks a subject is widened, at a start and later, and a later repair is logged', async () => {
    await manager.streams.add({ name: stream, subjects: ['payments.>', 'rates.>'] });
    await open();
    const subjects = async () => (await manager.streams.info(stream)).config.subjects.toSorted();
    assert.deepEqual(await subjects(), ['lending.>', 'payments.>', 'rates.>']);
    assert.deepEqual(log.warned, []);
    await manager.streams.update(stream, { subjects: ['rates.>', 'payments.balance.*'] });
    await until(() => log.warned.length > 0);
    assert.deepEqual(log.warned, [
      'stream TEST lacked the subjects payments.>, lending.>: it accepts them now',
    ]);
    assert.deepEqual(await subjects(), ['lending.>', 'payments.>', 'rates.>']);
  });

  test('a stream that cannot be widened is logged once as a warning', async () => {
    await open();
    // A check in between adds the subject again, and the other stream is rejected.
    const takeAway = async () => {
      await manager.streams.update(stream, { subjects: ['payments.>'] });
      await manager.streams.add({ name: 'RIVAL', subjects: ['lending.>'] });
    };
    await until(() =>
      takeAway().then(
        () => true,
        () => false,
      ),
    );
    await until(() => log.warned.some((one) => one.includes('cannot be widened')));
    const calls = countCalls();
    await until(() => (calls.get('STREAM.INFO') ?? 0) > 5);
    const logged = log.warned.filter((one) => one.includes('cannot be widened'));
    assert.equal(logged.length, 1);
    assert.match(
      logged[0] ?? '',
      /^stream TEST lacked the subjects lending\.> and cannot be widened/,
    );
    await manager.streams.delete('RIVAL');
    await until(() => log.informed.some((one) => one.startsWith('resolved: ')));
  });

  test('a stream with another retention or too few replicas is logged, while the product runs on it', async () => {
    const retention = RetentionPolicy.Interest;
    await manager.streams.add({ name: stream, subjects: ['payments.>', 'lending.>'], retention });
    const running = await open({ replicas: 3 });
    const got = await read(running);
    const event = changed();
    await running.publish(event);
    await until(() => got.includes(event.id));
    assert.equal(log.warned.length, 2, log.warned.join('\n'));
    assert.match(log.warned[0] ?? '', /^stream TEST has retention interest, not limits/);
    assert.match(log.warned[1] ?? '', /^NATS_REPLICAS is 3, but stream TEST is kept on 1/);
  });

  test('a single server gets a stream with one replica, which is logged once', async () => {
    await open({ replicas: 5 });
    assert.equal((await manager.streams.info(stream)).config.num_replicas, 1);
    const calls = countCalls();
    await until(() => (calls.get('STREAM.UPDATE') ?? 0) > 2);
    const logged = log.warned.filter((one) => one.startsWith('NATS_REPLICAS is 5'));
    assert.equal(logged.length, 1, logged.join('\n'));
  });

  test('a removed durable or stream is recreated and logged, and events keep flowing', async () => {
    const running = await open();
    const got = await read(running);
    for (const remove of [
      () => manager.consumers.delete(stream, 'reader'),
      () => manager.streams.delete(stream),
    ]) {
      await remove();
      await until(() => log.warned.some((one) => one.includes('was created')));
      const event = makeEvent(subject, { accountId: newId(), availableCents: 1 }, {});
      await until(() =>
        running.publish(event).then(
          () => true,
          () => false,
        ),
      );
      await until(() => got.includes(event.id));
      log.warned.length = 0;
    }
  });
});
