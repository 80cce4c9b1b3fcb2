/** Isolated jobs run separately, so that other jobs never wait for them, and with limited concurrency. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@nameloan/runtime/id';
import { createLog } from '@nameloan/runtime/log';
import type { TestDatabase } from '@nameloan/testkit/database';
import { startTestDatabase } from '@nameloan/testkit/database';
import { Store } from '../store.ts';

let database: TestDatabase;
const store = new Store('apart');
before(async () => {
  database = await startTestDatabase();
  const name = `${database.prefix}apart_${newId().slice(-6)}`;
  await store.open({ mongoUrl: database.url, database: name });
});
after(async () => {
  await store.close();
  await database.close();
});

const maxConcurrency = 6;
const many = 20;

test('other jobs run while isolated ones hang, each isolated job runs once, and concurrency is limited', async () => {
  const ran: string[] = [];
  const silence = Promise.withResolvers<void>();
  const quick = Promise.withResolvers<void>();
  let [running, peak] = [0, 0];
  const handlers = {
    ask: async ({ key }: { key: string }) => {
      peak = Math.max(peak, ++running);
      await silence.promise;
      running--;
      ran.push(key);
    },
    quick: async () => quick.resolve(),
  };
  const keys = Array.from({ length: many }, (_, at) => `k${at}`);
  for (const key of keys) await store.jobs.schedule({ kind: 'ask', key });
  const isolated = { kinds: ['ask'], maxConcurrency };
  store.jobs.start(handlers, createLog('test', 'silent'), { isolated: [isolated] });
  while (running < maxConcurrency) await pause(5);
  await store.jobs.schedule({ kind: 'quick', key: 'x' });
  store.jobs.wake();
  await quick.promise;
  assert.deepEqual([running, ran.length], [maxConcurrency, 0]);
  silence.resolve();
  while ((await store.jobs.waiting()) > 0) await pause(5);
  await store.jobs.stop();
  assert.equal(peak, maxConcurrency);
  assert.deepEqual(ran.toSorted(), keys.toSorted());
});

test('a group of isolated jobs does not wait for another one, and a run of the due jobs waits for both', async () => {
  const silence = Promise.withResolvers<void>();
  const quick = Promise.withResolvers<void>();
  const ran: string[] = [];
  const slow = (kind: string) => async () => {
    await silence.promise;
    ran.push(kind);
  };
  const handlers = {
    ask: slow('ask'),
    import: async () => quick.resolve(),
    estimate: slow('estimate'),
  };
  const isolated = [
    { kinds: ['ask'], maxConcurrency: 1 },
    { kinds: ['import', 'estimate'], maxConcurrency: 2 },
  ];
  for (const kind of ['ask', 'estimate']) await store.jobs.schedule({ kind, key: 'a' });
  store.jobs.start(handlers, createLog('test', 'silent'), { isolated });
  await store.jobs.schedule({ kind: 'import', key: 'a' });
  store.jobs.wake();
  await quick.promise;
  const done = store.jobs.runDue();
  silence.resolve();
  await done;
  assert.deepEqual(ran.toSorted(), ['ask', 'estimate']);
  await store.jobs.stop();
});

test('background jobs run, but a run of the due jobs neither claims them nor waits for them', async () => {
  const endless = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const ran: string[] = [];
  const handlers = {
    refresh: async () => {
      started.resolve();
      await endless.promise;
    },
    due: async ({ key }: { key: string }) => void ran.push(key),
  };
  const background = { kinds: ['refresh'], maxConcurrency: 1 };
  await store.jobs.schedule({ kind: 'refresh', key: 'a' });
  store.jobs.start(handlers, createLog('test', 'silent'), { background });
  await started.promise;
  await store.jobs.schedule({ kind: 'refresh', key: 'b' });
  await store.jobs.schedule({ kind: 'due', key: 'c' });
  await store.jobs.runDue();
  assert.deepEqual(ran, ['c']);
  endless.resolve();
  while ((await store.jobs.waiting()) > 0) await pause(5);
  await store.jobs.stop();
});
