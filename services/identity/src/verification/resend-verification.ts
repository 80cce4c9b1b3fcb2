/** Mails another link that verifies the address or confirms a new one. Earlier links stay valid, because the mails may arrive in any order. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { accountNow } from '@nameloan/runtime/clock';
import { accounts } from '../account/account.model.ts';
import { isVerified } from '../account/account.ts';
import { findPending } from '../account/email-change.ts';
import { commit, quotas } from '../service-context.ts';
import { scheduleVerificationLink } from './send-verification-link.ts';

/** Sends nothing if the address is verified and none is pending. TOO_MANY_REQUESTS beyond five an hour. */
export async function resendVerification({ accountId }: AccountActor): Promise<boolean> {
  await commit(async (tx) => {
    const account = await accounts.get(accountId, tx);
    const isPending = findPending(account, accountNow()) !== undefined;
    if (isVerified(account) && !isPending) return;
    await quotas.take('verificationLinks', accountId, tx);
    if (!isVerified(account)) await scheduleVerificationLink(accountId, tx);
    if (isPending) await scheduleVerificationLink(accountId, tx, { changesAddress: true });
  });
  return true;
}
