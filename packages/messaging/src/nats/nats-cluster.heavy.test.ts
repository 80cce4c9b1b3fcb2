/** A cluster of three brokers that loses nodes and disks under load: publishing continues, and no event is lost or duplicated. */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Event } from '@nameloan/contracts/events';
import type { TestDatabase } from '@nameloan/testkit/database';
import { startTestDatabase } from '@nameloan/testkit/database';
import { natsMissing } from '@nameloan/testkit/nats';
import type { NatsCluster, NatsNode } from '@nameloan/testkit/nats/nats-cluster';
import { startNatsCluster } from '@nameloan/testkit/nats/nats-cluster';
import type { RecordingLog } from '@nameloan/testkit/recording-log';
import { createRecordingLog } from '@nameloan/testkit/recording-log';
import type { EventFlow } from '@nameloan/testkit/service/event-flow';
import { startEventFlow } from '@nameloan/testkit/service/event-flow';
import { makeEvent } from '@nameloan/testkit/service/test-service';
import { until } from '@nameloan/testkit/until';
import type { JetStreamManager } from '@nats-io/jetstream';
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { connect } from '@nats-io/transport-node';
import { findBackfills } from './backfill-durable.ts';
import { NatsBus } from './nats-bus.ts';

const stream = 'TEST';
const data = { accountId: 'a', availableCents: 1 };
const publishes = (bus: NatsBus, event: Event) =>
  bus.publish(event).then(
    () => true,
    () => false,
  );
const perSecond = 50;
const longMs = 90_000;
/** Without a leader nothing is stored; elections begin after 4 to 9 s, and one may have to be repeated. */
const maxGapMs = 25_000;

