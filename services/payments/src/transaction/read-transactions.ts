/** Reads transactions by id for their owner; those of others are as if they were not there. */

import { transactions } from './transaction.model.ts';
import type { Transaction } from './transaction.ts';

export async function readTransactions(
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, Transaction>> {
  const found = await transactions.findMany({ _id: { $in: [...ids] }, accountId });
  return new Map(found.map((one) => [one.id, one]));
}
