/**
 * Request handler: the account of an address, for a push of a domain. An account that may not act, because its address is
 * not verified, is not found: anyone can register an address that is not theirs.
 */

import type { ReplyPayload } from '@nameloan/contracts/requests';
import { findByEmail } from './find-by-email.ts';
import { isRestricted } from './restriction.ts';

export async function readAccountByEmail({
  email,
}: {
  email: string;
}): Promise<ReplyPayload<'identity.account-by-email'>> {
  const account = await findByEmail(email);
  return { accountId: account && !isRestricted(account) ? account.id : null };
}
