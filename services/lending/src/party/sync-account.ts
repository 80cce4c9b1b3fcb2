/** Keeps lending's copy of an account: events say that it changed, identity says to what. The newest version wins. */

import type { Event } from '@nameloan/contracts/events';
import { accountTopic } from '@nameloan/contracts/topics';
import type { Tx } from '@nameloan/persistence/tx';
import { requestAccount } from '@nameloan/subgraph/request-account';
import { publishSignal, serviceContext } from '../service-context.ts';
import { parties } from './party.model.ts';
import { toParty } from './party.ts';

type AccountEvent = Event<'identity.account.registered'> | Event<'identity.account.changed'>;

export async function syncAccount(event: AccountEvent, tx: Tx): Promise<void> {
  const { accountId } = event.data;
  const stored = await parties.find(accountId, tx);
  if (stored && stored.accountVersion >= event.aggregateVersion) return;
  const updated = toParty(await requestAccount(serviceContext, event));
  if (stored) await parties.update(stored, { ...stored, ...updated }, tx);
  else await parties.add({ ...updated, version: 1 }, tx);
  if ((stored?.operator ?? false) !== updated.operator) {
    tx.afterCommit(() => publishSignal(accountTopic(accountId), { what: 'rights' }));
  }
}

export async function removeAccount(
  { data }: Event<'identity.account.deleted'>,
  tx: Tx,
): Promise<void> {
  const stored = await parties.find(data.accountId, tx);
  if (stored) await parties.remove(stored, tx);
}
