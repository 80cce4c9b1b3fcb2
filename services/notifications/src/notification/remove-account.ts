/** Removes the copy of a deleted account and its notifications. */

import type { Event } from '@nameloan/contracts/events';
import type { Tx } from '@nameloan/persistence/tx';
import { recipients } from '../recipient/recipient.model.ts';
import { notifications } from './notification.model.ts';

/** The account was never used, so its list is short. */
export async function removeAccount(
  { data: { accountId } }: Event<'identity.account.deleted'>,
  tx: Tx,
): Promise<void> {
  for (const one of await notifications.findMany({ accountId }, { tx }))
    await notifications.remove(one, tx);
  const known = await recipients.find(accountId, tx);
  if (known) await recipients.remove(known, tx);
}
