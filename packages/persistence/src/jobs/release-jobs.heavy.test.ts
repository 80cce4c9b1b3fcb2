/** A process that stops releases its jobs: another process runs them at once, before the lease expires. */

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { after, before, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import { createLog } from '@nameloan/runtime/log';
import type { TestDatabase } from '@nameloan/testkit/database';
import { startTestDatabase } from '@nameloan/testkit/database';
import { Store } from '../store.ts';

const log = createLog('test', 'silent');
/** Less than the remaining time of any lease: leases last 15 s and are renewed every 2 s. */
const maxElapsedMs = 9_000;
let database: TestDatabase;

before(async () => {
  database = await startTestDatabase();
});
after(() => database.close());

async function replica(t: TestContext, name: string): Promise<Store> {
  const store = new Store('jobs');
  await store.open({ mongoUrl: database.url, database: name });
  t.after(() => store.close());
  return store;
}

test('a job of a process that stops runs elsewhere at once, and the end of its first run does not affect it', {
  timeout: 30_000,
}, async (t) => {
  const name = `${database.prefix}back_${newId().slice(-6)}`;
  const leaving = await replica(t, name);
  const staying = await replica(t, name);
  await leaving.jobs.schedule({ kind: 'long', key: 'x' });
  const endHere = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const endThere = Promise.withResolvers<void>();
  t.after(() => [endThere, endHere].map(({ resolve }) => resolve()));
  const run = async () => {
    begun.resolve();
    await endThere.promise;
  };
  leaving.jobs.start({ long: run }, log);
  await begun.promise;
  const stopped = leaving.jobs.stop();
  await leaving.jobs.releaseAll();
  const startedMs = performance.now();
  const begunHere = Promise.withResolvers<void>();
  const again = async () => {
    begunHere.resolve();
    await endHere.promise;
  };
  staying.jobs.start({ long: again }, log);
  await begunHere.promise;
  assert.ok(performance.now() - startedMs < maxElapsedMs);
  endThere.resolve();
  await stopped;
  assert.equal(await staying.jobs.waiting(), 1);
  endHere.resolve();
  await staying.jobs.stop();
  assert.equal(await staying.jobs.waiting(), 0);
});
