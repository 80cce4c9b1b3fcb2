/** Secures an account whose user has stopped a transfer out: the person who requested it knows the password. */

import type { Event } from '@nameloan/contracts/events';
import type { Tx } from '@nameloan/persistence/tx';
import { accountNow } from '@nameloan/runtime/clock';
import { accounts } from '../account/account.model.ts';
import { withdrawPending } from '../account/email-change.ts';
import { hashPassword } from '../password/hash-password.ts';
import { invalidateResets } from '../reset/invalidate-resets.ts';
import { scheduleReset } from '../reset/schedule-reset.ts';
import { endAccountSessions } from '../session/end-sessions.ts';
import { newToken } from '../session/refresh-token.ts';

/** The queue of hashes in which the platform itself waits. */
const platform = { ip: 'platform' };

/** Ends every session, makes the password unusable and mails a reset link. */
export async function secureAccount(
  { data: { accountId } }: Event<'domains.domain.transfer-out-stopped'>,
  tx: Tx,
): Promise<void> {
  const account = await accounts.find(accountId, tx);
  if (!account) return;
  const passwordHash = await hashPassword(newToken(), platform);
  const saved = await accounts.update(
    account,
    {
      ...account,
      // The thief must not confirm another address before the owner sets a password.
      ...withdrawPending(account, accountNow()),
      passwordHash,
      securityChangedAt: accountNow(),
    },
    tx,
  );
  await endAccountSessions({ accountId }, 'ENDED_BY_USER', tx);
  await invalidateResets(accountId, tx);
  await scheduleReset(saved, tx);
}
