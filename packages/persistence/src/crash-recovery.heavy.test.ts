/** Idle processes find the events and jobs of one that crashed right after its commit, without a signal. */

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { after, before, test } from 'node:test';
import { LocalBus } from '@nameloan/messaging/local-bus';
import { now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { createLog } from '@nameloan/runtime/log';
import type { TestDatabase } from '@nameloan/testkit/database';
import { startTestDatabase } from '@nameloan/testkit/database';
import { until } from '@nameloan/testkit/until';
import { Store } from './store.ts';

const subject = 'payments.balance.changed' as const;
const log = createLog('test', 'silent');
/** Polling runs every fifteen seconds. */
const maxDelayMs = 25_000;
let database: TestDatabase;

before(async () => {
  database = await startTestDatabase();
});
after(() => database.close());

/** A process that crashed: it runs nothing and sends no signal. */
async function openPair(t: TestContext): Promise<{ dead: Store; resting: Store }> {
  const options = { mongoUrl: database.url, database: `${database.prefix}${newId().slice(-8)}` };
  const [dead, resting] = [new Store('left'), new Store('left')];
  await dead.open(options);
  await resting.open(options);
  t.after(async () => {
    await resting.jobs.stop();
    await resting.outbox.stop();
    await dead.close();
    await resting.close();
  });
  return { dead, resting };
}

test('an event is relayed by another idle process', async (t) => {
  const { dead, resting } = await openPair(t);
  const bus = new LocalBus();
  let received = 0;
  const handle = async () => {
    received++;
    return { done: true } as const;
  };
  await bus.consume({ name: 'reader', subjects: [subject], handle });
  resting.outbox.start(bus, newId(), log);
  await dead.commit(async (tx) => {
    tx.emit(subject, { id: 'a', version: 1 }, { accountId: 'a', availableCents: 1 });
  });
  await until(() => received === 1, maxDelayMs);
  await until(async () => (await resting.outbox.waiting()) === 0);
  await bus.close();
});

test('a job runs in another idle process', async (t) => {
  const { dead, resting } = await openPair(t);
  let runs = 0;
  resting.jobs.start({ ring: async () => void runs++ }, log);
  const at = new Date(now().getTime() + 1000);
  await dead.commit((tx) => tx.schedule({ kind: 'ring', key: 'x', at }));
  await until(() => runs === 1, maxDelayMs);
  assert.equal(runs, 1);
});
