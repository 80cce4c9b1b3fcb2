/** Door 1, people: field → use case. */

import type { Context } from '@nameloan/service/graphql/context.ts';
import { load, signedIn } from '@nameloan/service/graphql/context.ts';
import { readBalances } from './balance/read-balance.ts';
import { startDeposit } from './deposit/start-deposit.ts';
import { listTransactions } from './transaction/list-transactions.ts';
import { readTransactions } from './transaction/read-transactions.ts';
import type { DepositMethod, Transaction } from './transaction/transaction.ts';
import { methodLabels, typeLabels } from './transaction/transaction.ts';

type Nothing = Record<string, never>;

export const people = {
  Query: {
    transactions: (_: Nothing, asked: { page: number; limit: number }, context: Context) =>
      listTransactions(signedIn(context), asked),
  },
  Mutation: {
    startDeposit: (
      _: Nothing,
      { amount, method }: { amount: number; method: DepositMethod },
      context: Context,
    ) => startDeposit(signedIn(context), { amountCents: amount, method }),
  },
  User: {
    __resolveReference: ({ id }: { id: string }) => ({ id }),
    balance: ({ id }: { id: string }, _: Nothing, context: Context) => {
      const { actor } = context;
      if (actor.kind !== 'account' || actor.accountId !== id) return null;
      return load(context, { name: 'balance', id }, readBalances);
    },
  },
  Transaction: {
    __resolveReference: ({ id }: { id: string }, context: Context) => {
      const { accountId } = signedIn(context);
      return load(context, { name: 'transaction', id }, (ids) => readTransactions(accountId, ids));
    },
    type: ({ type }: Transaction) => typeLabels[type],
    method: ({ method }: Transaction) => methodLabels[method],
    amount: ({ amountCents }: Transaction) => amountCents,
  },
};
