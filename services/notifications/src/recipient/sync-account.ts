/** Syncs the local copy of an account: the newest version wins, in whatever order events arrive. */

import type { Event } from '@nameloan/contracts/events';
import type { Tx } from '@nameloan/persistence/tx';
import { recipients } from './recipient.model.ts';

type AccountEvent = Event<'identity.account.registered' | 'identity.account.changed'>;

export async function syncAccount(event: AccountEvent, tx: Tx): Promise<void> {
  const { accountId: id, name, email, operator } = event.data;
  const fields = { name, email, operator, accountVersion: event.aggregateVersion };
  const known = await recipients.find(id, tx);
  if (!known) await recipients.add({ id, version: 1, lastNumber: 0, ...fields }, tx);
  else if (known.accountVersion < event.aggregateVersion) {
    await recipients.update(known, { ...known, ...fields }, tx);
  }
}
