/** Rate-limited check of a signed-in user's current password. */

import type { Account } from '../account/account.ts';
import type { Attempt } from '../rate-limit/rate-limits.ts';
import { consumeAttempts, refundAttempts } from '../rate-limit/rate-limits.ts';
import { verifyPassword } from './hash-password.ts';

/** The validation error, or undefined if it is correct; TOO_MANY_REQUESTS. */
export async function checkCurrentPassword(
  account: Account,
  typed: string,
): Promise<string | undefined> {
  const attempt: Attempt = { kind: 'password-account', key: account.id };
  await consumeAttempts([attempt]);
  if (!(await verifyPassword(typed, account.passwordHash))) return 'Invalid password';
  await refundAttempts([attempt]);
  return undefined;
}
