/** One limited try at the account's present password, where the caller is signed in already. */

import type { Account } from '../account/account.ts';
import type { Attempt } from '../rate-limit/rate-limits.ts';
import { consumeAttempts, refundAttempts } from '../rate-limit/rate-limits.ts';
import { verifyPassword } from './hash-password.ts';

/** What is wrong with it as a sentence, undefined when it is right; TOO_MANY_REQUESTS. */
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
