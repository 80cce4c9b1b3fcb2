/** A database whose errors stay, or that does not answer at all: commits and reads end in time, nothing is half-done. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestDatabase } from '../testing/database.ts';
import { startTestDatabase } from '../testing/database.ts';
import { isUnavailable, openFaultyStore } from '../testing/faulty-store.ts';
import { asUnavailable } from './database-away.ts';

const promisedMs = 10_000;

let database: TestDatabase;
before(async () => {
  database = await startTestDatabase();
});
after(() => database.close());

test('an error that stays ends as UNAVAILABLE, whatever the operation, and nothing is written', async (t) => {
  const commands = ['find', 'aggregate', 'insert', 'update', 'commitTransaction'];
  await Promise.all(
    commands.map(async (command) => {
      const { line, rows, id, use } = await openFaultyStore(t, database);
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

test('a database that hangs is told as UNAVAILABLE within ten seconds, and afterwards all goes on', async (t) => {
  const { line, rows, id, use } = await openFaultyStore(t, database);
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
  const { line, rows, id, use } = await openFaultyStore(t, database);
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
