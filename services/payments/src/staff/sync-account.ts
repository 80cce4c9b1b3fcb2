/** Syncs the operator flag of an account: the newest version wins, in whatever order events arrive. */

import type { Event } from '@nameloan/contracts/events';
import type { Tx } from '@nameloan/persistence/tx';
import { staff } from './staff.model.ts';

type AccountEvent = Event<'identity.account.registered' | 'identity.account.changed'>;

/** Stores non-operators too, so that a late event cannot make them operators again. */
export async function syncAccount(event: AccountEvent, tx: Tx): Promise<void> {
  const { accountId: id, operator } = event.data;
  const accountVersion = event.aggregateVersion;
  const known = await staff.find(id, tx);
  if (!known) await staff.add({ id, version: 1, accountVersion, operator }, tx);
  else if (known.accountVersion < accountVersion)
    await staff.update(known, { ...known, accountVersion, operator }, tx);
}
