/** A late heartbeat does not lease a job whose run has ended. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { createLog } from '@nameloan/runtime/log';
import type { TestDatabase } from '@nameloan/testkit/database';
import { startTestDatabase } from '@nameloan/testkit/database';
import { DatabaseClock } from '../database-clock.ts';
import { Store } from '../store.ts';
import { Jobs } from './jobs.ts';

let database: TestDatabase;
before(async () => {
  database = await startTestDatabase();
});
after(() => database.close());

/** Intercepts the heartbeat: nothing else reads the clock while a job runs and no other is due. */
const askersDuringRun = 1;

/** A clock that can be stopped; calls wait until it continues. */
class StoppedClock extends DatabaseClock {
  readonly allRequested = Promise.withResolvers<void>();
  #goesOn: PromiseWithResolvers<void> | undefined;
  #requested = 0;

  stop(): void {
    this.#goesOn = Promise.withResolvers();
  }

  goOn(): void {
    this.#goesOn?.resolve();
  }

  override async now(): Promise<Date> {
    if (this.#goesOn && ++this.#requested === askersDuringRun) this.allRequested.resolve();
    await this.#goesOn?.promise;
    return super.now();
  }
}

test('a job with another run is free for it, even if its last heartbeat is late', async (t) => {
  const store = new Store('beats');
  const name = `${database.prefix}beats_${newId().slice(-6)}`;
  await store.open({ mongoUrl: database.url, database: name });
  const rows = store.connection.collection('jobs');
  const clock = new StoppedClock();
  clock.open(store.connection);
  const jobs = new Jobs('beats', clock);
  await jobs.open(store.connection);
  t.after(async () => {
    clock.goOn();
    await jobs.stop();
    await store.close();
  });
  await jobs.schedule({ kind: 'again', key: 'x' });
  const inAnHour = new Date(now().getTime() + 3_600_000);
  const again = async () => {
    clock.stop();
    await clock.allRequested.promise;
    return { runAgainAt: inAnHour };
  };
  jobs.start({ again }, createLog('test', 'silent'));
  while (!(await rows.findOne({ runAt: inAnHour }))) await pause(20);
  clock.goOn();
  await jobs.stop();
  // A late write of the heartbeat is sent before this.
  await pause(100);
  assert.deepEqual((await rows.findOne({}))?.leasedUntil, new Date(0));
});
