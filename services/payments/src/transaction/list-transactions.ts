/** An account reads its own transactions, newest first. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { transactions } from './transaction.model.ts';
import type { Transaction } from './transaction.ts';

const mostPerPage = 100;

export interface TransactionPage {
  transactions: Transaction[];
  /** At least 1. */
  pages: number;
  total: number;
}

/** `page` from 1, `limit` 1 to 100; INVALID_INPUT outside. A page past the end is empty. */
export async function listTransactions(
  actor: AccountActor,
  { page, limit }: { page: number; limit: number },
): Promise<TransactionPage> {
  const fields: Record<string, string> = {};
  if (page < 1) fields.page = 'Pages are counted from 1.';
  if (limit < 1 || limit > mostPerPage) fields.limit = `A page has 1 to ${mostPerPage} rows.`;
  const [fault] = Object.values(fields);
  if (fault) throw new DomainError('INVALID_INPUT', fault, { fields });
  const filter = { accountId: actor.accountId };
  const total = await transactions.count(filter);
  const skip = (page - 1) * limit;
  const found =
    skip >= total
      ? []
      : await transactions.findMany(filter, { sort: { createdAt: -1, _id: -1 }, skip, limit });
  return { transactions: found, pages: Math.max(1, Math.ceil(total / limit)), total };
}
