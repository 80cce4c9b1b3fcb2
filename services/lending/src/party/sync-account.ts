/** Keeps lending's copy of an account in sync with events; the newest version wins, in any order of arrival. */

import type { Event } from '@nameloan/contracts/events';
import { accountTopic } from '@nameloan/contracts/topics';
import type { Tx } from '@nameloan/persistence/tx';
import { publishSignal } from '../service-context.ts';
import { parties } from './party.model.ts';
import { toParty } from './party.ts';

type AccountEvent = Event<'identity.account.registered'> | Event<'identity.account.changed'>;

export async function syncAccount(event: AccountEvent, tx: Tx): Promise<void> {
  const { aggregateVersion, data } = event;
  const stored = await parties.find(data.accountId, tx);
  if (stored && stored.accountVersion >= aggregateVersion) return;
  const updated = toParty(data, aggregateVersion);
  if (stored) await parties.update(stored, { ...stored, ...updated }, tx);
  else await parties.add({ ...updated, version: 1 }, tx);
  if ((stored?.operator ?? false) !== updated.operator) {
    tx.afterCommit(() => publishSignal(accountTopic(data.accountId), { what: 'rights' }));
  }
}