describe('a cluster of three brokers', { skip: natsMissing }, () => {
  let database: TestDatabase;
  let cluster: NatsCluster;
  let connection: NatsConnection;
  let manager: JetStreamManager;
  let flow: EventFlow;
  let log: RecordingLog;

  before(async () => {
    database = await startTestDatabase();
    cluster = await startNatsCluster(3);
    connection = await connect({ servers: cluster.url.split(','), maxReconnectAttempts: -1 });
    manager = await jetstreamManager(connection, { checkAPI: false });
    log = createRecordingLog();
  });
  after(async () => {
    await flow?.stop();
    await connection?.close();
    await cluster?.stop();
    await database?.close();
  });

  const open = (name: string, replicas: number, url = cluster.url) =>
    NatsBus.connect({
      url,
      name,
      stream,
      roots: ['payments'],
      replicas,
      checkIntervalMs: 500,
      log,
    });
  const node = (name: string | undefined): NatsNode => {
    const found = cluster.nodes.find((one) => one.name === name);
    assert.ok(found, `there is a node ${name}`);
    return found;
  };
  const streamLeader = async () => node((await manager.streams.info(stream)).cluster?.leader);

  /** Whether all replicas of the stream and of every durable are up and current. */
  async function whole(): Promise<boolean> {
    try {
      const infos: { cluster?: { leader?: string; replicas?: { current: boolean }[] } }[] = [
        await manager.streams.info(stream),
      ];
      for await (const one of manager.consumers.list(stream)) infos.push(one);
      return infos.every(
        (one) =>
          one.cluster?.leader &&
          one.cluster.replicas?.length === 2 &&
          one.cluster.replicas.every((copy) => copy.current),
      );
    } catch {
      return false;
    }
  }

  async function oneEffectEach(): Promise<void> {
    const effects = await flow.effects();
    const lost = flow.committed.filter((id) => !effects.has(id));
    const doubled = [...effects].filter(([, count]) => count > 1);
    assert.deepEqual({ lost, doubled }, { lost: [], doubled: [] });
    assert.equal(effects.size, flow.committed.length);
  }

  /** Waits until some new events have had their effect; resolves to how long that took. */
  async function goesOn(): Promise<number> {
    const from = flow.committed.length;
    const since = Date.now();
    await until(async () => {
      const effects = await flow.effects();
      return flow.committed.slice(from).filter((id) => effects.has(id)).length >= 20;
    }, longMs);
    return Date.now() - since;
  }

  /** Counts how often a replica reports not ready, until the returned function is called. */
  function watchReadiness(): () => number {
    let unready = 0;
    const timer = setInterval(() => {
      unready += flow.buses.filter((bus) => !bus.healthy()).length;
    }, 20);
    return () => {
      clearInterval(timer);
      return unready;
    };
  }

  test('stream and durables of an older release get three replicas, and five are not available', async () => {
    const old = await open('old', 1);
    const stop = await old.consume({
      name: 'old',
      subjects: ['payments.balance.changed'],
      handle: async () => ({ done: true }),
    });
    assert.equal((await manager.streams.info(stream)).config.num_replicas, 1);
    const raised = await open('new', 3);
    assert.equal((await manager.streams.info(stream)).config.num_replicas, 3);
    await until(whole, longMs);
    const more = await open('greedy', 5);
    await until(() => log.warned.some((one) => one.startsWith('NATS_REPLICAS is 5')));
    const less = await open('modest', 1);
    assert.equal((await manager.streams.info(stream)).config.num_replicas, 3);
    await stop();
    for (const bus of [old, raised, more, less]) await bus.close();
    await manager.consumers.delete(stream, 'old');
  });

  test('a consumer connected elsewhere continues within seconds when the leader of its durable crashes', async (t) => {
    const subjects = ['payments.hold.released'];
    const got: string[] = [];
    const handle = async (raw: unknown) => {
      got.push((raw as Event).id);
      return { done: true } as const;
    };
    const name = 'elsewhere';
    const first = await open('first', 3);
    const stopFirst = await first.consume({ name, subjects, handle });
    await until(whole, longMs);
    await stopFirst();
    await first.close();
    const leader = node((await manager.consumers.info(stream, name)).cluster?.leader);
    const other = cluster.nodes.find((one) => one !== leader);
    const bus = await open('second', 3, other?.url);
    const stop = await bus.consume({ name, subjects, handle });
    const event = { ...makeEvent('payments.balance.changed', data, {}), subject: subjects[0] };
    await leader.end('SIGKILL');
    const since = Date.now();
    await until(() => publishes(bus, event as Event), longMs);
    await until(() => got.includes(event.id), longMs);
    t.diagnostic(`the reader goes on ${Date.now() - since} ms after its leader was killed`);
    assert.ok(Date.now() - since < maxGapMs);
    await stop();
    await bus.close();
    await leader.restart();
    await until(whole, longMs);
    await manager.consumers.delete(stream, name);
  });

  test('skipped events are backfilled even if the leaders of both durables crash', async (t) => {
    const [known, added] = ['payments.hold.placed', 'payments.hold.released'];
    const name = 'back';
    const publisher = await open('former', 3);
    let letOn = () => {};
    const held = new Promise<void>((resolve) => (letOn = resolve));
    const begun = new Set<string>();
    const handled = new Set<string>();
    const read = (bus: NatsBus, subjects: string[]) =>
      bus.consume({
        name,
        subjects,
        handle: async (raw) => {
          const { id, subject } = raw as { id: string; subject: string };
          begun.add(id);
          if (subject === added) await held;
          handled.add(id);
          return { done: true };
        },
      });
    const emit = async (subject: string, count: number) => {
      const publishedEvents = Array.from({ length: count }, () => ({
        ...makeEvent('payments.balance.changed', data, {}),
        subject,
      }));
      for (const one of publishedEvents)
        await until(() => publishes(publisher, one as Event), longMs);
      return publishedEvents.map(({ id }) => id);
    };
    const stopFormer = await read(publisher, [known]);
    const passed = await emit(added, 400);
    const [beyond = ''] = await emit(known, 1);
    await until(() => handled.has(beyond), longMs);
    await stopFormer();
    const reader = await open('reader', 3);
    const stop = await read(reader, [known, added]);
    const backs = () => findBackfills({ connection, manager, stream }, name);
    await until(() => begun.has(passed[0] ?? ''), longMs);
    const [back] = await backs();
    const own = await manager.consumers.info(stream, name);
    for (const leader of new Set([back?.cluster?.leader, own.cluster?.leader])) {
      await node(leader).end('SIGKILL');
      await node(leader).restart();
      await until(whole, longMs);
    }
    letOn();
    const since = Date.now();
    await until(() => passed.every((id) => handled.has(id)), longMs);
    t.diagnostic(`${passed.length} events were backfilled in ${Date.now() - since} ms after that`);
    await until(async () => (await backs()).length === 0, longMs);
    assert.equal(await reader.lag(name), 0);
    await stop();
    for (const bus of [publisher, reader]) await bus.close();
    await manager.consumers.delete(stream, name);
  });

  test('killing any node under load, leaders included, neither loses nor duplicates events', async (t) => {
    flow = await startEventFlow(database, (name) => open(name, 3));
    const stopReading = await flow.read();
    const stopLoad = flow.load(perSecond);
    await goesOn();
    flow.maxGapMs();
    const unready = watchReadiness();
    const victims: [string, () => Promise<NatsNode>][] = [
      ['leader of the stream', streamLeader],
      ['leader of the cluster', async () => node(await cluster.metaLeader())],
      ...cluster.nodes.map((one): [string, () => Promise<NatsNode>] => [one.name, async () => one]),
    ];
    for (const [role, find] of victims) {
      const victim = await find();
      await victim.end('SIGKILL');
      const effectMs = await goesOn();
      const gapMs = flow.maxGapMs();
      t.diagnostic(
        `${role} (${victim.name}) killed: no event stored for ${gapMs} ms, effects after ${effectMs} ms`,
      );
      await victim.restart();
      await until(whole, longMs);
      assert.ok(gapMs < maxGapMs, `${gapMs} ms`);
      assert.ok(effectMs < maxGapMs, `${effectMs} ms`);
    }
    assert.equal(unready(), 0, 'no replica called itself unready');
    await stopLoad();
    await flow.settle(longMs);
    t.diagnostic(`${flow.committed.length} events published, handled ${flow.deliveries()} times`);
    await oneEffectEach();
    await stopReading();
  });

  test('a frozen leader stops nothing, and none of its events has two effects', async (t) => {
    const stopReading = await flow.read();
    const stopLoad = flow.load(perSecond);
    await goesOn();
    flow.maxGapMs();
    const victim = await streamLeader();
    victim.freeze();
    await goesOn();
    t.diagnostic(`frozen leader: longest time without a stored event ${flow.maxGapMs()} ms`);
    victim.thaw();
    await until(whole, longMs);
    await stopLoad();
    await flow.settle(longMs);
    await oneEffectEach();
    await stopReading();
  });

  test('unread events survive the loss of every disk, one after another', async (t) => {
    const stopLoad = flow.load(perSecond);
    for (const victim of cluster.nodes) {
      const from = flow.committed.length;
      await until(() => flow.committed.length > from + 50);
      await victim.end('SIGKILL');
      await victim.wipe();
      await victim.restart();
      await until(whole, longMs);
    }
    await stopLoad();
    const unread = flow.committed.length - (await flow.effects()).size;
    assert.ok(unread > 150, `${unread} events were only at the broker`);
    const stopReading = await flow.read();
    await flow.settle(longMs);
    t.diagnostic(`${unread} events were read after all three disks had been lost in turn`);
    await oneEffectEach();
    await stopReading();
  });
});
