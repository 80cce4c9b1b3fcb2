/** Reads transactions by id, for their owner or an authorised caller. */

import { transactions } from './transaction.model.ts';
import type { Transaction } from './transaction.ts';

/** Leaves out transactions of other accounts. */
export async function readTransactions(
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, Transaction>> {
  return mapById(await transactions.findMany({ _id: { $in: [...ids] }, accountId }));
}

/** Reads any account's transactions; the caller checks access. */
export function readAnyTransactions(ids: readonly string[]): Promise<Map<string, Transaction>> {
  return transactions.findByIds(ids);
}

function mapById(found: Transaction[]): Map<string, Transaction> {
  return new Map(found.map((one) => [one.id, one]));
}
