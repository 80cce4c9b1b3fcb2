/** Keeps the copy of who is an operator: the newest fact wins, in whatever order they come. */

import type { Event } from '@nameloan/contracts/events.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { staff } from './staff.model.ts';

type AccountEvent = Event<'identity.account.registered' | 'identity.account.changed'>;

/** Also of accounts that are none: a fact that comes late must not make them one. */
export async function syncAccount(event: AccountEvent, tx: Tx): Promise<void> {
  const { accountId: id, operator } = event.data;
  const accountVersion = event.aggregateVersion;
  const known = await staff.find(id, tx);
  if (!known) await staff.add({ id, version: 1, accountVersion, operator }, tx);
  else if (known.accountVersion < accountVersion)
    await staff.update(known, { ...known, accountVersion, operator }, tx);
}
