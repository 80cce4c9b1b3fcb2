/** A store behind a faulty connection, with one row to update. */

import type { TestContext } from 'node:test';
import { DomainError } from '@nameloan/contracts/errors';
import { Store } from '@nameloan/persistence/store';
import { newId } from '@nameloan/runtime/id';
import type { TestDatabase } from './database.ts';
import { openFaultyConnection } from './faulty-database.ts';

interface Row {
  id: string;
  version: number;
  amountCents: number;
}

export async function openFaultyStore(t: TestContext, database: TestDatabase) {
  const proxy = await openFaultyConnection(database.url);
  const store = new Store('faulty');
  const rows = store.defineModel<Row>('rows', {
    label: 'row',
    fields: { version: Number, amountCents: BigInt },
  });
  await store.open({ mongoUrl: proxy.url, database: `${database.prefix}${newId().slice(-8)}` });
  t.after(async () => {
    proxy.heal();
    await store.close();
    proxy.close();
  });
  const { id } = await store.commit((tx) =>
    rows.add({ id: newId(), version: 1, amountCents: 0 }, tx),
  );
  /** Reads, updates and adds records, emits an event and schedules a job. */
  const use = () =>
    store.commit(async (tx) => {
      const row = await rows.get(id, tx);
      const updated = await rows.update(row, { ...row, amountCents: row.amountCents + 1 }, tx);
      await rows.add({ id: newId(), version: 1, amountCents: 1 }, tx);
      await tx.schedule({ kind: 'never', key: newId() });
      tx.emit('payments.balance.changed', updated, { accountId: id, availableCents: 1 });
    });
  return { proxy, store, rows, id, use };
}

export const isUnavailable = (error: unknown) =>
  error instanceof DomainError && error.code === 'UNAVAILABLE';
