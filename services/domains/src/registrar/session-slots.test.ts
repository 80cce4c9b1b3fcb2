/** Replicas share the sessions that a registry allows: never one more, and each gets its turn. */

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@nameloan/service/id.ts';
import { Store } from '@nameloan/service/store/store.ts';
import type { TestDatabase } from '@nameloan/service/testing/database.ts';
import { startTestDatabase } from '@nameloan/service/testing/database.ts';
import { response, scriptedRegistry, send, trnData } from '../testing/scripted-registry.ts';
import { connectEpp } from './epp/connect-epp.ts';
import { EppUnavailable } from './registrar-errors.ts';
import type { SessionSlots } from './session-slots.ts';
import { SharedSlots, sessionRows } from './session-slots.ts';

let database: TestDatabase;
before(async () => {
  database = await startTestDatabase();
});
after(async () => {
  await database.close();
});

/** A replica's own connection to the database that all of them share. */
async function storeOf(t: TestContext, name: string): Promise<Store> {
  const store = new Store(name);
  store.defineRows(sessionRows, []);
  await store.open({ mongoUrl: database.url, database: `${database.prefix}${name}` });
  t.after(() => store.close());
  return store;
}

/** A registry that counts the sessions which stand, and replicas with a line each. */
async function replicas(t: TestContext, count: number, most: number) {
  const name = `slots_${newId().slice(-8)}`;
  let standing = 0;
  let mostAtOnce = 0;
  const registry = await scriptedRegistry(t, {
    login({ socket, id }) {
      standing++;
      mostAtOnce = Math.max(mostAtOnce, standing);
      socket.once('close', () => standing--);
      send(socket, response(id, 1000));
    },
    command: ({ socket, id }) => send(socket, response(id, 1001, trnData('example.com'))),
  });
  const lines = [];
  for (let number = 0; number < count; number++) {
    const { connection } = await storeOf(t, name);
    const line = connectEpp({
      ...{ host: '127.0.0.1', port: registry.port, ca: registry.ca },
      ...{ clientId: 'Nameloan', password: 'registrar-password-1', timeoutMs: 10_000 },
      ...{ firstPauseMs: 5, longestPauseMs: 20, log: () => undefined },
      slots: new SharedSlots(connection, most),
    });
    t.after(() => line.close());
    lines.push(line);
  }
  return { lines, mostAtOnce: () => mostAtOnce, connections: registry.connections };
}

test('four replicas with two sessions never have three, and each gets its answers', async (t) => {
  const { lines, mostAtOnce } = await replicas(t, 4, 2);
  const asked = lines.map(async (line) => {
    for (let count = 0; count < 5; count++)
      assert.equal((await line.transferQuery('example.com')).status, 'pending');
  });
  await Promise.all(asked);
  assert.equal(mostAtOnce(), 2);
});

test('a session that nobody else wants is kept, and one that is closed is free at once', {
  // Less than a lease, which would free the session too.
  timeout: 12_000,
}, async (t) => {
  const { lines, connections } = await replicas(t, 2, 1);
  const [one, other] = lines;
  await one?.transferQuery('example.com');
  await one?.transferQuery('example.com');
  assert.equal(connections(), 1);
  await one?.close();
  await other?.transferQuery('example.com');
});

test('where none comes free in time the command says so, and nothing was sent', async (t) => {
  const name = `slots_${newId().slice(-8)}`;
  const held = new SharedSlots((await storeOf(t, name)).connection, 1);
  const mine = await held.take(performance.now() + 10_000, () => undefined);
  assert.ok(mine);
  const { connection } = await storeOf(t, name);
  const registry = await scriptedRegistry(t, { command: () => undefined });
  const line = connectEpp({
    ...{ host: '127.0.0.1', port: registry.port, ca: registry.ca },
    ...{ clientId: 'Nameloan', password: 'registrar-password-1', timeoutMs: 300 },
    log: () => undefined,
    slots: new SharedSlots(connection, 1),
  });
  t.after(() => line.close());
  await assert.rejects(line.transferQuery('example.com'), (error: Error) => {
    assert.ok(error instanceof EppUnavailable);
    assert.match(error.message, /All sessions that the registry allows are in use/);
    return true;
  });
  assert.equal(registry.connections(), 0);
  await mine.release();
});

test('a lease that another has taken over meanwhile is known to be lost', async (t) => {
  const name = `slots_${newId().slice(-8)}`;
  const store = await storeOf(t, name);
  const slots: SessionSlots = new SharedSlots(store.connection, 1);
  const changed = Promise.withResolvers<void>();
  const slot = await slots.take(performance.now() + 10_000, changed.resolve);
  assert.equal(slot?.lost, false);
  // As after a sleep that was longer than the lease.
  await store.connection
    .collection(sessionRows)
    .updateMany({}, { $set: { until: new Date(0), holder: 'nobody' } });
  const rival = await new SharedSlots(store.connection, 1).take(
    performance.now() + 10_000,
    () => {},
  );
  assert.ok(rival);
  await Promise.race([changed.promise, pause(10_000)]);
  assert.equal(slot?.lost, true);
  await slot?.release();
  // What was lost frees nothing of the one who has it now.
  assert.equal(await slots.take(performance.now() + 300, () => {}), undefined);
  await rival.release();
});
