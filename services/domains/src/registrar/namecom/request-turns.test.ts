/** The pace of requests to one account holds for all processes of the service together. */

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { after, before, test } from 'node:test';
import { Store } from '@nameloan/persistence/store';
import { newId } from '@nameloan/runtime/id';
import type { TestDatabase } from '@nameloan/testkit/database';
import { startTestDatabase } from '@nameloan/testkit/database';
import { unavailable, withoutLimit } from '../../testing/scripted-namecom.ts';
import { Pace } from './pace.ts';
import { budgetRows, SharedBudget } from './request-budget.ts';

/** What name.com accepts from one account within a second. */
const maxPerSecond = 20;

let database: TestDatabase;
before(async () => {
  database = await startTestDatabase();
});
after(() => database.close());

/** The budgets of several processes for one account, each with a connection to the shared database. */
async function processes(t: TestContext, count: number) {
  const name = `turns_${newId().slice(-8)}`;
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
    change: (set: object) =>
      stores[0]?.connection
        .collection(budgetRows)
        .updateOne({ _id: 'turns/namecom' } as never, { $set: set }),
  };
}

/** The largest number of moments within a second; milliseconds, in order. */
function countPerSecond(moments: readonly number[]): number {
  const ends = moments.map((at) => moments.filter((one) => one >= at && one < at + 1000).length);
  return Math.max(...ends);
}

test('five processes together send at most 20 requests within any second, and each of them gets its turns', async (t) => {
  const { budgets } = await processes(t, 5);
  const moments: number[] = [];
  const send = async (pace: Pace) => {
    await pace.takeTurn('QUERY');
    moments.push(performance.now());
  };
  const paces = budgets.map((budget) => new Pace(budget));
  await Promise.all(paces.flatMap((pace) => Array.from({ length: 12 }, () => send(pace))));
  assert.equal(moments.length, 60);
  const sent = countPerSecond(moments.toSorted((one, other) => one - other));
  assert.ok(sent <= maxPerSecond, `${sent} within a second`);
});

test('turns of all processes are far enough apart for requests that are late', async (t) => {
  const { budgets } = await processes(t, 3);
  const reserve = (budget: SharedBudget) =>
    Promise.all(Array.from({ length: 15 }, () => budget.reserveTurn('ORDER')));
  const turns = (await Promise.all(budgets.map(reserve))).flat();
  const sorted = (key: 'startAt' | 'endAt') =>
    turns.map((turn) => turn[key]).toSorted((one, other) => one - other);
  const ends = sorted('endAt');
  // So no second has more than these requests, however late each of them is in its turn.
  for (const [at, startAt] of sorted('startAt').slice(maxPerSecond).entries())
    assert.ok(startAt - (ends[at] ?? 0) >= 1000, `${startAt} after ${ends[at]}`);
});

test('a request whose process stalls until after its turn takes another one', async () => {
  const endsAt = [0, Number.POSITIVE_INFINITY];
  let reserved = 0;
  const budget = {
    ...withoutLimit,
    reserveTurn: async () => ({ startAt: 0, endAt: endsAt[reserved++] ?? 0 }),
  };
  await new Pace(budget).takeTurn('QUERY');
  assert.equal(reserved, 2);
  const late = { ...withoutLimit, reserveTurn: async () => ({ startAt: 0, endAt: 0 }) };
  await assert.rejects(new Pace(late).takeTurn('QUERY'), unavailable('BUSY'));
});

test('queries that wait for too long are rejected, and an order still gets a turn', async (t) => {
  const { budgets } = await processes(t, 2);
  const [one, other] = budgets;
  assert.ok(one && other);
  const queries = await Promise.allSettled(
    Array.from({ length: 200 }, () => one.reserveTurn('QUERY')),
  );
  const rejected = queries.filter(({ status }) => status === 'rejected');
  assert.ok(rejected.length > 0 && rejected.length < 120, String(rejected.length));
  for (const result of rejected)
    assert.ok(result.status === 'rejected' && unavailable('BUSY')(result.reason));
  await assert.rejects(other.reserveTurn('QUERY'), unavailable('BUSY'));
  const { startAt } = await other.reserveTurn('ORDER');
  assert.ok(startAt > performance.now());
});

test('after a 429 no process gets a turn until the pause ends', async (t) => {
  const { budgets, change } = await processes(t, 2);
  const [one, other] = budgets;
  assert.ok(one && other);
  await one.reserveTurn('QUERY');
  new Pace(one).stopUntil(undefined);
  const pace = new Pace(other);
  while (other.pausedUntil < performance.now())
    await other.reserveTurn('ORDER').catch(() => undefined);
  await assert.rejects(pace.takeTurn('ORDER'), unavailable('BUSY'));
  await change({ pausedUntil: new Date() });
  await other.reserveTurn('ORDER');
  await pace.takeTurn('ORDER');
});

test('turns and pauses that were written before the clock was set back stop nothing', async (t) => {
  const { budgets, change } = await processes(t, 1);
  const [budget] = budgets;
  assert.ok(budget);
  await budget.reserveTurn('ORDER');
  const tomorrow = new Date(Date.now() + 86_400_000);
  await change({ freeFrom: tomorrow, pausedUntil: tomorrow });
  const { startAt } = await budget.reserveTurn('ORDER');
  assert.ok(startAt < performance.now() + 1000);
  await new Pace(budget).takeTurn('ORDER');
});
