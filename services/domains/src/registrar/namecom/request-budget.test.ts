/** The budget of requests to one account holds for all processes of the service together. */

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { after, before, test } from 'node:test';
import { Store } from '@nameloan/persistence/store';
import { newId } from '@nameloan/runtime/id';
import type { TestDatabase } from '@nameloan/testkit/database';
import { startTestDatabase } from '@nameloan/testkit/database';
import { unavailable } from '../../testing/scripted-namecom.ts';
import type { RequestKind, Slice } from './budget-slices.ts';
import { grantSlice } from './budget-slices.ts';
import { budgetRows, SharedBudget } from './request-budget.ts';

let database: TestDatabase;
before(async () => {
  database = await startTestDatabase();
});
after(() => database.close());

/** The budgets of several processes for one account, each with a connection to the shared database. */
async function processes(t: TestContext, count: number) {
  const name = `budget_${newId().slice(-8)}`;
  const stores: Store[] = [];
  for (let number = 0; number < count; number++) {
    const store = new Store(name);
    store.defineRows(budgetRows, []);
    await store.open({ mongoUrl: database.url, database: `${database.prefix}${name}` });
    t.after(() => store.close());
    stores.push(store);
  }
  return {
    budgets: stores.map(({ connection }) => new SharedBudget(connection, 'namecom')),
    rows: () => stores[0]?.connection.collection(budgetRows).find({}).toArray(),
    change: (set: object) =>
      stores[0]?.connection.collection(budgetRows).updateMany({}, { $set: set }),
  };
}

/** How many requests the processes may send until the budget is used up, several at once. */
async function drain(budgets: readonly SharedBudget[], kind: RequestKind): Promise<number> {
  let sent = 0;
  const drainOne = async (budget: SharedBudget) => {
    for (;;) {
      await budget.take(kind);
      sent += 1;
    }
  };
  const all = budgets.flatMap((budget) => [drainOne(budget), drainOne(budget)]);
  for (const result of await Promise.allSettled(all))
    assert.ok(result.status === 'rejected' && unavailable('BUSY')(result.reason));
  return sent;
}

test('two processes together send no more than the hourly budget, and queries leave a share to orders', async (t) => {
  const { budgets } = await processes(t, 2);
  assert.equal(await drain(budgets, 'QUERY'), 2400);
  assert.equal(await drain(budgets, 'ORDER'), 600);
  assert.equal(await drain(budgets, 'QUERY'), 0);
});

test('a request costs a database command only when a slice is used up', async (t) => {
  const { budgets, rows } = await processes(t, 1);
  for (let count = 0; count < 50; count++) await budgets[0]?.take('QUERY');
  const [row] = (await rows()) ?? [];
  assert.equal(row?.version, 1);
});

test('the requests of an hour ago are free again, and those of a process that ended count until then', () => {
  const grant = (slices: readonly Slice[], kind: RequestKind, at: number) =>
    grantSlice(slices, { kind, at: new Date(at), id: newId(), holder: 'ended' });
  let slices: readonly Slice[] = [];
  for (let granted = grant(slices, 'QUERY', 0); granted; granted = grant(slices, 'QUERY', 0))
    slices = granted.slices;
  assert.equal(
    slices.reduce((sum, { size }) => sum + size, 0),
    2400,
  );
  const [{ until } = { until: new Date() }] = slices;
  assert.ok(until.getTime() >= 60_000);
  assert.equal(grant(slices, 'QUERY', until.getTime() + 3_599_999), undefined);
  const later = grant(slices, 'QUERY', until.getTime() + 3_600_000);
  assert.equal(later?.slices.length, 1);
});

test('a process returns what it did not use of a slice when it takes the next one', async (t) => {
  const { budgets, rows, change } = await processes(t, 1);
  const [budget] = budgets;
  for (let count = 0; count < 2390; count++) await budget?.take('QUERY');
  await budget?.take('ORDER');
  const [row] = (await rows()) ?? [];
  const slices = row?.slices as Slice[];
  assert.deepEqual(new Set(slices.map(({ size }) => size)), new Set([50]), 'all are full');
  await change({ slices: slices.slice(1), version: row?.version });
  assert.equal(
    await drain(budgets, 'QUERY'),
    59,
    'the rest of its slice, and the one that is free',
  );
});
