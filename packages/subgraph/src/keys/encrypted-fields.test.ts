/** A database belongs to the secret that encrypts it; the secret can be rotated. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { LocalBus } from '@nameloan/messaging/local-bus';
import { newId } from '@nameloan/runtime/id';
import { SettingsError } from '@nameloan/runtime/settings';
import { encryptionKeyIdOf } from '@nameloan/security/encryption';
import { reencryptStandalone } from '@nameloan/subgraph/keys/reencrypt-standalone';
import type { ServiceDefinition } from '@nameloan/subgraph/service';
import { startService } from '@nameloan/subgraph/service';
import { createServiceContext } from '@nameloan/subgraph/service-context';
import type { EventHandlers } from '@nameloan/subgraph/subscribe-events';
import type { TestDatabase } from '@nameloan/testkit/database';
import { startTestDatabase } from '@nameloan/testkit/database';
import { until } from '@nameloan/testkit/until';

const one = 'the first secret of an installation, long';
const two = 'the second secret of an installation, long';
const three = 'the third secret of an installation, long';

let database: TestDatabase;
let folder: string;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nameloan-sealed-'));
  writeFileSync(join(folder, 'a.graphql'), 'type Query { nothing: Int }');
  database = await startTestDatabase();
});
after(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Row {
  id: string;
  version: number;
  sealed: string;
}

/** A service whose records hold an encrypted text each; a second one of the same name is its replica. */
function makeService(name = `s${newId().slice(-8)}`, events: EventHandlers = {}) {
  const context = createServiceContext(name);
  const rows = context.defineModel<Row>('rows', {
    label: 'row',
    fields: { version: Number, sealed: String },
  });
  const definition: ServiceDefinition = {
    context,
    folder,
    resolvers: {},
    events,
    jobs: { handlers: {} },
    encryptedFields: [{ collection: 'rows', path: 'sealed', purpose: (id) => `row ${id}` }],
  };
  const environment = (secret: string, also?: string) => ({
    MONGODB_URL: database.url,
    DATABASE_PREFIX: database.prefix,
    INTERNAL_SECRET: secret,
    INTERNAL_SECRET_ALSO: also,
    LOG_LEVEL: 'silent',
  });
  return {
    context,
    rows,
    environment,
    start: async (secret: string, also?: string) => {
      const bus = new LocalBus();
      const running = await startService(definition, environment(secret, also), { bus });
      await running.begin();
      return { ...running, url: running.url, stop: () => running.stop() };
    },
    add: (id: string, text: string) =>
      context.commit((tx) =>
        rows.add({ id, version: 1, sealed: context.encrypt(text, `row ${id}`) }, tx),
      ),
    read: async (id: string) => context.decrypt((await rows.get(id)).sealed, `row ${id}`),
    reencrypt: (secret: string, also?: string) =>
      reencryptStandalone(definition, environment(secret, also)),
    forgetKeys: () => context.store.connection.collection('encryption_keys').deleteMany({}),
  };
}

const unfit = (error: unknown) =>
  error instanceof SettingsError &&
  /^INTERNAL_SECRET,.* DATA_DIR, .*the database t_\w+ at MONGODB_URL.*\.$/.test(error.message);

test('a start with another secret fails with one sentence before it accepts requests', async () => {
  const s = makeService();
  const first = await s.start(one);
  await s.add('a', 'hello');
  await first.stop();
  await assert.rejects(makeService(s.context.name).start(two), unfit);
  const again = await s.start(one);
  assert.equal(await s.read('a'), 'hello');
  await again.stop();
});

test('a database without registered keys is checked by its encrypted texts', async () => {
  const s = makeService();
  const first = await s.start(one);
  await s.add('a', 'hello');
  await s.forgetKeys();
  await first.stop();
  await assert.rejects(makeService(s.context.name).start(two), unfit);
  await (await s.start(one)).stop();
  await assert.rejects(makeService(s.context.name).start(two), unfit);
});

