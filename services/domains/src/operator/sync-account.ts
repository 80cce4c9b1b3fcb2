/**
 * Keeps the local copy of operator rights, and the contacts at registries. An account starts without them, so only changes are stored; the
 * highest account version wins, whatever the order of the events.
 */

import type { Event } from '@nameloan/contracts/events';
import type { Tx } from '@nameloan/persistence/tx';
import { scheduleContactUpdate } from '../registrant/update-contacts.ts';
import { operators } from './operator.model.ts';

export async function syncAccount(
  { data, aggregateVersion: accountVersion }: Event<'identity.account.changed'>,
  tx: Tx,
): Promise<void> {
  const { accountId: id, operator } = data;
  await scheduleContactUpdate(id, tx);
  const known = await operators.find(id, tx);
  if (!known) await operators.add({ id, version: 1, accountVersion, operator }, tx);
  else if (known.accountVersion < accountVersion)
    await operators.update(known, { ...known, accountVersion, operator }, tx);
}
