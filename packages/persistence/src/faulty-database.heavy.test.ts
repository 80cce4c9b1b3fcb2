/** Transient errors of the database: a commit is retried, a read throws UNAVAILABLE. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestDatabase } from '@nameloan/testkit/database';
import { startTestDatabase } from '@nameloan/testkit/database';
import { isUnavailable, openFaultyStore } from '@nameloan/testkit/database/faulty-store';
import { asUnavailable } from './database-unavailable.ts';

/** LockTimeout, MaxTimeMSExpired, WriteConflict, NoSuchTransaction, ExceededTimeLimit and their like. */
const transient = [24, 46, 50, 112, 225, 244, 251, 262, 290];
/** Stepping down, shutting down, not primary. */
const away = [91, 189, 10107, 11602, 13435];

let database: TestDatabase;
before(async () => {
  database = await startTestDatabase();
});
after(() => database.close());

for (const command of ['find', 'update', 'insert', 'commitTransaction']) {
  for (const labelled of [true, false]) {
    const words = labelled ? 'with its label' : 'without a label';
    test(`a transient error of ${command} ${words} retries the commit, which is applied once`, async (t) => {
      const { proxy, rows, id, use } = await openFaultyStore(t, database);
      // A server that reports no transaction at a commit has ended it; this one still has it.
      const codes = transient.filter((code) => command !== 'commitTransaction' || code !== 251);
      for (const [index, code] of codes.entries()) {
        let left = 1;
        proxy.injectFault = (name) => {
          if (name !== command || left-- <= 0) return undefined;
          return { code, ...(labelled ? { errorLabels: ['TransientTransactionError'] } : {}) };
        };
        await use();
        assert.equal((await rows.get(id)).amountCents, index + 1, `code ${code}`);
      }
    });
  }
}

test('a commit that was applied but returns only errors is not repeated, and its outcome is reported as unknown', async (t) => {
  for (const code of [24, 50, 112, 262]) {
    const { proxy, store, rows, id, use } = await openFaultyStore(t, database);
    let unclear = 0;
    store.onUncertainCommit = () => unclear++;
    proxy.injectFault = (name) => (name === 'commitTransaction' ? { code, done: true } : undefined);
    await assert.rejects(use(), isUnavailable);
    assert.equal((await rows.get(id)).amountCents, 1, `code ${code}`);
    assert.equal(unclear, 1, `code ${code}`);
  }
});

test('a lock timeout of a read outside a commit is UNAVAILABLE, a bug is not', async (t) => {
  const { proxy, rows } = await openFaultyStore(t, database);
  for (const code of [...transient, ...away]) {
    proxy.injectFault = (name) => (name === 'find' ? { code } : undefined);
    assert.ok(isUnavailable(await rows.findMany({}).catch(asUnavailable)), `code ${code}`);
  }
  proxy.injectFault = (name) => (name === 'find' ? { code: 2 } : undefined);
  assert.equal(isUnavailable(await rows.findMany({}).catch(asUnavailable)), false);
});

test('a read that an election interrupts is retried outside a commit, and retries the commit inside one', async (t) => {
  const { proxy, store, rows, id } = await openFaultyStore(t, database);
  const ways = {
    find: () => rows.get(id).then((row) => row.id),
    aggregate: () => rows.count({}).then((count) => (count === 1 ? id : count)),
  };
  for (const [command, ask] of Object.entries(ways)) {
    for (const code of away) {
      let requested = 0;
      proxy.injectFault = (name) => (name === command && ++requested === 1 ? { code } : undefined);
      assert.equal(await ask(), id, `${command}, code ${code}`);
      assert.equal(requested, 2);
    }
  }
  let requested = 0;
  let begun = 0;
  const errorLabels = ['TransientTransactionError'];
  proxy.injectFault = (name) =>
    name === 'find' && ++requested === 1 ? { code: 189, errorLabels } : undefined;
  await store.commit(async (tx) => {
    begun++;
    await rows.get(id, tx);
  });
  assert.deepEqual([begun, requested], [2, 2]);
});

test('a read whose connection is cut is retried on another', async (t) => {
  const { proxy, rows, id } = await openFaultyStore(t, database);
  let requested = 0;
  proxy.injectFault = (name) => {
    if (name !== 'find' || ++requested > 1) return undefined;
    proxy.heal();
    return { code: 1 };
  };
  assert.equal((await rows.get(id)).id, id);
  assert.equal(requested, 2);
});
