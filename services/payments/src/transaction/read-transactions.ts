/** Reads transactions by id, for their owner or for whoever was let in already. */

import { transactions } from './transaction.model.ts';
import type { Transaction } from './transaction.ts';

/** Those of others are as if they were not there. */
export async function readTransactions(
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, Transaction>> {
  return mapById(await transactions.findMany({ _id: { $in: [...ids] }, accountId }));
}

/** Whoever's they are; who may ask is the caller's affair. */
export function readAnyTransactions(ids: readonly string[]): Promise<Map<string, Transaction>> {
  return transactions.findByIds(ids);
}

function mapById(found: Transaction[]): Map<string, Transaction> {
  return new Map(found.map((one) => [one.id, one]));
}
