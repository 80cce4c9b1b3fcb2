/** Facts that leave with their commit: in order, once, and the same as those that a look finds. */

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { after, before, test } from 'node:test';
import type { Event } from '@nameloan/contracts/events.ts';
import type { Verdict } from '../bus/bus.ts';
import { LocalBus } from '../bus/local-bus.ts';
import { newId } from '../id.ts';
import { createLog } from '../log.ts';
import type { TestDatabase } from '../testing/database.ts';
import { startTestDatabase } from '../testing/database.ts';
import { openFaultyLine } from '../testing/faulty-database.ts';
import { until } from '../testing/until.ts';
import { Store } from './store.ts';

const subject = 'payments.balance.changed' as const;
const log = createLog('test', 'silent');
let database: TestDatabase;

before(async () => {
  database = await startTestDatabase();
});
after(async () => {
  await database.close();
});

async function openStore(name = `relay_${newId().slice(-8)}`): Promise<Store> {
  const store = new Store(name);
  await store.open({ mongoUrl: database.url, database: `${database.prefix}${name}` });
  return store;
}

/** Emits facts with these amounts about one record, all in one commit. */
function emit(store: Store, id: string, amounts: number[]): Promise<void> {
  return store.commit(async (tx) => {
    for (const availableCents of amounts)
      tx.emit(subject, { id, version: 1 }, { accountId: id, availableCents });
  });
}

function consume(bus: LocalBus, handle: (event: Event<typeof subject>) => Promise<Verdict>) {
  return bus.consume({
    name: 'reader',
    subjects: [subject],
    handle: (raw) => handle(raw as never),
  });
}

/** A store that relays over a line, and what its reader saw. */
async function relayOver(t: TestContext, name: string) {
  const line = await openFaultyLine(database.url);
  const store = new Store(name);
  await store.open({ mongoUrl: line.url, database: `${database.prefix}${name}` });
  const bus = new LocalBus();
  const seen: number[] = [];
  await consume(bus, async (event) => {
    seen.push(event.data.availableCents);
    return { done: true };
  });
  store.outbox.start(bus, newId(), log);
  t.after(async () => {
    line.late = () => 0;
    await store.outbox.stop();
    await bus.close();
    await store.close();
    line.close();
  });
  const say = (about: { id: string; version: number }, availableCents: number) =>
    store.commit(async (tx) => tx.emit(subject, about, { accountId: about.id, availableCents }));
  return { line, store, seen, say };
}

for (const committers of [1, 4])
  test(`facts leave with their commit, not by a look for them, with ${committers} at once`, async (t) => {
    const { line, store, seen, say } = await relayOver(t, `handed_${committers}`);
    let looks = 0;
    line.fail = (command) => {
      if (command === 'find') looks++;
      return undefined;
    };
    const each = 40;
    const commit = async () => {
      for (let count = 0; count < each; count++) await say({ id: newId(), version: 1 }, count);
    };
    await Promise.all(Array.from({ length: committers }, commit));
    const commits = committers * each;
    await until(() => seen.length >= commits);
    // The first takes the lease, and then one or two a second look for what others have left.
    assert.ok(looks < commits / 4, `${looks} looks for ${commits} commits`);
    await until(async () => (await store.outbox.waiting()) === 0);
  });

test('a commit whose answer is late is not passed by the next one about its record', async (t) => {
  const { line, seen, say } = await relayOver(t, 'late');
  await say({ id: 'one', version: 1 }, 1);
  await until(() => seen.length === 1);
  let held = false;
  line.late = (command) => {
    if (held || command !== 'commitTransaction') return 0;
    held = true;
    return 100;
  };
  const first = say({ id: 'one', version: 2 }, 2);
  await until(() => held);
  await Promise.all([first, say({ id: 'one', version: 3 }, 3)]);
  await until(() => seen.length === 3);
  assert.deepEqual(seen, [1, 2, 3]);
});

test('while nothing fails no fact is handed on twice, however slow the looks are', async (t) => {
  const { line, store, seen, say } = await relayOver(t, 'slow_looks');
  line.late = (command) => (command === 'find' ? 20 : 0);
  const commits = 300;
  for (let count = 0; count < commits; count++) {
    await say({ id: newId(), version: 1 }, count);
    if (count % 10 === 0) store.outbox.wake();
  }
  await until(async () => (await store.outbox.waiting()) === 0);
  assert.equal(seen.length, commits);
  assert.equal(new Set(seen).size, commits);
});

test('facts leave in the order of their commits, whoever calls for a look meanwhile', async () => {
  const store = await openStore();
  const bus = new LocalBus();
  const seen = new Set<number>();
  await consume(bus, async (event) => {
    seen.add(event.data.availableCents);
    return { done: true };
  });
  const order = Array.from({ length: 120 }, (_, count) => count);
  for (const count of order) {
    await store.commit(async (tx) =>
      tx.emit(
        subject,
        { id: 'one', version: count + 1 },
        { accountId: 'one', availableCents: count },
      ),
    );
    // What waits from before the start is found while the next are committed.
    if (count === 40) store.outbox.start(bus, newId(), log);
    if (count % 3 === 0) store.outbox.wake();
  }
  await until(() => seen.size === order.length);
  assert.deepEqual([...seen], order);
  await store.outbox.stop();
  await bus.close();
  await store.close();
});

test('what is handed on at once and what is read from the outbox are the same', async () => {
  const store = await openStore();
  const bus = new LocalBus();
  const seen: unknown[] = [];
  await consume(bus, async (event) => {
    seen.push(event.data);
    return { done: true };
  });
  const nothing = undefined as unknown as number;
  const data = { accountId: 'a', availableCents: 1, ...{ absent: nothing } };
  const say = () => store.commit(async (tx) => tx.emit(subject, { id: 'a', version: 1 }, data));
  await say();
  store.outbox.start(bus, newId(), log);
  await until(() => seen.length === 1);
  await say();
  await until(() => seen.length === 2);
  const told = { accountId: 'a', availableCents: 1 };
  assert.deepEqual(seen, [told, told]);
  await store.outbox.stop();
  await bus.close();
  await store.close();
});

test('a fact that no reader could take at once goes on waiting in the outbox, and is relayed again', async () => {
  const store = await openStore();
  const bus = new LocalBus();
  let here = false;
  const seen: number[] = [];
  const stop = await consume(bus, async (event) => {
    seen.push(event.data.availableCents);
    return { done: true };
  });
  store.outbox.start(bus, newId(), log);
  await emit(store, 'one', [1]);
  await until(() => seen.length === 1);
  await stop();
  await emit(store, 'one', [2]);
  assert.equal(await store.outbox.waiting(), 1);
  await consume(bus, async (event) => {
    here = event.data.availableCents === 2;
    return { done: true };
  });
  await until(() => here);
  await until(async () => (await store.outbox.waiting()) === 0);
  await store.outbox.stop();
  await bus.close();
  await store.close();
});