test('of two concurrent first starts with different secrets one fails; with the same, none', async () => {
  const [left, right] = [makeService(), makeService()];
  const replica = makeService(left.context.name);
  const different = await Promise.allSettled([left.start(one), replica.start(two)]);
  assert.equal(different.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.ok(different.some((end) => end.status === 'rejected' && unfit(end.reason)));
  const twin = makeService(right.context.name);
  const same = await Promise.all([right.start(one), twin.start(one)]);
  for (const end of different) if (end.status === 'fulfilled') await end.value.stop();
  for (const running of same) await running.stop();
});

test('a start with both secrets re-encrypts everything, and only then the former can be dropped', async () => {
  const s = makeService();
  const first = await s.start(one);
  for (const id of ['a', 'b', 'c']) await s.add(id, `hello ${id}`);
  await first.stop();
  // Both are accepted everywhere first, encrypting with the former: nothing changes.
  await (await s.start(one, two)).stop();
  const both = await s.start(two, one);
  await s.add('d', 'hello d');
  const ids = new Set((await s.rows.findMany({})).map(({ sealed }) => encryptionKeyIdOf(sealed)));
  assert.equal(ids.size, 1);
  const ask = (secret: string) =>
    fetch(`${both.url}/keys`, { method: 'POST', headers: { 'x-nameloan-secret': secret } });
  assert.deepEqual(await (await ask(one)).json(), { reencrypted: 0 });
  assert.equal((await ask(three)).status, 401);
  await both.stop();
  await assert.rejects(makeService(s.context.name).start(one), unfit);
  const last = await s.start(two);
  for (const id of ['a', 'b', 'c', 'd']) assert.equal(await s.read(id), `hello ${id}`);
  await last.stop();
});

/** POST /keys of a running service. */
async function change(url: string, body: unknown) {
  const headers = { 'x-nameloan-secret': one, 'content-type': 'application/json' };
  const response = await fetch(`${url}/keys`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

test('a text encrypted just before a rotation and committed after it is re-encrypted too', async () => {
  const s = makeService();
  const running = await s.start(one);
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const adding = s.context.commit(async (tx) => {
    const sealed = s.context.encrypt('hello', 'row a');
    begun.resolve();
    await held.promise;
    await s.rows.add({ id: 'a', version: 1, sealed }, tx);
  });
  await begun.promise;
  const changing = change(running.url, { current: two, also: one });
  // A rotation that does not wait for the commit would have ended by then.
  await Promise.race([changing, pause(1000)]);
  held.resolve();
  await adding;
  assert.deepEqual((await changing).body, { reencrypted: 1 });
  assert.deepEqual((await change(running.url, { current: two, also: one })).body, {
    reencrypted: 0,
  });
  await running.stop();
  const last = await s.start(two);
  assert.equal(await s.read('a'), 'hello');
  await last.stop();
});

test('a deferred event with an encrypted text is re-encrypted and handled without the former secret', async () => {
  let stuck = true;
  const opened: string[] = [];
  const subject = 'identity.reset.requested' as const;
  const s = makeService(undefined, {
    [subject]: async (event) => {
      if (stuck) throw new Error('not now');
      opened.push(s.context.decrypt(event.data.sealedToken, subject));
    },
  });
  const running = await s.start(one);
  await s.context.commit(async (tx) => {
    const sealedToken = s.context.encrypt('token', subject);
    const who = { accountId: newId(), name: 'Ada', email: 'ada@example.com' };
    const data = { ...who, sealedToken, expiresAt: new Date().toISOString() };
    tx.emit(subject, { id: who.accountId, version: 1 }, data);
  });
  await until(async () => (await s.context.store.deferredEvents.count('failed')) === 1);
  assert.deepEqual((await change(running.url, { current: two, also: one })).body, {
    reencrypted: 1,
  });
  assert.deepEqual((await change(running.url, { current: two, also: one })).body, {
    reencrypted: 0,
  });
  await running.stop();
  stuck = false;
  const last = await s.start(two);
  await until(async () => opened.length > 0);
  assert.deepEqual(opened, ['token']);
  await last.stop();
});

test('a start with both secrets keeps both registered, for a replica that still encrypts with the former', async () => {
  const s = makeService();
  const former = await s.start(one, two);
  const replica = await makeService(s.context.name).start(two, one);
  await s.add('a', 'hello');
  await Promise.all([former.stop(), replica.stop()]);
  await assert.rejects(makeService(s.context.name).start(two), unfit);
  const both = await s.start(two, one);
  assert.equal(await s.read('a'), 'hello');
  await both.stop();
});

test('the secret of a running service is rotated by its endpoint, which keeps a secret that is still needed', async () => {
  const s = makeService();
  const running = await s.start(one);
  await s.add('a', 'hello');
  assert.equal((await change(running.url, { current: two })).status, 409);
  assert.equal((await change(running.url, { current: 'short' })).status, 400);
  assert.equal(await s.read('a'), 'hello');
  assert.deepEqual((await change(running.url, { current: two, also: one })).body, {
    reencrypted: 1,
  });
  assert.equal(
    (await change(running.url, { current: two })).status,
    409,
    'one more pass must find none',
  );
  assert.deepEqual((await change(running.url, { current: two, also: one })).body, {
    reencrypted: 0,
  });
  assert.deepEqual((await change(running.url, { current: two })).body, { reencrypted: 0 });
  assert.equal(await s.read('a'), 'hello');
  await running.stop();
});

test('an interrupted rotation continues when it is repeated', async () => {
  const s = makeService();
  const first = await s.start(one);
  for (const id of ['a', 'b']) await s.add(id, `hello ${id}`);
  await first.stop();
  assert.equal(await s.reencrypt(two, one), 2);
  // Killed here: both secrets are still registered, so neither alone is enough.
  for (const secret of [one, two])
    await assert.rejects(makeService(s.context.name).start(secret), unfit);
  assert.equal(await s.reencrypt(two, one), 0);
  const last = await s.start(two);
  assert.equal(await s.read('b'), 'hello b');
  await last.stop();
});

test('a text that no secret decrypts stops the rotation and names its purpose, but stops no start', async () => {
  const s = makeService();
  const first = await s.start(one);
  await s.add('a', 'hello');
  await s.context.store.connection
    .collection<{ _id: string }>('rows')
    .updateOne({ _id: 'a' }, { $set: { sealed: 'AAAAAAAA.broken' } });
  await first.stop();
  await assert.rejects(s.reencrypt(two, one), /encrypted for "row a" cannot be decrypted/);
  const again = await s.start(two, one);
  await s.add('b', 'hello');
  assert.equal(await s.read('b'), 'hello');
  await again.stop();
});
