/** Aborted, oversized and stalled bodies are client errors, not failures of the gateway. */

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { DomainError } from '@nameloan/contracts/errors';
import type { TestGateway } from '../testing/gateway.ts';
import { startTestGateway } from '../testing/gateway.ts';
import { BodyMemory } from './body-share.ts';
import { ByteBudget } from './byte-budget.ts';
import { readBody } from './read-body.ts';

test('a client that disconnects within a body is a client error and not logged as a failure', async (t) => {
  const outcome = Promise.withResolvers<unknown>();
  const server = createServer((request) => {
    readBody(request, 1000, new BodyMemory(new ByteBudget(0), visitor())).then(
      outcome.resolve,
      outcome.resolve,
    );
  });
  t.after(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{', () => {
    socket.destroy();
  });
  const error = await outcome.promise;
  assert.ok(error instanceof DomainError, String(error));
  assert.equal(error.code, 'INVALID_INPUT');
});

const visitor = (ip = '192.0.2.1') =>
  ({ kind: 'anonymous', ip, userAgent: '', requestId: 'test' }) as const;

test('a released share reserves nothing, whatever still arrives', () => {
  const budget = new ByteBudget(1000);
  const share = new BodyMemory(budget, visitor());
  share.reserve(100 * 1024 + 1000);
  const another = () => new BodyMemory(budget, visitor('192.0.2.2'));
  assert.throws(() => another().reserve(100 * 1024 + 1), { code: 'UNAVAILABLE' });
  share.release();
  share.reserve(500);
  share.release();
  another().reserve(100 * 1024 + 1000);
});

const heldBytes = () => {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

test('a body in tiny chunks takes little more memory than its bytes', async () => {
  const [drops, dropBytes] = [50_000, 16];
  const stream = new Readable({ read() {} });
  const bytes = drops * dropBytes;
  const reading = readBody(stream, bytes, new BodyMemory(new ByteBudget(bytes), visitor()));
  const before = heldBytes();
  for (let drop = 0; drop < drops; drop++) {
    stream.push(Buffer.alloc(dropBytes));
    await new Promise(setImmediate);
  }
  const perDrop = (heldBytes() - before) / drops;
  stream.push(null);
  assert.equal((await reading).length, bytes);
  assert.ok(perDrop < 10 * dropBytes, `${Math.round(perDrop)} bytes for each`);
});

const megabyte = 1024 * 1024;

test('an address is limited to its share, however its bodies are split; accounts have a larger one', () => {
  const budget = new ByteBudget(64 * megabyte);
  const member = { ...visitor(), kind: 'account', accountId: 'a', sessionId: 's' } as const;
  const shares = Array.from({ length: 120 }, () => new BodyMemory(budget, visitor()));
  for (const share of shares) share.reserve(100 * 1024);
  const more = (by: ConstructorParameters<typeof BodyMemory>[1]) =>
    new BodyMemory(budget, by).reserve(megabyte);
  assert.throws(() => more(visitor()), { code: 'TOO_MANY_REQUESTS' });
  assert.throws(() => more(visitor('::ffff:192.0.2.1')), { code: 'TOO_MANY_REQUESTS' });
  more(visitor('192.0.2.2'));
  more(member);
  for (const share of shares) share.release();
  more(visitor());
});

/** Sends a PDF of 9 MB without its last byte; `rejected` resolves with the response that arrives nevertheless. */
function sendUnended(url: string, from: string): { socket: Socket; rejected: Promise<string> } {
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  const { promise: rejected, resolve } = Promise.withResolvers<string>();
  socket.on('error', () => undefined);
  socket.on('data', (data) => resolve(String(data)));
  const head = `POST /api/contracts/verify HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${from}\r\ncontent-type: application/pdf\r\ncontent-length: ${9 * megabyte + 1}\r\n\r\n`;
  socket.write(head);
  socket.write(Buffer.alloc(9 * megabyte));
  return { socket, rejected };
}

const checked = () => ({ status: 200, body: '{"known":false}' });
const behindProxy = {
  endpoints: { lending: { '/contracts/verify': checked } },
  environment: { TRUST_PROXY: 'loopback' },
};
const verifyFrom = async (gateway: TestGateway, from: string) => {
  const headers = { 'content-type': 'application/pdf', 'x-forwarded-for': from };
  const body = new Uint8Array(9 * megabyte);
  return (await gateway.call('POST', '/api/contracts/verify', { body, headers })).status;
};

test('large bodies together stay within their memory budget, and small calls continue', {
  timeout: 30_000,
}, async (t) => {
  const gateway = await startTestGateway(behindProxy);
  const senders = Array.from({ length: 12 }, (_, at) => sendUnended(gateway.url, `192.0.2.${at}`));
  t.after(async () => {
    for (const { socket } of senders) socket.destroy();
    await gateway.stop();
  });
  // Seven of them fit into the budget.
  const answers: string[] = [];
  await new Promise<void>((resolve) => {
    for (const { rejected } of senders)
      rejected.then((answer) => answers.push(answer) === 5 && resolve());
  });
  for (const answer of answers) assert.match(answer, /^HTTP\/1.1 503 .*retry-after: [1-9]/s);
  const login = { email: 'a@example.com', password: 'x' };
  assert.equal((await gateway.call('POST', '/api/users/login', { body: login })).status, 200);
  for (const { socket } of senders) socket.destroy();
  while ((await verifyFrom(gateway, '198.51.100.1')) === 503);
  for (let at = 0; at < 10; at++) assert.equal(await verifyFrom(gateway, '198.51.100.1'), 200);
});

test('sixteen stalled connections of one address block no other client, and are closed within seconds', {
  timeout: 30_000,
}, async (t) => {
  const gateway = await startTestGateway(behindProxy);
  const senders = Array.from({ length: 16 }, () => sendUnended(gateway.url, '192.0.2.1'));
  t.after(async () => {
    for (const { socket } of senders) socket.destroy();
    await gateway.stop();
  });
  const answers: string[] = [];
  const closed = senders.map(({ socket }) => new Promise((done) => socket.once('close', done)));
  const all = Promise.all(
    senders.map(({ rejected }) => rejected.then((answer) => answers.push(answer))),
  );
  // All but the one that fits into the share are rejected, while other clients are served.
  while (answers.length < 15) assert.equal(await verifyFrom(gateway, '192.0.2.2'), 200);
  await all;
  await Promise.all(closed);
  const starts = answers.map((answer) => answer.slice(0, 12)).sort();
  assert.deepEqual(starts, ['HTTP/1.1 408', ...Array.from({ length: 15 }, () => 'HTTP/1.1 429')]);
});
