/** Request handler: whether an account has ever been a party to an offer or a loan. */

import type { ReplyPayload } from '@nameloan/contracts/requests';
import { escrows } from './escrow/escrow.model.ts';
import { offers } from './offer/offer.model.ts';

export async function readAccountUse({
  accountId,
}: {
  accountId: string;
}): Promise<ReplyPayload<'lending.account-use'>> {
  for (const role of ['borrowerId', 'lenderId'] as const) {
    if (await offers.findOne({ [role]: accountId })) return { used: true };
    if (await escrows.findOne({ [role]: accountId })) return { used: true };
  }
  return { used: false };
}
