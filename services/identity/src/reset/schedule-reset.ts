/** Mails a reset link to the account's address, for use cases that found its password known to someone else. */

import type { Tx } from '@nameloan/persistence/tx';
import { newId } from '@nameloan/runtime/id';
import type { Account } from '../account/account.ts';

export async function scheduleReset({ emailKey }: Account, tx: Tx): Promise<void> {
  await tx.schedule({ kind: 'send-reset-link', key: newId(), data: { emailKey } });
}
