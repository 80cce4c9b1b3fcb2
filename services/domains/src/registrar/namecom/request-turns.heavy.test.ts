/** A database that fails stops the requests to an account only until it responds again. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Store } from '@nameloan/persistence/store';
import { newId } from '@nameloan/runtime/id';
import { startTestDatabase } from '@nameloan/testkit/database';
import { startFaultyConnection } from '../../testing/faulty-connection.ts';
import { unavailable } from '../../testing/scripted-namecom.ts';
import { Pace } from './pace.ts';
import { budgetRows, SharedBudget } from './request-budget.ts';

test('requests are rejected while the database does not respond, and sent once it does', {
  timeout: 120_000,
}, async (t) => {
  const database = await startTestDatabase();
  t.after(() => database.close());
  const { hostname: host, port } = new URL(database.url);
  const proxy = await startFaultyConnection({ host, port: Number(port) });
  t.after(() => proxy.close());
  const url = new URL(database.url);
  url.port = String(proxy.port);
  url.searchParams.set('directConnection', 'true');
  url.searchParams.delete('replicaSet');
  const name = `turns_${newId().slice(-8)}`;
  const store = new Store(name);
  store.defineRows(budgetRows, []);
  await store.open({ mongoUrl: url.href, database: `${database.prefix}${name}` });
  t.after(() => store.close());
  const budget = new SharedBudget(store.connection, 'namecom');
  const pace = new Pace(budget);
  await pace.takeTurn('ORDER');
  for (const fail of [proxy.cut, proxy.silence]) {
    fail();
    await assert.rejects(budget.reserveTurn('ORDER'), unavailable('BUSY'));
    proxy.cut();
    proxy.restore();
    await pace.takeTurn('ORDER');
  }
});
