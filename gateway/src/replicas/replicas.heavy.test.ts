/** Several gateways share one set of limits over the broker, and each keeps its share while the broker is down. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { after, before, describe, test } from 'node:test';
import { NatsBus } from '@nameloan/messaging/nats/nats-bus';
import { newId } from '@nameloan/runtime/id';
import type { TestNats } from '@nameloan/testkit/nats';
import { natsMissing, startTestNats } from '@nameloan/testkit/nats';
import { startNatsCluster } from '@nameloan/testkit/nats/nats-cluster';
import { until } from '@nameloan/testkit/until';
import { jetstreamManager } from '@nats-io/jetstream';
import { WebSocket } from 'ws';
import type { TestGateway } from '../testing/gateway.ts';
import { startTestGateway } from '../testing/gateway.ts';
import { connect, countPassed, startLimitKeeper } from '../testing/limit-keeper.ts';
import { eventually } from '../testing/live-loan.ts';
import { grant } from './window.ts';

describe('gateways on one broker', { skip: natsMissing, timeout: 240_000 }, () => {
  let nats: TestNats;
  before(async () => {
    nats = await startTestNats();
  });
  after(() => nats?.stop());

  async function twoGateways(t: TestContext, environment: Record<string, string>) {
    const stream = `S${newId().slice(-8)}`;
    const start = async () => {
      const bus = await connect(t, nats.url, stream);
      const all = { NATS_STREAM: stream, TRUST_PROXY: 'loopback', ...environment };
      return startTestGateway({ bus, connection: bus.connection, environment: all }, t);
    };
    return Promise.all([start(), start()]) as Promise<[TestGateway, TestGateway]>;
  }

  test('requests of one address and of one account count across gateways', async (t) => {
    const [one, other] = await twoGateways(t, {
      RATE_LIMIT_ADDRESS_PER_MINUTE: '6',
      RATE_LIMIT_ACCOUNT_PER_MINUTE: '4',
    });
    const token = await one.token();
    const asked = { visitor: undefined, member: token };
    for (const [who, most] of Object.entries({ visitor: 6, member: 4 })) {
      const more = { token: asked[who as keyof typeof asked] };
      const statuses = [];
      for (let at = 0; at < 12; at++)
        statuses.push((await (at % 2 ? one : other).call('GET', '/api/listings', more)).status);
      assert.equal(statuses.filter((status) => status === 200).length, most, statuses.join());
      for (const gateway of [one, other]) {
        const rejected = await gateway.call('GET', '/api/listings', more);
        assert.equal(rejected.status, 429);
        assert.ok(Number(rejected.headers.get('retry-after')) > 30);
      }
    }
  });

  test('of many concurrent requests at several gateways exactly the allowance passes', async (t) => {
    const keepers = await Promise.all([1, 2, 3].map(() => startLimitKeeper(t, nats.url, 'MANY')));
    const limiters = keepers.map(({ limiter }) => limiter(100));
    assert.equal(await countPassed(limiters, 300), 100 + 3 * Math.floor(100 / 60));
    assert.equal(await countPassed(limiters, 50, 'another client'), 50);
  });

  test('a gateway with a fast clock blocks no client for longer than a window', () => {
    const endsMs = Date.now() + 3_600_000;
    const { granted } = grant({ used: 10, endsMs }, { points: 10, seconds: 60 }, 1);
    assert.equal(granted.points, 0);
    assert.ok(granted.endsMs <= Date.now() + 60_000);
  });

  test('an exhausted allowance returns with the next window', async (t) => {
    const keepers = await Promise.all([1, 2].map(() => startLimitKeeper(t, nats.url, 'BACK')));
    const limiters = keepers.map(({ limiter }) => limiter(10, 5));
    assert.equal(await countPassed(limiters, 30), 10);
    await until(async () => (await countPassed(limiters, 1)) === 1, 20_000);
  });

  test('small clients cause no access to the store, and a thousand requests only a few writes', async (t) => {
    const { limiter, connection } = await startLimitKeeper(t, nats.url, 'CHEAP');
    const manager = await jetstreamManager(connection);
    const writes = async () => (await manager.streams.info('KV_CHEAP_limits')).state.last_seq;
    const one = limiter(3000);
    assert.equal(await countPassed([one], 50), 50);
    assert.equal(await writes(), 0);
    assert.equal(await countPassed([one], 1000), 1000);
    assert.ok((await writes()) <= 21, `${await writes()} writes`);
  });

  test('work is charged after it is done, visibly to other gateways', async (t) => {
    const [one, other] = await Promise.all(
      [1, 2].map(() => startLimitKeeper(t, nats.url, 'LATER')),
    );
    assert.ok(one && other);
    const [here, there] = [one.limiter(30), other.limiter(30)];
    await here.consume('k');
    await here.penalty('k', 28);
    // The debt is drawn with the next request.
    await here.consume('k');
    assert.equal(await countPassed([there], 5), 0);
  });

  test('a gateway that leaves is no longer counted, and an invalid report is ignored', async (t) => {
    const [one, other] = await Promise.all(
      [1, 2].map(() => startLimitKeeper(t, nats.url, 'LEAVE')),
    );
    assert.ok(one && other);
    await eventually('two', () => one.replicas.count === 2);
    for (const rubbish of [
      '',
      '{',
      '[]',
      '{"id":1}',
      '{"id":"x","counts":{"k":-1},"leaving":false}',
    ])
      one.connection.publish('gateways.LEAVE', rubbish);
    other.counts.set('k', 7);
    other.replicas.changed();
    await eventually('its counts', () => one.replicas.elsewhere('k') === 7);
    assert.equal(one.replicas.count, 2);
    other.replicas.stop();
    await eventually('only one replica is left', () => one.replicas.count === 1);
    assert.equal(one.replicas.elsewhere('k'), 0);
  });

  test('sockets of one network and of one account count across all gateways', async (t) => {
    const [one, other] = await twoGateways(t, {});
    const open = async (gateway: TestGateway, ip: string, token?: string) => {
      const socket = new WebSocket(
        `${gateway.url.replace('http', 'ws')}/graphql`,
        'graphql-transport-ws',
        { headers: { 'x-forwarded-for': ip } },
      );
      t.after(() => socket.terminate());
      const closed = once(socket, 'close').then(([code]) => code as number);
      await once(socket, 'open');
      if (!token) return { socket, closed, greeted: undefined };
      const greeted = once(socket, 'message').then(() => 'greeted' as const);
      const payload = { accessToken: token };
      socket.send(JSON.stringify({ type: 'connection_init', payload }));
      return { socket, closed, greeted };
    };
    const many = (count: number, by: () => ReturnType<typeof open>) =>
      Promise.all(Array.from({ length: count }, by));
    /** Waits until the gateways have exchanged their counts. */
    const rejectedAt = async (gateway: TestGateway, ip: string, token?: string) => {
      for (const untilMs = Date.now() + 10_000; Date.now() < untilMs; ) {
        const { socket, closed, greeted } = await open(gateway, ip, token);
        const probe = once(socket, 'pong').then(() => 'stays' as const);
        if (!greeted) socket.ping();
        if ((await Promise.race([closed, greeted ?? probe])) === 1013) return true;
        socket.terminate();
        await closed;
      }
      return false;
    };
    const first = await many(120, () => open(one, '203.0.113.1'));
    await many(80, () => open(other, '203.0.113.1'));
    assert.ok(await rejectedAt(one, '203.0.113.1'));
    assert.ok(await rejectedAt(other, '203.0.113.1'));
    for (const { socket } of first) socket.terminate();
    const token = await one.token({ accountId: 'a1' });
    let ip = 0;
    const next = () => `198.51.100.${ip++ % 200}`;
    const members = await many(60, () => open(one, next(), token));
    members.push(...(await many(40, () => open(other, next(), token))));
    for (const { greeted } of members) assert.equal(await greeted, 'greeted');
    assert.ok(await rejectedAt(one, next(), token));
    assert.ok(await rejectedAt(other, next(), token));
    const somebody = await open(other, next(), await other.token({ accountId: 'a2' }));
    assert.equal(await somebody.greeted, 'greeted');
  });
});

