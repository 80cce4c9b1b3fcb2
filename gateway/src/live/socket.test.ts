/** The socket: its limits, and when clients must reconnect. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { connectSubscriber } from '@nameloan/driver/connect-subscriber';
import { NatsBus } from '@nameloan/messaging/nats/nats-bus';
import { natsMissing, startTestNats } from '@nameloan/testkit/nats';
import { WebSocket } from 'ws';
import { startTestGateway } from '../testing/gateway.ts';
import { onChange } from '../testing/live-loan.ts';

const timeout = 60_000;

test('starting subscriptions repeatedly exhausts the account’s allowance like requests', {
  timeout,
}, async (t) => {
  const environment = { RATE_LIMIT_ACCOUNT_PER_MINUTE: '5' };
  const gateway = await startTestGateway({ environment }, t);
  const token = await gateway.token();
  const subscriber = connectSubscriber(gateway.url, token);
  for (let at = 0; at < 5; at++) {
    const watching = subscriber.watch(onChange, { id: 'e1' });
    await watching.until(1);
    watching.stop();
  }
  const { errors } = await subscriber.watch(onChange, { id: 'e1' }).ended;
  assert.equal(errors[0]?.extensions?.code, 'TOO_MANY_REQUESTS');
  assert.ok(Number(errors[0]?.extensions?.retryAfterSeconds) >= 1);
  assert.equal((await gateway.call('GET', '/api/users/self', { token })).status, 429);
  await subscriber.dispose();
});

test('the token may be accessToken, Authorization or x-access-token of the connection parameters', {
  timeout,
}, async (t) => {
  const gateway = await startTestGateway({}, t);
  const token = await gateway.token();
  const subscribe = async (connectionParams: Record<string, unknown>) => {
    const subscriber = connectSubscriber(gateway.url, connectionParams);
    const subscription = subscriber.watch(onChange, { id: 'e1' });
    const outcome = await Promise.race([
      subscription.until(1).then(() => 'open'),
      subscription.ended.then(({ errors }) => String(errors[0]?.extensions?.code)),
      subscriber.closed,
    ]);
    await subscriber.dispose();
    return outcome;
  };
  for (const [parameters, expected] of [
    [{ accessToken: token }, 'open'],
    [{ Authorization: `Bearer ${token}` }, 'open'],
    [{ authorization: `bearer ${token}` }, 'open'],
    [{ 'X-Access-Token': token }, 'open'],
    [{ accessToken: '', 'x-access-token': token }, 'open'],
    [{ accessToken: 'wrong', authorization: `Bearer ${token}` }, 4403],
    [{ Authorization: 'Bearer ' }, 4403],
    [{ Authorization: { token } }, 'UNAUTHENTICATED'],
  ] as const) {
    assert.equal(await subscribe(parameters), expected, JSON.stringify(parameters).slice(0, 60));
  }
});

test('an operation id used twice closes with 4409, however long the id is', {
  timeout,
}, async (t) => {
  const gateway = await startTestGateway({}, t);
  const subscriber = connectSubscriber(gateway.url, await gateway.token());
  await subscriber.watch(onChange, { id: 'e1' }).until(1);
  const payload = { query: onChange, variables: { id: 'e1' } };
  const twice = JSON.stringify({ id: 'ü'.repeat(1000), type: 'subscribe', payload });
  subscriber.socket()?.send(twice);
  subscriber.socket()?.send(twice);
  assert.equal(await subscriber.closed, 4409);
});

test('a message in very many fragments, or one that arrives byte by byte, closes with 1008', {
  timeout,
}, async (t) => {
  const gateway = await startTestGateway({}, t);
  const open = async () => {
    const socket = new WebSocket(
      `${gateway.url.replace('http', 'ws')}/graphql`,
      'graphql-transport-ws',
    );
    t.after(() => socket.terminate());
    await once(socket, 'open');
    return { socket, closed: once(socket, 'close') };
  };
  const fragments = await open();
  for (let count = 0; count < 100; count++) fragments.socket.send(' ', { fin: false });
  assert.equal((await fragments.closed)[0], 1008);
  const drops = await open();
  const line = Reflect.get(drops.socket, '_socket') as Socket;
  line.on('error', () => undefined).setNoDelay(true);
  // A masked message of 60,000 bytes, sent one byte at a time.
  line.write(Buffer.from([0x81, 0xfe, 0xea, 0x60, 0, 0, 0, 0]));
  for (let count = 0; count < 5000 && !line.destroyed; count++) {
    line.write(' ');
    await new Promise(setImmediate);
  }
  assert.equal((await drops.closed)[0], 1008);
});

test('after the broker was down, sockets close with 1013, so that clients catch up', {
  skip: natsMissing,
  timeout,
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nameloan-live-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  let nats = await startTestNats({ folder });
  const port = Number(new URL(nats.url).port);
  const options = { url: nats.url, name: 'gateway', stream: 'TEST', roots: ['lending'] };
  const bus = await NatsBus.connect(options);
  const gateway = await startTestGateway({ bus });
  t.after(async () => {
    await gateway.stop();
    await bus.close();
    await nats.stop();
  });
  const subscriber = connectSubscriber(gateway.url, await gateway.token());
  await subscriber.watch(onChange, { id: 'e1' }).until(1);
  await nats.kill();
  nats = await startTestNats({ folder, port });
  assert.equal(await subscriber.closed, 1013);
});
