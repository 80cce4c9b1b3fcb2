/** Mails another verification link. Earlier links stay valid, because the mails may arrive in any order. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { accounts } from '../account/account.model.ts';
import { isVerified } from '../account/account.ts';
import { commit, quotas } from '../service-context.ts';
import { scheduleVerificationLink } from './send-verification-link.ts';

/** Sends nothing if the address is verified. TOO_MANY_REQUESTS beyond five an hour. */
export async function resendVerification({ accountId }: AccountActor): Promise<boolean> {
  await commit(async (tx) => {
    if (isVerified(await accounts.get(accountId, tx))) return;
    await quotas.take('verificationLinks', accountId, tx);
    await scheduleVerificationLink(accountId, tx);
  });
  return true;
}
