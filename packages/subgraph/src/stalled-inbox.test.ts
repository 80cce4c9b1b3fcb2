/** Events that can be neither handled nor deferred make the store name its inbox. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { LocalBus } from '@nameloan/messaging/local-bus';
import { Store } from '@nameloan/persistence/store';
import { newId } from '@nameloan/runtime/id';
import { createLog } from '@nameloan/runtime/log';
import type { TestDatabase } from '@nameloan/testkit/database';
import { startTestDatabase } from '@nameloan/testkit/database';
import { openFaultyConnection } from '@nameloan/testkit/database/faulty-database';
import { DependencyNotReadyError, subscribeToEvents } from './subscribe-events.ts';

let database: TestDatabase;
before(async () => {
  database = await startTestDatabase();
});
after(() => database.close());

test('an inbox that cannot store what it defers is named, until it can', async (t) => {
  const proxy = await openFaultyConnection(database.url);
  const store = new Store('inbox');
  await store.open({ mongoUrl: proxy.url, database: `${database.prefix}${newId().slice(-8)}` });
  const bus = new LocalBus();
  const log = createLog('test', 'silent');
  const subject = 'payments.balance.changed';
  const early = async () => {
    throw new DependencyNotReadyError('not yet');
  };
  const stop = await subscribeToEvents(store, bus, { handlers: { [subject]: early }, log });
  t.after(async () => {
    proxy.injectFault = () => undefined;
    await Promise.all([stop(), store.outbox.stop()]);
    await store.close();
    proxy.close();
  });
  proxy.injectFault = (command) => (command === 'update' ? { code: 13 } : undefined);
  store.outbox.start(bus, newId(), log);
  const id = newId();
  await store.commit(async (tx) => {
    tx.emit(subject, { id, version: 1 }, { accountId: id, availableCents: 1 });
  });
  while (!store.stalled(0).some((sentence) => sentence.startsWith('The inbox has failed')))
    await pause(20);
  assert.deepEqual(store.stalled(), [], 'only after half a minute');
  proxy.injectFault = () => undefined;
  while (store.stalled(0).length > 0) await pause(20);
});
