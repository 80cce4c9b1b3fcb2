/** A database that answers with its transient errors, or not at all: commits go on or end in time, and nothing is half-done. */

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { after, before, test } from 'node:test';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { newId } from '../id.ts';
import type { TestDatabase } from '../testing/database.ts';
import { startTestDatabase } from '../testing/database.ts';
import { openFaultyLine } from '../testing/faulty-database.ts';
import { asUnavailable } from './database-away.ts';
import { Store } from './store.ts';

interface Row {
  id: string;
  version: number;
  amountCents: number;
}

/** LockTimeout, MaxTimeMSExpired, WriteConflict, NoSuchTransaction, ExceededTimeLimit and their like. */
const transient = [24, 46, 50, 112, 225, 244, 251, 262, 290];
/** Stepping down, shutting down, not primary. */
const away = [91, 189, 10107, 11602, 13435];
const promisedMs = 10_000;

let database: TestDatabase;
before(async () => {
  database = await startTestDatabase();
});
after(() => database.close());

async function openStore(t: TestContext) {
  const line = await openFaultyLine(database.url);
  const store = new Store('faulty');
  const rows = store.defineModel<Row>('rows', {
    called: 'row',
    fields: { version: Number, amountCents: BigInt },
  });
  await store.open({ mongoUrl: line.url, database: `${database.prefix}${newId().slice(-8)}` });
  t.after(async () => {
    line.heal();
    await store.close();
    line.close();
  });
  const { id } = await store.commit((tx) =>
    rows.add({ id: newId(), version: 1, amountCents: 0 }, tx),
  );
  /** Reads, changes and adds; a fact and a job go with it. */
  const use = () =>
    store.commit(async (tx) => {
      const row = await rows.get(id, tx);
      const moved = await rows.move(row, { ...row, amountCents: row.amountCents + 1 }, tx);
      await rows.add({ id: newId(), version: 1, amountCents: 1 }, tx);
      await tx.schedule({ kind: 'never', key: newId() });
      tx.emit('payments.balance.changed', moved, { accountId: id, availableCents: 1 });
    });
  return { line, rows, id, use };
}

const isUnavailable = (error: unknown) =>
  error instanceof DomainError && error.code === 'UNAVAILABLE';

for (const command of ['find', 'update', 'insert', 'commitTransaction']) {
  for (const labelled of [true, false]) {
    const words = labelled ? 'with its label' : 'without a label';
    test(`a transient error of ${command} ${words} starts the commit over, and it happens once`, async (t) => {
      const { line, rows, id, use } = await openStore(t);
      // A server that says at a commit that there is no transaction has ended it; this one still has it.
      const codes = transient.filter((code) => command !== 'commitTransaction' || code !== 251);
      for (const [index, code] of codes.entries()) {
        let left = 1;
        line.fail = (name) => {
          if (name !== command || left-- <= 0) return undefined;
          return { code, ...(labelled ? { errorLabels: ['TransientTransactionError'] } : {}) };
        };
        await use();
        assert.equal((await rows.get(id)).amountCents, index + 1, `code ${code}`);
      }
    });
  }
}

test('an error that stays ends as UNAVAILABLE, whatever the operation, and nothing is written', async (t) => {
  const commands = ['find', 'aggregate', 'insert', 'update', 'commitTransaction'];
  await Promise.all(
    commands.map(async (command) => {
      const { line, rows, id, use } = await openStore(t);
      for (const code of [24, 262, 189]) {
        line.fail = (name) => (name === command ? { code } : undefined);
        const work = command === 'aggregate' ? () => rows.count({}) : use;
        const told = await work().catch(asUnavailable);
        assert.ok(isUnavailable(told), `${command} ${code}: ${told}`);
        line.fail = () => undefined;
      }
      assert.equal((await rows.get(id)).amountCents, 0);
      assert.equal(await rows.count({}), 1);
    }),
  );
});

test('a read outside a commit that meets a lock timeout is told as UNAVAILABLE, a bug is not', async (t) => {
  const { line, rows } = await openStore(t);
  for (const code of [...transient, ...away]) {
    line.fail = (name) => (name === 'find' ? { code } : undefined);
    assert.ok(isUnavailable(await rows.findMany({}).catch(asUnavailable)), `code ${code}`);
  }
  line.fail = (name) => (name === 'find' ? { code: 2 } : undefined);
  assert.equal(isUnavailable(await rows.findMany({}).catch(asUnavailable)), false);
});

test('a database that hangs is told as UNAVAILABLE within ten seconds, and afterwards all goes on', async (t) => {
  const { line, rows, id, use } = await openStore(t);
  const timed = async (work: () => Promise<unknown>) => {
    const started = performance.now();
    const told = await work().catch(asUnavailable);
    const passedMs = performance.now() - started;
    assert.ok(isUnavailable(told), String(told));
    assert.ok(passedMs < promisedMs + 500, `${Math.round(passedMs)} ms`);
  };
  // More than there are connections: some hang at the door.
  line.hang();
  const commits = Array.from({ length: 30 }, () => timed(use));
  const reads = [() => rows.get(id), () => rows.findMany({}), () => rows.count({})].map(timed);
  await Promise.all([...commits, ...reads]);
  line.heal();
  assert.equal((await rows.get(id)).amountCents, 0);
  await use();
  assert.equal((await rows.get(id)).amountCents, 1);
});

test('a database that hangs in the middle of a commit is told in time and leaves nothing half-done', async (t) => {
  const { line, rows, id, use } = await openStore(t);
  line.fail = (name) => {
    if (name === 'insert') line.hang();
    return undefined;
  };
  const started = performance.now();
  assert.ok(isUnavailable(await use().catch((error: unknown) => error)));
  assert.ok(performance.now() - started < promisedMs + 500);
  line.fail = () => undefined;
  line.heal();
  assert.equal((await rows.get(id)).amountCents, 0);
  await use();
  assert.equal((await rows.get(id)).amountCents, 1);
});
