/** Syncs the copy of an account: events say that it changed, identity says to what. The newest version wins. */

import type { Event } from '@nameloan/contracts/events';
import type { Tx } from '@nameloan/persistence/tx';
import { requestAccount } from '@nameloan/subgraph/request-account';
import { serviceContext } from '../service-context.ts';
import { recipients } from './recipient.model.ts';

type AccountEvent = Event<'identity.account.registered' | 'identity.account.changed'>;

export async function syncAccount(event: AccountEvent, tx: Tx): Promise<void> {
  const { accountId: id } = event.data;
  const known = await recipients.find(id, tx);
  if (known && known.accountVersion >= event.aggregateVersion) return;
  const { name, email, operator, version } = await requestAccount(serviceContext, event);
  const fields = { name, email, operator, accountVersion: version };
  if (known) await recipients.update(known, { ...known, ...fields }, tx);
  else await recipients.add({ id, version: 1, lastNumber: 0, ...fields }, tx);
}