test('on a cluster with concurrent writes still being replicated exactly the allowance passes', {
  skip: natsMissing,
  timeout: 120_000,
}, async (t) => {
  const cluster = await startNatsCluster(3);
  t.after(() => cluster.stop());
  const stream = 'COPIES';
  const first = await NatsBus.connect({
    ...{ url: cluster.url, name: 'gateway', stream, roots: [stream], replicas: 3 },
  });
  t.after(() => first.close());
  // Sequentially: a bucket created by three gateways at once may take longer to open than they wait.
  const keepers: Awaited<ReturnType<typeof startLimitKeeper>>[] = [];
  while (keepers.length < 3) keepers.push(await startLimitKeeper(t, cluster.url, stream));
  const manager = await jetstreamManager(first.connection);
  const { config } = await manager.streams.info(`KV_${stream}_limits`);
  assert.equal(config.num_replicas, 3);
  // A bucket that is still being replicated responds late, and each gateway then uses its share.
  await until(async () => {
    const { cluster } = await manager.streams.info(`KV_${stream}_limits`);
    const others = cluster?.replicas ?? [];
    return Boolean(cluster?.leader) && others.length === 2 && others.every((one) => one.current);
  });
  for (const key of ['a', 'b', 'c', 'd'])
    assert.equal(
      await countPassed(
        keepers.map(({ limiter }) => limiter(100)),
        300,
        key,
      ),
      100 + 3 * Math.floor(100 / 60),
    );
});
