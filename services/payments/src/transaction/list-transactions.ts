/** Lists an account's transactions. */

import type { AccountActor } from '@nameloan/contracts/actor';
import type { Filter } from '@nameloan/persistence/entity';
import type { Keys } from '@nameloan/persistence/reads';
import type { PageRequest } from '@nameloan/persistence/reads/page';
import {
  checkPage,
  countPages,
  newestFirst,
  toSkipAndLimit,
} from '@nameloan/persistence/reads/page';
import { transactions } from './transaction.model.ts';
import type {
  Transaction,
  TransactionMethod,
  TransactionStatus,
  TransactionType,
} from './transaction.ts';

export interface TransactionPage {
  transactions: Transaction[];
  /** At least 1. */
  pages: number;
  total: number;
}

/** Absent and null filters match all. */
export interface TransactionRequest extends PageRequest {
  filter?: {
    type?: TransactionType | null | undefined;
    method?: TransactionMethod | null | undefined;
    status?: TransactionStatus | null | undefined;
  } | null;
  sort: keyof typeof sorts;
}

const sorts = { NEWEST: newestFirst, OLDEST: { createdAt: 1, _id: 1 } } as const;

/** INVALID_INPUT for an invalid page or limit; a page past the end is empty. */
export async function listTransactions(
  { accountId }: AccountActor,
  { filter, sort, ...request }: TransactionRequest,
  keys: Keys<Transaction>,
): Promise<TransactionPage> {
  checkPage(request);
  const mine: Filter<Transaction> = { accountId };
  if (filter?.type) mine.type = filter.type;
  if (filter?.method) mine.method = filter.method;
  if (filter?.status) mine.status = filter.status;
  const [listed, total] = await Promise.all([
    transactions.findMany(mine, { sort: sorts[sort], keys, ...toSkipAndLimit(request) }),
    transactions.count(mine),
  ]);
  return { transactions: listed, pages: countPages(total, request), total };
}
