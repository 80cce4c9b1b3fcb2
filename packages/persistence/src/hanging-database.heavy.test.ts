/** A database with permanent errors, or one that hangs: commits and reads end in time and leave no partial state. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Event } from '@nameloan/contracts/events';
import type { Consumer } from '@nameloan/messaging/bus';
import { LocalBus } from '@nameloan/messaging/local-bus';
import { now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { createLog } from '@nameloan/runtime/log';
import { subscribeToEvents } from '@nameloan/subgraph/subscribe-events';
import type { TestDatabase } from '@nameloan/testkit/database';
import { startTestDatabase } from '@nameloan/testkit/database';
import { isUnavailable, openFaultyStore } from '@nameloan/testkit/database/faulty-store';
import { DatabaseClock } from './database-clock.ts';
import { asUnavailable } from './database-unavailable.ts';

const promisedMs = 10_000;
/** Allows for a machine that is busy with other tests. */
const busyMs = 4_000;

let database: TestDatabase;
before(async () => {
  database = await startTestDatabase();
});
after(() => database.close());

test('a permanent error ends as UNAVAILABLE, whatever the operation, and nothing is written', async (t) => {
  const commands = ['find', 'aggregate', 'insert', 'update', 'commitTransaction'];
  await Promise.all(
    commands.map(async (command) => {
      const { proxy, rows, id, use } = await openFaultyStore(t, database);
      for (const code of [24, 262, 189]) {
        proxy.injectFault = (name) => (name === command ? { code } : undefined);
        const work = command === 'aggregate' ? () => rows.count({}) : use;
        const reported = await work().catch(asUnavailable);
        assert.ok(isUnavailable(reported), `${command} ${code}: ${reported}`);
        proxy.injectFault = () => undefined;
      }
      assert.equal((await rows.get(id)).amountCents, 0);
      assert.equal(await rows.count({}), 1);
    }),
  );
});

test('a database that hangs gives UNAVAILABLE within ten seconds, and works after it recovers', async (t) => {
  const { proxy, rows, id, use } = await openFaultyStore(t, database);
  const timed = async (work: () => Promise<unknown>) => {
    const started = performance.now();
    const reported = await work().catch(asUnavailable);
    const passedMs = performance.now() - started;
    assert.ok(isUnavailable(reported), String(reported));
    assert.ok(passedMs < promisedMs + busyMs, `${Math.round(passedMs)} ms`);
  };
  // More than the pool has connections, so that some wait for one.
  proxy.hang();
  const commits = Array.from({ length: 30 }, () => timed(use));
  const reads = [() => rows.get(id), () => rows.findMany({}), () => rows.count({})].map(timed);
  await Promise.all([...commits, ...reads]);
  proxy.heal();
  assert.equal((await rows.get(id)).amountCents, 0);
  await use();
  assert.equal((await rows.get(id)).amountCents, 1);
});

/** Records the duration of each delivery. */
class TimedBus extends LocalBus {
  readonly handsMs: number[] = [];

  override consume(consumer: Consumer) {
    const handle: Consumer['handle'] = async (raw, attempt) => {
      const started = performance.now();
      const verdict = await consumer.handle(raw, attempt);
      this.handsMs.push(performance.now() - started);
      return verdict;
    };
    return super.consume({ ...consumer, handle });
  }
}

test('jobs, inbox and outbox on a database that hangs give up within ten seconds, and continue after it recovers', async (t) => {
  const { proxy, store, rows, use } = await openFaultyStore(t, database);
  const log = createLog('test', 'silent');
  const bus = new TimedBus();
  const clock = new DatabaseClock();
  clock.open(store.connection);
  const effects: string[] = [];
  const handlers = {
    'payments.balance.changed': async ({ id }: Event) => void effects.push(id),
  };
  const stopListening = await subscribeToEvents(store, bus, { handlers, log });
  t.after(async () => {
    proxy.heal();
    await store.jobs.stop();
    await store.outbox.stop();
    await stopListening();
    await bus.close();
  });
  store.jobs.start({ late: async () => void effects.push('late') }, log);
  const at = new Date(now().getTime() + 1_000);
  await store.jobs.schedule({ kind: 'late', key: 'x', at });
  const late: string[] = [];
  const timed = async (what: string, work: () => Promise<unknown>) => {
    const started = performance.now();
    const reported = await work().catch(asUnavailable);
    const passedMs = performance.now() - started;
    if (!isUnavailable(reported)) late.push(`${what}: ${reported}`);
    if (passedMs > promisedMs + busyMs) late.push(`${what}: ${Math.round(passedMs)} ms`);
  };
  proxy.hang();
  // They use all connections, so that later work waits for one.
  const before = Array.from({ length: 60 }, () => rows.count({}).catch(() => undefined));
  const reported = bus.publish(balanceChanged());
  await Promise.all([
    timed('a run of jobs', () => store.jobs.runDue()),
    timed('jobs', () => store.jobs.waiting()),
    timed('a job scheduled', () => store.jobs.schedule({ kind: 'never', key: 'y' })),
    timed('the outbox', () => store.outbox.waiting()),
    timed('dead letters', () => store.deadLetters.add({}, 'none')),
    timed('the time', () => clock.now()),
    ...before,
  ]);
  while (bus.handsMs.length === 0) await pause(50);
  for (const ms of bus.handsMs)
    if (ms > promisedMs + busyMs) late.push(`the inbox: ${Math.round(ms)} ms`);
  assert.deepEqual(late, []);
  assert.deepEqual(effects, []);
  proxy.heal();
  await reported;
  while (effects.length < 2) await pause(50);
  store.outbox.start(bus, 'here', log);
  await use();
  while (effects.length < 3) await pause(50);
});

function balanceChanged(): Event {
  const id = newId();
  const data = { accountId: id, availableCents: 1 };
  return {
    ...{ id, subject: 'payments.balance.changed', v: 1 },
    ...{ aggregateId: id, aggregateVersion: 1, at: now().toISOString(), data },
  };
}

test('a database that hangs during a commit is reported in time and leaves no partial state', async (t) => {
  const { proxy, rows, id, use } = await openFaultyStore(t, database);
  proxy.injectFault = (name) => {
    if (name === 'insert') proxy.hang();
    return undefined;
  };
  const started = performance.now();
  assert.ok(isUnavailable(await use().catch((error: unknown) => error)));
  assert.ok(performance.now() - started < promisedMs + busyMs);
  proxy.injectFault = () => undefined;
  proxy.heal();
  assert.equal((await rows.get(id)).amountCents, 0);
  await use();
  assert.equal((await rows.get(id)).amountCents, 1);
});
