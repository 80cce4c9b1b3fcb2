/** Keeps lending's copy of an account in sync with events; the newest version wins, in any order of arrival. */

import type { Event } from '@nameloan/contracts/events.ts';
import { accountTopic } from '@nameloan/contracts/topics.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { publishSignal } from '../service-context.ts';
import { parties } from './party.model.ts';
import { toParty } from './party.ts';

type AccountEvent = Event<'identity.account.registered'> | Event<'identity.account.changed'>;

export async function syncAccount(event: AccountEvent, tx: Tx): Promise<void> {
  const { aggregateVersion, data } = event;
  const known = await parties.find(data.accountId, tx);
  if (known && known.accountVersion >= aggregateVersion) return;
  const fresh = toParty(data, aggregateVersion);
  if (known) await parties.update(known, { ...known, ...fresh }, tx);
  else await parties.add({ ...fresh, version: 1 }, tx);
  if ((known?.operator ?? false) !== fresh.operator) {
    tx.afterCommit(() => publishSignal(accountTopic(data.accountId), { what: 'rights' }));
  }
}
