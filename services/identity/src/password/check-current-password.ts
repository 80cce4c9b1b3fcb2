/** Rate-limited check of a signed-in user's current password. */

import type { AccountActor } from '@nameloan/contracts/actor';
import type { Account } from '../account/account.ts';
import type { Attempt } from '../rate-limit/rate-limits.ts';
import { consumeAttempts, passwordCheck, refundAttempts } from '../rate-limit/rate-limits.ts';
import { assertHashRoom, verifyPassword } from './hash-password.ts';

/** The validation error, or undefined if it is correct; TOO_MANY_REQUESTS. */
export async function checkCurrentPassword(
  actor: AccountActor,
  account: Account,
  typed: string,
): Promise<string | undefined> {
  const attempt: Attempt = { kind: 'password-account', key: account.id };
  assertHashRoom(actor);
  await consumeAttempts([passwordCheck(actor), attempt]);
  if (!(await verifyPassword(typed, account.passwordHash, actor))) return 'Invalid password';
  await refundAttempts([attempt]);
  return undefined;
}
