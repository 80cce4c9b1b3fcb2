/** Request handler: the reason that a transaction shows, for the notification about a deposit that staff failed. */

import { transactions } from '../transaction/transaction.model.ts';

export async function readDepositNote({
  transactionId,
}: {
  transactionId: string;
}): Promise<{ note: string | null }> {
  const transaction = await transactions.find(transactionId);
  return { note: transaction?.reason ?? null };
}
