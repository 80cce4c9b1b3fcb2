/** Replicas share the registry's session limit: never more sessions, and every replica gets one. */

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Store } from '@nameloan/persistence/store';
import { newId } from '@nameloan/runtime/id';
import type { TestDatabase } from '@nameloan/testkit/database';
import { startTestDatabase } from '@nameloan/testkit/database';
import { response, scriptedRegistry, send, trnData } from '../testing/scripted-registry.ts';
import { connectEpp } from './epp/connect-epp.ts';
import { EppUnavailableError } from './registrar-errors.ts';
import type { SessionSlots } from './session-slots.ts';
import { SharedSlots, sessionRows } from './session-slots.ts';

let database: TestDatabase;
before(async () => {
  database = await startTestDatabase();
});
after(async () => {
  await database.close();
});

/** A replica's connection to the shared database. */
async function storeOf(t: TestContext, name: string): Promise<Store> {
  const store = new Store(name);
  store.defineRows(sessionRows, []);
  await store.open({ mongoUrl: database.url, database: `${database.prefix}${name}` });
  t.after(() => store.close());
  return store;
}

/** A registry that counts open sessions, and replicas with one connection each. */
async function replicas(t: TestContext, count: number, most: number) {
  const name = `slots_${newId().slice(-8)}`;
  let open = 0;
  let maxOpen = 0;
  const registry = await scriptedRegistry(t, {
    login({ socket, id }) {
      open++;
      maxOpen = Math.max(maxOpen, open);
      socket.once('close', () => open--);
      send(socket, response(id, 1000));
    },
    command: ({ socket, id }) => send(socket, response(id, 1001, trnData('example.com'))),
  });
  const registrars = [];
  for (let number = 0; number < count; number++) {
    const { connection } = await storeOf(t, name);
    const registrar = connectEpp({
      ...{ host: '127.0.0.1', port: registry.port, ca: registry.ca },
      ...{ clientId: 'Nameloan', password: 'registrar-password-1', timeoutMs: 10_000 },
      ...{ initialRetryDelayMs: 5, maxRetryDelayMs: 20, log: () => undefined },
      slots: new SharedSlots(connection, most),
    });
    t.after(() => registrar.close());
    registrars.push(registrar);
  }
  return { registrars, maxOpen: () => maxOpen, connections: registry.connections };
}

test('four replicas with two sessions never open three, and each gets its responses', async (t) => {
  const { registrars, maxOpen } = await replicas(t, 4, 2);
  const queries = registrars.map(async (registrar) => {
    for (let count = 0; count < 5; count++)
      assert.equal((await registrar.transferQuery('example.com')).status, 'pending');
  });
  await Promise.all(queries);
  assert.equal(maxOpen(), 2);
});

test('an unrequested session is kept, and a closed one is free immediately', {
  // Shorter than a lease, whose expiry would free the session too.
  timeout: 12_000,
}, async (t) => {
  const { registrars, connections } = await replicas(t, 2, 1);
  const [one, other] = registrars;
  await one?.transferQuery('example.com');
  await one?.transferQuery('example.com');
  assert.equal(connections(), 1);
  await one?.close();
  await other?.transferQuery('example.com');
});

test('when no session is free in time the command fails, and nothing is sent', async (t) => {
  const name = `slots_${newId().slice(-8)}`;
  const held = new SharedSlots((await storeOf(t, name)).connection, 1);
  const mine = await held.acquire(performance.now() + 10_000, () => undefined);
  assert.ok(mine);
  const { connection } = await storeOf(t, name);
  const registry = await scriptedRegistry(t, { command: () => undefined });
  const registrar = connectEpp({
    ...{ host: '127.0.0.1', port: registry.port, ca: registry.ca },
    ...{ clientId: 'Nameloan', password: 'registrar-password-1', timeoutMs: 300 },
    log: () => undefined,
    slots: new SharedSlots(connection, 1),
  });
  t.after(() => registrar.close());
  await assert.rejects(registrar.transferQuery('example.com'), (error: Error) => {
    assert.ok(error instanceof EppUnavailableError);
    assert.match(error.message, /All sessions that the registry allows are in use/);
    return true;
  });
  assert.equal(registry.connections(), 0);
  await mine.release();
});

test('a lease that another replica has taken over is detected as lost', async (t) => {
  const name = `slots_${newId().slice(-8)}`;
  const store = await storeOf(t, name);
  const slots: SessionSlots = new SharedSlots(store.connection, 1);
  const changed = Promise.withResolvers<void>();
  const slot = await slots.acquire(performance.now() + 10_000, changed.resolve);
  assert.equal(slot?.lost, false);
  // Like after a pause that was longer than the lease.
  await store.connection
    .collection(sessionRows)
    .updateMany({}, { $set: { until: new Date(0), holder: 'nobody' } });
  const other = await new SharedSlots(store.connection, 1).acquire(
    performance.now() + 10_000,
    () => {},
  );
  assert.ok(other);
  await Promise.race([changed.promise, pause(10_000)]);
  assert.equal(slot?.lost, true);
  await slot?.release();
  // Releasing a lost slot does not release it for its new holder.
  assert.equal(await slots.acquire(performance.now() + 300, () => {}), undefined);
  await other.release();
});
