/** An account reads its own transactions, newest first. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import type { PageRequest } from '@nameloan/service/store/page.ts';
import { checkPage, newestFirst, pagesOf, slice } from '@nameloan/service/store/page.ts';
import { transactions } from './transaction.model.ts';
import type { Transaction } from './transaction.ts';

export interface TransactionPage {
  transactions: Transaction[];
  /** At least 1. */
  pages: number;
  total: number;
}

/** INVALID_INPUT for a page that cannot be shown; one past the end is empty. */
export async function listTransactions(
  { accountId }: AccountActor,
  request: PageRequest,
): Promise<TransactionPage> {
  checkPage(request);
  const [found, total] = await Promise.all([
    transactions.findMany({ accountId }, { sort: newestFirst, ...slice(request) }),
    transactions.count({ accountId }),
  ]);
  return { transactions: found, pages: pagesOf(total, request), total };
}
