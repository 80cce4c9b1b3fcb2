/** Jobs of one lane, which may all wait for a silent system, take no places of another lane. */

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { createLog } from '@nameloan/runtime/log';
import type { TestDatabase } from '@nameloan/testkit/database';
import { startTestDatabase, withCommandEvents } from '@nameloan/testkit/database';
import { Store } from '../store.ts';
import type { Job } from './jobs.ts';

let database: TestDatabase;
before(async () => {
  database = await startTestDatabase();
});
after(() => database.close());

const log = createLog('test', 'silent');
const maxConcurrency = 2;

/** A process with jobs whose keys begin with their lane. Jobs of the lane `silent` wait until `answer`. */
async function startProcess(t: TestContext, name: string) {
  const store = new Store('lanes');
  await store.open({ mongoUrl: withCommandEvents(database.url), database: name });
  const silence = Promise.withResolvers<void>();
  const runs: { key: string; attempt: number }[] = [];
  /** Keys whose system has changed to one that answers. */
  const moved = new Set<string>();
  let lookups = 0;
  let running = 0;
  let peak = 0;
  let failures = 0;
  const ask = async ({ key, attempt }: Job) => {
    runs.push({ key, attempt });
    if (!key.startsWith('silent') || moved.has(key)) return;
    peak = Math.max(peak, ++running);
    await silence.promise;
    running--;
  };
  const group = {
    kinds: ['ask'],
    maxConcurrency,
    findLanes: async (jobs: readonly { key: string }[]) => {
      lookups++;
      if (failures > 0) throw new Error(`the lanes cannot be read, ${failures--} more times`);
      return jobs.map(({ key }) => (moved.has(key) ? 'moved' : (key.split(' ')[0] ?? '')));
    },
  };
  t.after(async () => {
    silence.resolve();
    await store.jobs.stop();
    await store.close();
  });
  return {
    store,
    runs,
    moved,
    start: () => store.jobs.start({ ask }, log, { isolated: [group] }),
    answer: () => silence.resolve(),
    state: () => ({ running, peak, lookups }),
    failLookups: (count: number) => {
      failures = count;
    },
  };
}

const freshName = () => `${database.prefix}lanes_${newId().slice(-8)}`;
/** Due before all others. */
const earlier = (ms = 60_000) => new Date(now().getTime() - ms);

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(5);
}

const rowsOf = ({ store }: { store: Store }) => store.connection.collection('jobs');

test('three hundred jobs that wait for a silent system delay none of another, and each runs once when it answers', async (t) => {
  const one = await startProcess(t, freshName());
  const keys = Array.from({ length: 300 }, (_, at) => `silent ${at}`);
  for (const key of keys) await one.store.jobs.schedule({ kind: 'ask', key, at: earlier() });
  for (const key of ['quick 1', 'quick 2', 'quick 3'])
    await one.store.jobs.schedule({ kind: 'ask', key });
  one.start();
  await until(() => one.runs.filter(({ key }) => key.startsWith('quick')).length === 3);
  assert.deepEqual(one.state().running, maxConcurrency);
  assert.ok(one.state().lookups < 20, `lanes were looked up ${one.state().lookups} times`);
  await one.store.jobs.schedule({ kind: 'ask', key: 'quick later' });
  await until(() => one.runs.some(({ key }) => key === 'quick later'));
  one.answer();
  await until(async () => (await one.store.jobs.waiting()) === 0);
  const ran = one.runs.filter(({ key }) => key.startsWith('silent'));
  assert.deepEqual(ran.map(({ key }) => key).toSorted(), keys.toSorted());
  assert.equal(one.state().peak, maxConcurrency);
  assert.deepEqual(
    new Set(ran.map(({ attempt }) => attempt)),
    new Set([1]),
    'a wait is no attempt',
  );
});

test('while nothing is due elsewhere, jobs of a full lane cause no polls', async (t) => {
  const one = await startProcess(t, freshName());
  for (let at = 0; at < 10; at++)
    await one.store.jobs.schedule({ kind: 'ask', key: `silent ${at}`, at: earlier() });
  one.start();
  await until(() => one.state().running === maxConcurrency);
  await until(async () => (await rowsOf(one).countDocuments({ lane: 'silent' })) === 10);
  let finds = 0;
  one.store.connection.getClient().on('commandStarted', ({ commandName }) => {
    if (commandName === 'find' || commandName === 'findAndModify') finds++;
  });
  // A poll that is still running may end.
  await pause(100);
  finds = 0;
  await pause(300);
  assert.equal(finds, 0);
});

test('every process has as many places in a lane', async (t) => {
  const name = freshName();
  const both = [await startProcess(t, name), await startProcess(t, name)] as const;
  for (let at = 0; at < 10; at++)
    await both[0].store.jobs.schedule({ kind: 'ask', key: `silent ${at}`, at: earlier() });
  for (const one of both) one.start();
  await until(() => both.every((one) => one.state().running === maxConcurrency));
  await both[0].store.jobs.schedule({ kind: 'ask', key: 'quick 1' });
  await until(() => both.some(({ runs }) => runs.some(({ key }) => key === 'quick 1')));
  for (const one of both) one.answer();
  await until(async () => (await both[0].store.jobs.waiting()) === 0);
  assert.equal(both.flatMap(({ runs }) => runs).length, 11);
});

test('a row of an earlier version, and one whose lane has changed since, run like others', async (t) => {
  const one = await startProcess(t, freshName());
  for (let at = 0; at < 5; at++)
    await one.store.jobs.schedule({ kind: 'ask', key: `silent ${at}`, at: earlier() });
  await one.store.jobs.schedule({ kind: 'ask', key: 'quick former' });
  await one.store.jobs.schedule({ kind: 'ask', key: 'quick moved' });
  await rowsOf(one).updateMany({ key: { $ne: 'quick moved' } }, { $unset: { lane: '' } });
  await rowsOf(one).updateOne({ key: 'quick moved' }, { $set: { lane: 'removed' } });
  one.start();
  const ran = (key: string) => one.runs.some((run) => run.key === key);
  await until(() => ran('quick former') && ran('quick moved'));
});

test('a job that is scheduled again while it waits for a place may have another lane', async (t) => {
  const one = await startProcess(t, freshName());
  for (let at = 0; at < 5; at++)
    await one.store.jobs.schedule({ kind: 'ask', key: `silent ${at}`, at: earlier() });
  one.start();
  await until(async () => (await rowsOf(one).countDocuments({ lane: 'silent' })) === 5);
  const waits = ({ key }: { key: string }) => one.runs.every((run) => run.key !== key);
  const waiting = (await rowsOf(one).find({}).toArray()).map(({ key }) => ({ key })).find(waits);
  assert.ok(waiting);
  one.moved.add(waiting.key);
  await one.store.jobs.schedule({ kind: 'ask', key: waiting.key });
  await until(() => !waits(waiting));
  assert.equal(one.state().running, maxConcurrency);
});

test('a job whose lane cannot be read stays, and its failed look-up is no attempt', async (t) => {
  const one = await startProcess(t, freshName());
  one.failLookups(2);
  await one.store.jobs.schedule({ kind: 'ask', key: 'quick 1' });
  one.start();
  await until(() => one.runs.length === 1);
  assert.deepEqual(one.runs, [{ key: 'quick 1', attempt: 1 }]);
});
