/** The guarantees of the store on a real database: commits, outbox, inbox and jobs. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DomainError } from '@nameloan/contracts/errors';
import { LocalBus } from '@nameloan/messaging/local-bus';
import { now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { createLog } from '@nameloan/runtime/log';
import type { TestDatabase } from '@nameloan/testkit/database';
import { startTestDatabase } from '@nameloan/testkit/database';
import { nested } from './fields.ts';
import { ConcurrentUpdateError } from './model.ts';
import { isDuplicate, Store } from './store.ts';

interface Account {
  id: string;
  version: number;
  status: string;
  key: string;
  amountCents: number;
  note: { text: string } | null;
}

const store = new Store('tests');
const accounts = store.defineModel<Account>('accounts', {
  label: 'account',
  fields: {
    version: Number,
    status: String,
    key: String,
    amountCents: BigInt,
    note: nested({ text: String }),
  },
  indexes: [[{ key: 1 }, { unique: true }]],
});
let database: TestDatabase;

before(async () => {
  database = await startTestDatabase();
  await store.open({ mongoUrl: database.url, database: `${database.prefix}store` });
});
after(async () => {
  await store.close();
  await database.close();
});

function account(more: Partial<Account> = {}): Account {
  const id = newId();
  return { id, version: 1, status: 'OPEN', key: id, amountCents: 0, note: null, ...more };
}

test('a record is read as it was written, with cents as numbers that are stored as 64-bit integers', async () => {
  const given = account({ amountCents: 9_007_199_254_740_991, note: { text: 'a note' } });
  await store.commit((tx) => accounts.add(given, tx));
  assert.deepEqual(await accounts.get(given.id), given);
  const raw = await store.connection
    .collection<{ _id: string; amountCents?: { _bsontype?: string } }>('accounts')
    .findOne({ _id: given.id }, { promoteLongs: false });
  assert.equal(raw?.amountCents?._bsontype, 'Long');
});

test('fifty concurrent commits that each add one to a record lose nothing', async () => {
  const { id } = await store.commit((tx) => accounts.add(account(), tx));
  const addOne = (mark: Account): Promise<unknown> =>
    store
      .commit(async (tx) => {
        // Its first attempt may have been applied although it was retried.
        if (await accounts.find(mark.id, tx)) return;
        await accounts.add(mark, tx);
        const found = await accounts.get(id, tx);
        await accounts.update(found, { ...found, amountCents: found.amountCents + 1 }, tx);
      })
      // On an overloaded machine the outcome of a commit can remain unknown for longer than the deadline.
      .catch((error) => (error.code === 'UNAVAILABLE' ? addOne(mark) : Promise.reject(error)));
  await Promise.all(Array.from({ length: 50 }, () => addOne(account())));
  const end = await accounts.get(id);
  assert.equal(end.amountCents, 50);
  assert.equal(end.version, 51);
});

test('a counter that fifty concurrent commits raise without reading it has neither gaps nor duplicates', async () => {
  const { id } = await store.commit((tx) => accounts.add(account(), tx));
  const add = { amountCents: { $add: ['$amountCents', 1] } };
  const numbers: number[] = [];
  const count = async () => {
    const counted = await store.commit((tx) => accounts.updateWith(id, add, tx));
    numbers.push(counted?.amountCents ?? 0);
  };
  for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 5 }, count));
  const all = Array.from({ length: 50 }, (_, at) => at + 1);
  assert.deepEqual(
    numbers.toSorted((a, b) => a - b),
    all,
  );
  const { amountCents, version, status } = await accounts.get(id);
  assert.deepEqual(
    { amountCents, version, status },
    { amountCents: 50, version: 51, status: 'OPEN' },
  );
});

test('updateWith rejects missing records, null results and models with afterWrite', async () => {
  const add = { amountCents: { $add: ['$amountCents', 1] } };
  const nobody = await store.commit((tx) => accounts.updateWith('nobody', add, tx));
  assert.equal(nobody, undefined);
  const { id } = await store.commit((tx) => accounts.add(account(), tx));
  const nothing = { amountCents: { $add: ['$absent', 1] } };
  await assert.rejects(
    store.commit((tx) => accounts.updateWith(id, nothing, tx)),
    /amountCents evaluates to null/,
  );
  assert.equal((await accounts.get(id)).amountCents, 0);
  assert.equal(await accounts.find('nobody'), undefined);
  const emitting = new Store('telling').defineModel<Account>('accounts', {
    label: 'account',
    afterWrite: () => undefined,
    fields: {} as never,
  });
  await store.commit((tx) =>
    assert.rejects(emitting.updateWith('a', add, tx), /needs the record before/),
  );
});

test('an error inside a commit leaves no record, no event and no job', async () => {
  const waiting = await store.outbox.waiting();
  const given = account();
  const rejected = store.commit(async (tx) => {
    await accounts.add(given, tx);
    tx.emit('payments.balance.changed', given, { accountId: given.id, availableCents: 1 });
    await tx.schedule({ kind: 'never', key: given.id });
    throw new DomainError('CONFLICT', 'No.', { reason: 'BUSY' });
  });
  await assert.rejects(rejected, { code: 'CONFLICT' });
  assert.equal(await accounts.find(given.id), undefined);
  assert.equal(await store.outbox.waiting(), waiting);
  assert.equal(await store.connection.collection('jobs').countDocuments({ kind: 'never' }), 0);
});

test('a write to a record that changed since it was read is rejected, not merged', async () => {
  const old = await store.commit((tx) => accounts.add(account(), tx));
  await store.commit(async (tx) => accounts.update(old, { ...old, status: 'CLOSED' }, tx));
  let attempts = 0;
  const late = store.commit(async (tx) => {
    if (++attempts > 1) throw new DomainError('CONFLICT', 'It is CLOSED.', { reason: 'STATUS' });
    await accounts.update(old, { ...old, amountCents: 5 }, tx);
  });
  await assert.rejects(late, { code: 'CONFLICT' });
  assert.equal((await accounts.get(old.id)).amountCents, 0);
  assert.ok(new ConcurrentUpdateError('a', 'b') instanceof Error);
});

test('a duplicate is identified by the key of the unique index', async () => {
  await store.commit((tx) => accounts.add(account({ key: 'taken' }), tx));
  const again = store.commit((tx) => accounts.add(account({ key: 'taken' }), tx));
  await assert.rejects(again, (error) => isDuplicate(error, 'key') && !isDuplicate(error, 'other'));
});

test('an event that does not match its schema fails the commit', async () => {
  const given = account();
  const wrong = store.commit(async (tx) => {
    await accounts.add(given, tx);
    tx.emit('payments.balance.changed', given, { accountId: given.id, availableCents: 1.5 });
  });
  await assert.rejects(wrong, /does not fit its contract/);
  assert.equal(await accounts.find(given.id), undefined);
});

test('events of one record leave in the order of its versions, and the outbox is empty in the end', async () => {
  const bus = new LocalBus();
  const observed: number[] = [];
  await bus.consume({
    name: 'reader',
    subjects: ['payments.balance.changed'],
    handle: async (raw) => {
      const event = raw as { aggregateId: string; data: { availableCents: number } };
      if (event.aggregateId === given.id) observed.push(event.data.availableCents);
      return { done: true };
    },
  });
  const given = await store.commit((tx) => accounts.add(account(), tx));
  store.outbox.start(bus, newId(), createLog('test', 'silent'));
  for (let count = 1; count <= 40; count++) {
    await store.commit(async (tx) => {
      const found = await accounts.get(given.id, tx);
      const moved = await accounts.update(found, { ...found, amountCents: count }, tx);
      tx.emit('payments.balance.changed', moved, { accountId: given.id, availableCents: count });
    });
  }
  while (await store.outbox.settle());
  await store.outbox.stop();
  await bus.close();
  assert.deepEqual(
    observed,
    Array.from({ length: 40 }, (_, index) => index + 1),
  );
  assert.equal(await store.outbox.waiting(), 0);
});

test('a job that throws is retried, a rescheduled one runs again, and a finished one is removed', async () => {
  const runs: string[] = [];
  const log = createLog('test', 'silent');
  store.jobs.start(
    {
      flaky: async (job) => {
        runs.push(`flaky ${job.attempt}`);
        if (job.attempt < 2) throw new Error('not yet');
      },
      anew: async (job) => {
        runs.push(`anew ${job.data.count}`);
        if (job.data.count === 1)
          await store.jobs.schedule({ kind: 'anew', key: 'a', data: { count: 2 } });
      },
    },
    log,
  );
  await store.commit(async (tx) => {
    await tx.schedule({ kind: 'flaky', key: 'f' });
    await tx.schedule({ kind: 'anew', key: 'a', data: { count: 1 } });
  });
  const deadline = now().getTime() + 60_000;
  while ((await store.jobs.waiting()) > 0 && now().getTime() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await store.jobs.stop();
  assert.deepEqual(runs.toSorted(), ['anew 1', 'anew 2', 'flaky 1', 'flaky 2']);
  assert.equal(await store.jobs.waiting(), 0);
});

test('eight workers run one due job once', async () => {
  let runs = 0;
  await store.jobs.schedule({ kind: 'once', key: 'x' });
  const log = createLog('test', 'silent');
  store.jobs.start({ once: async () => void runs++ }, log);
  await Promise.all(Array.from({ length: 4 }, () => store.jobs.runDue()));
  await store.jobs.stop();
  assert.equal(runs, 1);
});

test('a commit after the close is rejected in the same turn, so that queued work does not keep the process alive', async () => {
  const closed = new Store('closed');
  await closed.open({ mongoUrl: database.url, database: `${database.prefix}closed` });
  await closed.close();
  let rejection: unknown;
  closed.commit(async () => {}).catch((error: unknown) => (rejection = error));
  await nextTurn();
  assert.ok(rejection instanceof DomainError);
  assert.equal(rejection.code, 'UNAVAILABLE');
});
