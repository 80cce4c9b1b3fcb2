/** A database whose answers no loop can use: the start fails, or the store names each loop that gets nowhere. */

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { LocalBus } from '@nameloan/messaging/local-bus';
import { newId } from '@nameloan/runtime/id';
import { createLog } from '@nameloan/runtime/log';
import { SettingsError } from '@nameloan/runtime/settings';
import type { TestDatabase } from '@nameloan/testkit/database';
import { startTestDatabase } from '@nameloan/testkit/database';
import type { FaultyConnection } from '@nameloan/testkit/database/faulty-database';
import { openFaultyConnection } from '@nameloan/testkit/database/faulty-database';
import { Store } from './store.ts';

let database: TestDatabase;
before(async () => {
  database = await startTestDatabase();
});
after(() => database.close());

const dateTag = Buffer.from('\u0009localTime\0', 'latin1');
const longTag = 0x12;

/** The same bytes with another type: milliseconds as a number. */
function timeAsNumber(command: string, response: Buffer): Buffer {
  const at = response.indexOf(dateTag);
  if (command !== 'hello' || at < 0) return response;
  const edited = Buffer.from(response);
  edited[at] = longTag;
  return edited;
}

async function openProxy(t: TestContext): Promise<FaultyConnection> {
  const proxy = await openFaultyConnection(database.url);
  t.after(() => proxy.close());
  return proxy;
}

const options = (proxy: FaultyConnection) => ({
  mongoUrl: proxy.url,
  database: `${database.prefix}${newId().slice(-8)}`,
});

test('a server that reports its time as a number is refused at the start with one sentence', async (t) => {
  const proxy = await openProxy(t);
  proxy.editResponse = timeAsNumber;
  const store = new Store('numbers');
  t.after(() => store.close());
  await assert.rejects(store.open(options(proxy)), (error) => {
    assert.ok(error instanceof SettingsError);
    assert.match(
      error.message,
      /MONGODB_URL names a server that Nameloan cannot use: .* time as a number, not as a date/,
    );
    return true;
  });
});

/** Commands that fail from a moment on, and how the loop that needs them is called. */
const loops = [
  { command: 'hello', name: /^The outbox relay has failed for 0 s: injected/ },
  { command: 'hello', name: /^The claim of due jobs has failed/ },
  { command: 'find', name: /^The poll for due jobs has failed/ },
  { command: 'delete', name: /^The removal of published events from the outbox has failed/ },
  { command: 'findAndModify', name: /^The retry of deferred events has failed/ },
];

async function checkNamed(t: TestContext, { command, name }: (typeof loops)[number]) {
  const proxy = await openProxy(t);
  const store = new Store('stalls');
  await store.open(options(proxy));
  const log = createLog('test', 'silent');
  proxy.injectFault = (asked) => (asked === command ? { code: 13 } : undefined);
  const bus = new LocalBus();
  t.after(async () => {
    proxy.injectFault = () => undefined;
    await Promise.all([store.outbox.stop(), store.jobs.stop(), store.deferredEvents.stop()]);
    await store.close();
  });
  await store.commit(async (tx) => {
    const id = newId();
    await tx.schedule({ kind: 'once', key: id });
    tx.emit('payments.balance.changed', { id, version: 1 }, { accountId: id, availableCents: 1 });
  });
  store.outbox.start(bus, newId(), log);
  store.jobs.start({ once: async () => {} }, log);
  store.deferredEvents.start({
    kinds: ['x'],
    handle: async () => undefined,
    deadLetter: async () => {},
    log,
  });
  while (!store.stalled(0).some((sentence) => name.test(sentence))) await pause(20);
  assert.deepEqual(store.stalled(), [], 'only after half a minute');
  proxy.injectFault = () => undefined;
  while (store.stalled(0).length > 0) await pause(20);
}

describe('a loop that a command always fails is named after half a minute, until it succeeds', {
  concurrency: true,
}, () => {
  for (const loop of loops)
    test(`${loop.command}: ${loop.name.source}`, (t) => checkNamed(t, loop));
});
