/** Request handler: whether an account has ever had a domain. */

import type { ReplyPayload } from '@nameloan/contracts/requests';
import { domains } from './domain.model.ts';

export async function readAccountUse({
  accountId,
}: {
  accountId: string;
}): Promise<ReplyPayload<'domains.account-use'>> {
  return { used: (await domains.findMany({ accountId }, { limit: 1 })).length > 0 };
}
