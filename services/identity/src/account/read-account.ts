/** Request handler: an account for the services that keep a copy of it. NOT_FOUND if unknown. */

import type { ReplyPayload } from '@nameloan/contracts/requests';
import { accounts, sharedAccountData } from './account.model.ts';

export async function readAccount({
  accountId,
}: {
  accountId: string;
}): Promise<ReplyPayload<'identity.account'>> {
  return sharedAccountData(await accounts.get(accountId));
}
