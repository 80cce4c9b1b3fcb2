/** Request handler: whether an account has ever had a transaction or a ledger entry. */

import type { ReplyPayload } from '@nameloan/contracts/requests';
import { entries } from '../ledger/entry.model.ts';
import { transactions } from '../transaction/transaction.model.ts';

export async function readAccountUse({
  accountId,
}: {
  accountId: string;
}): Promise<ReplyPayload<'payments.account-use'>> {
  const used =
    (await transactions.findOne({ accountId })) ?? (await entries.findOne({ accountId }));
  return { used: used !== undefined };
}
