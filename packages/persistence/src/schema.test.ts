/** Indexes are created, waited for or changed according to the mode, also concurrently and next to another release. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import type { TestDatabase } from '@nameloan/testkit/database';
import { startTestDatabase } from '@nameloan/testkit/database';
import type { IndexSettings } from './entity.ts';
import type { SchemaMode } from './schema.ts';
import { Store } from './store.ts';

let database: TestDatabase;
before(async () => {
  database = await startTestDatabase();
});
after(async () => {
  await database.close();
});

interface Row {
  id: string;
  version: number;
  name: string;
  at: Date;
}

const alone: IndexSettings<Row> = { unique: true };
const plain: IndexSettings<Row> = {};

/** A release of a service, defined by its index on `name` and its TTL of rows. */
function release(service: string, options: { name?: IndexSettings<Row>; seconds?: number } = {}) {
  const { name = plain, seconds = 60 } = options;
  const store = new Store(service);
  const rows = store.defineModel<Row>('rows', {
    label: 'row',
    fields: { version: Number, name: String, at: Date },
    indexes: [
      [{ name: 1 }, name],
      [{ at: 1 }, { expireAfterSeconds: seconds }],
    ],
  });
  const logged: string[] = [];
  const open = (mode: SchemaMode) =>
    store.open({
      mongoUrl: database.url,
      database: `${database.prefix}${service}`,
      schema: { mode, report: (sentence) => logged.push(sentence) },
    });
  const indexes = async () =>
    (await rows.raw.collection.indexes()).filter(({ key }) => !('_id' in key));
  return { store, rows, logged, open, indexes };
}

const service = () => `schema_${newId().slice(-8)}`;

test('a start with another release’s index succeeds and changes nothing', async () => {
  const name = service();
  const old = release(name);
  await old.open('create');
  const before = await old.indexes();
  const fresh = release(name, { name: alone, seconds: 30 });
  for (const mode of ['create', 'wait'] as const) {
    await fresh.open(mode);
    assert.deepEqual(await fresh.indexes(), before);
    assert.equal(fresh.logged.length, 2);
    assert.match(fresh.logged.splice(0).join(), /rows has another index on name: .*rows .* on at/);
    await fresh.store.close();
  }
  await old.store.close();
});

test('the migration step changes different indexes while an old replica runs, and nothing the second time', async () => {
  const name = service();
  const old = release(name);
  await old.open('create');
  const migration = release(name, { name: alone, seconds: 30 });
  await migration.open('change');
  const changed = await migration.indexes();
  assert.deepEqual(
    changed.map(({ key, unique, expireAfterSeconds }) => [
      Object.keys(key).join(),
      unique ?? false,
      expireAfterSeconds,
    ]),
    [
      ['name', true, undefined],
      ['at', false, 30],
    ],
  );
  assert.equal(migration.logged.length, 2, migration.logged.join());
  await old.store.commit((tx) =>
    old.rows.add({ id: newId(), version: 1, name: 'a', at: new Date() }, tx),
  );
  const again = release(name, { name: alone, seconds: 30 });
  await again.open('change');
  assert.deepEqual([again.logged, await again.indexes()], [[], changed]);
  // The old release restarts at the same time.
  const oldRestarted = release(name);
  await oldRestarted.open('create');
  assert.deepEqual(await oldRestarted.indexes(), changed);
  for (const one of [old, migration, again, oldRestarted]) await one.store.close();
});

test('a change that the data prevents leaves the former index', async () => {
  const name = service();
  const old = release(name);
  await old.open('create');
  const before = await old.indexes();
  for (const id of ['a', 'b'])
    await old.store.commit((tx) =>
      old.rows.add({ id, version: 1, name: 'same', at: new Date() }, tx),
    );
  const migration = release(name, { name: alone });
  await assert.rejects(migration.open('change'), { code: 11_000 });
  assert.deepEqual(await old.indexes(), before);
  await old.store.close();
  await migration.store.close();
});

test('a start that may create nothing waits for the migration step, and two concurrent steps agree', async () => {
  const name = service();
  // Completes the data upgrade, so that the replica waits only for its index.
  const empty = new Store(name);
  await empty.open({ mongoUrl: database.url, database: `${database.prefix}${name}` });
  await empty.close();
  const replica = release(name, { name: alone });
  let open = false;
  const opening = replica.open('wait').then(() => (open = true));
  while (replica.logged.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.match(replica.logged[0] ?? '', /lacks its index on .*: waiting for the migration step/);
  assert.equal(open, false);
  const steps = [release(name, { name: alone }), release(name, { name: alone })];
  await Promise.all(steps.map((step) => step.open('change')));
  await opening;
  assert.deepEqual(await replica.indexes(), await steps[0]?.indexes());
  for (const one of [replica, ...steps]) await one.store.close();
});
