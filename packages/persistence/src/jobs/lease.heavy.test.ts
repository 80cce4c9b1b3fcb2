/** A job never runs twice at once, even if clocks differ by ten seconds or its worker stalls for ten. */

import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { createLog } from '@nameloan/runtime/log';
import type { TestDatabase } from '@nameloan/testkit/database';
import { startTestDatabase } from '@nameloan/testkit/database';
import { Store } from '../store.ts';

const script = join(import.meta.dirname, '../../../testkit/src/service/hold-job.ts');
const log = createLog('test', 'silent');
let database: TestDatabase;

before(async () => {
  database = await startTestDatabase();
});
after(() => database.close());

/** A due job, claimed by another process whose clock is `skewMs` ahead of ours. */
async function holdElsewhere(t: TestContext, skewMs: number) {
  const name = `${database.prefix}lease_${newId().slice(-6)}`;
  const store = new Store('leases');
  await store.open({ mongoUrl: database.url, database: name });
  await store.jobs.schedule({ kind: 'long', key: 'x', at: new Date(now().getTime() - 60_000) });
  const child = spawn(process.execPath, [script, database.url, name, String(skewMs)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.after(async () => {
    child.kill('SIGKILL');
    await store.jobs.stop();
    await store.close();
  });
  await once(child.stdout, 'data');
  return { store, child };
}

/** Makes the other process end its run; resolves when the job is done and the process has exited. */
async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.stdin?.end('end');
  await gone;
}

for (const skewMs of [-10_000, 10_000]) {
  test(`a job claimed by a process whose clock differs by ${skewMs / 1000} s runs only there`, async (t) => {
    const { store, child } = await holdElsewhere(t, skewMs);
    let here = 0;
    store.jobs.start({ long: async () => void here++ }, log);
    for (let attempts = 0; attempts < 20; attempts++) await store.jobs.runDue();
    assert.equal(here, 0);
    await end(child);
    assert.equal(await store.jobs.waiting(), 0);
  });
}

test('a job whose process stalls for ten seconds runs only there', async (t) => {
  const { store, child } = await holdElsewhere(t, 0);
  let here = 0;
  store.jobs.start({ long: async () => void here++ }, log);
  // Longer than a heartbeat, so that the worst moment to stall is covered.
  await pause(1_900);
  child.kill('SIGSTOP');
  await pause(10_000);
  child.kill('SIGCONT');
  assert.equal(here, 0);
  await end(child);
  assert.equal(here, 0);
  assert.equal(await store.jobs.waiting(), 0);
});

test('a job of a killed process runs in another one within a lease', async (t) => {
  const { store, child } = await holdElsewhere(t, 0);
  child.kill('SIGKILL');
  const ran = Promise.withResolvers<void>();
  store.jobs.start({ long: async () => ran.resolve() }, log);
  await ran.promise;
});
