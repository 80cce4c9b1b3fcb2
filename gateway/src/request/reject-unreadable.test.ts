/** Requests that are rejected before they are read. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { TestGateway } from '../testing/gateway.ts';
import { startTestGateway } from '../testing/gateway.ts';

let gateway: TestGateway;
before(async () => {
  gateway = await startTestGateway();
});
after(() => gateway.stop());

test('headers that are too large and bytes that are no HTTP get an error of the usual shape', async () => {
  const send = async (text: string) => {
    const { port, hostname } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (data) => (answer += data)).on('error', () => undefined);
    socket.write(text);
    await once(socket, 'close');
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    return { head, body: JSON.parse(body) };
  };
  const large = await send(
    `GET /api/listings HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`,
  );
  const none = await send('nonsense\r\n\r\n');
  assert.match(large.head, /^HTTP\/1.1 431 .*x-content-type-options: nosniff/s);
  assert.match(none.head, /^HTTP\/1.1 400 /);
  for (const { head, body } of [large, none]) {
    assert.deepEqual(Object.keys(body), ['message', 'code', 'requestId']);
    assert.equal(body.code, 'INVALID_INPUT');
    assert.ok(head.includes(`x-request-id: ${body.requestId}`));
  }
});

test('a compressed body is 415 with the reason', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const body = new Uint8Array(gzipSync('{"email":"a@example.com","password":"x"}'));
  const answer = await gateway.call('POST', '/api/users/login', { body, headers });
  assert.equal(answer.status, 415);
  assert.equal(answer.body.code, 'UNSUPPORTED_TYPE');
  assert.match(answer.body.message, /content-encoding/);
});
