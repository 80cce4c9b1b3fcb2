/** A registry that is down for long: commands fail without waiting, and it is reported as unavailable until it is back. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  greeting,
  response,
  scriptedRegistry,
  send,
  trnData,
} from '../../testing/scripted-registry.ts';
import { EppUnavailableError } from '../registrar-errors.ts';
import { connectEpp } from './connect-epp.ts';

const minute = 60_000;

test('while the next attempt to connect is far, a command fails at once instead of waiting for it', {
  timeout: minute,
}, async (t) => {
  const { port, ca, connections } = await scriptedRegistry(t, {
    greet: (socket) => socket.destroy(),
    command: () => undefined,
  });
  const registrar = connectEpp({
    ...{ host: '127.0.0.1', port, ca, clientId: 'Nameloan', password: 'registrar-password-1' },
    // A command could wait for ten minutes.
    timeoutMs: 200_000,
    initialRetryDelayMs: 10 * minute,
    maxRetryDelayMs: 10 * minute,
    log: () => undefined,
  });
  t.after(() => registrar.close());
  assert.equal(registrar.isAvailable(), true);
  for (let commands = 0; commands < 5; commands++)
    await assert.rejects(registrar.transferQuery('example.com'), EppUnavailableError);
  assert.equal(connections(), 1);
  assert.equal(registrar.isAvailable(), false);
});

test('a registry that is back is available again', async (t) => {
  const { port, ca } = await scriptedRegistry(t, {
    greet: (socket, connection) => (connection === 1 ? socket.destroy() : send(socket, greeting)),
    command: ({ socket, id }) => send(socket, response(id, 1000, trnData('example.com'))),
  });
  const registrar = connectEpp({
    ...{ host: '127.0.0.1', port, ca, clientId: 'Nameloan', password: 'registrar-password-1' },
    ...{ timeoutMs: 20_000, initialRetryDelayMs: 5, maxRetryDelayMs: 20, log: () => undefined },
  });
  t.after(() => registrar.close());
  await registrar.transferQuery('example.com');
  assert.equal(registrar.isAvailable(), true);
});
