/** An account whose address is not verified may not act, except in a trial. */

import { emailNotVerified } from '@nameloan/contracts/errors';
import { settings } from '../config.ts';
import { accounts } from './account.model.ts';
import type { Account } from './account.ts';
import { isVerified } from './account.ts';

export const isRestricted = (account: Account): boolean =>
  settings.value.ACCOUNT_RULES === 'strict' && !isVerified(account);

/** EMAIL_NOT_VERIFIED, for the actions of this service. */
export async function assertUnrestricted(accountId: string): Promise<void> {
  if (isRestricted(await accounts.get(accountId))) throw emailNotVerified();
}
