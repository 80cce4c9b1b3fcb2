/** Bodies that end early or never fit are their sender's fault, not a failure of ours. */

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { test } from 'node:test';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { readBody } from './read-body.ts';

test('a sender who hangs up in the middle of a body is refused, and is no error of ours', async (t) => {
  const outcome = Promise.withResolvers<unknown>();
  const server = createServer((request) => {
    readBody(request, 1000).then(outcome.resolve, outcome.resolve);
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
