/** Bodies that end early or never fit are their sender's fault, not a failure of ours. */

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { test } from 'node:test';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { BodyBudget, BodyShare } from './body-budget.ts';
import { readBody } from './read-body.ts';
import { startTestGateway } from './testing/gateway.ts';

test('a sender who hangs up in the middle of a body is refused, and is no error of ours', async (t) => {
  const outcome = Promise.withResolvers<unknown>();
  const server = createServer((request) => {
    readBody(request, 1000, new BodyShare(new BodyBudget(0))).then(
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

test('a share that was given back holds nothing, whatever still comes', () => {
  const budget = new BodyBudget(1000);
  const share = new BodyShare(budget);
  share.take(100 * 1024 + 1000);
  assert.throws(() => new BodyShare(budget).take(100 * 1024 + 1), { code: 'UNAVAILABLE' });
  share.giveBack();
  share.take(500);
  share.giveBack();
  new BodyShare(budget).take(100 * 1024 + 1000);
});

const megabyte = 1024 * 1024;

/** Sends a PDF of 9 MB but for its last byte; `refused` resolves with the answer that came all the same. */
function sendUnended(url: string): { socket: Socket; refused: Promise<string> } {
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  const { promise: refused, resolve } = Promise.withResolvers<string>();
  socket.on('error', () => undefined);
  socket.on('data', (data) => resolve(String(data)));
  const head = `POST /api/contracts/verify HTTP/1.1\r\nhost: x\r\ncontent-type: application/pdf\r\ncontent-length: ${9 * megabyte + 1}\r\n\r\n`;
  socket.write(head);
  socket.write(Buffer.alloc(9 * megabyte));
  return { socket, refused };
}

test('large bodies together take no more memory than is set aside for them, and small calls go on', {
  timeout: 30_000,
}, async (t) => {
  const checked = () => ({ status: 200, body: '{"known":false}' });
  const gateway = await startTestGateway({ doors: { lending: { '/contracts/verify': checked } } });
  const senders = Array.from({ length: 12 }, () => sendUnended(gateway.url));
  t.after(async () => {
    for (const { socket } of senders) socket.destroy();
    await gateway.stop();
  });
  // Seven of them fit.
  const answers: string[] = [];
  await new Promise<void>((resolve) => {
    for (const { refused } of senders)
      refused.then((answer) => answers.push(answer) === 5 && resolve());
  });
  for (const answer of answers) assert.match(answer, /^HTTP\/1.1 503 .*retry-after: [1-9]/s);
  const login = { email: 'a@example.com', password: 'x' };
  assert.equal((await gateway.call('POST', '/api/users/login', { body: login })).status, 200);
  for (const { socket } of senders) socket.destroy();
  const verify = async () => {
    const headers = { 'content-type': 'application/pdf' };
    const body = new Uint8Array(9 * megabyte);
    return (await gateway.call('POST', '/api/contracts/verify', { body, headers })).status;
  };
  while ((await verify()) === 503);
  for (let at = 0; at < 10; at++) assert.equal(await verify(), 200);
});
