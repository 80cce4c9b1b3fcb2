/** A service may start before its database does. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import { startTestDatabase } from '@nameloan/testkit/database';
import { openFaultyConnection } from '@nameloan/testkit/database/faulty-database';
import { openWithRetry } from './open-with-retry.ts';
import { Store } from './store.ts';

test('a database that does not answer at first is waited for, reported once, and then used', async (t) => {
  const database = await startTestDatabase();
  t.after(() => database.close());
  const proxy = await openFaultyConnection(database.url);
  t.after(() => proxy.close());
  const logged: string[] = [];
  const store = new Store(`late_${newId().slice(-8)}`);
  // Not writable while it elects another primary.
  proxy.injectFault = () =>
    logged.length === 0 ? { code: 10107, codeName: 'NotWritablePrimary' } : undefined;
  await openWithRetry(
    store,
    {
      mongoUrl: proxy.url,
      database: `${database.prefix}${store.service}`,
      schema: { mode: 'create', report: (sentence) => logged.push(sentence) },
    },
    30_000,
  );
  t.after(() => store.close());
  assert.equal(logged.length, 1);
  assert.match(logged[0] ?? '', /^MONGODB_URL does not answer yet: /);
  assert.equal(await store.outbox.waiting(), 0);
});

test('one that stays unreachable ends the start with the last error', async () => {
  const store = new Store(`never_${newId().slice(-8)}`);
  const options = {
    mongoUrl: 'mongodb://127.0.0.1:9/?serverSelectionTimeoutMS=100',
    database: 'x',
  };
  await assert.rejects(openWithRetry(store, options, 0), { name: 'MongooseServerSelectionError' });
});
