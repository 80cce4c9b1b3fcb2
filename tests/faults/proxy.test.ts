/** The proxy changes when data arrives, never what arrives. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { FaultyProxy } from './proxy.ts';

test('data that was sent while the route was slow arrives before data that was sent after', async (t) => {
  const received: string[] = [];
  const server = createServer((socket) => {
    socket.on('data', (chunk) => received.push(String(chunk)));
    socket.on('end', () => socket.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const proxy = new FaultyProxy('test', [(server.address() as AddressInfo).port]);
  const client = connect(await proxy.listen(), '127.0.0.1');
  t.after(() => proxy.close());
  // Until the proxy is connected to the server it reads nothing.
  client.write('1');
  while (received.length === 0) await new Promise(setImmediate);

  let forwarded = proxy.receivedChunks;
  const isForwarded = async () => {
    while (proxy.receivedChunks === forwarded) await new Promise(setImmediate);
    forwarded = proxy.receivedChunks;
  };
  proxy.setState('slow');
  client.write('2');
  await isForwarded();
  proxy.setState('open');
  client.write('3');
  await isForwarded();
  client.end();
  client.resume();
  await once(client, 'end');
  assert.equal(received.join(''), '123');
});
