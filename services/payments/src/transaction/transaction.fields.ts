/** Resolvers of transactions. */

import { load, signedIn } from '@nameloan/subgraph/graphql/context';
import type { Fields } from '../graphql.generated.ts';
import { findExpiry, findPaymentUri } from './deposit-expiry.ts';
import { describeTransaction } from './describe-transaction.ts';
import { listTransactions } from './list-transactions.ts';
import { readTransactions } from './read-transactions.ts';
import { transactionKeys } from './transaction.projection.ts';
import { methodLabels, typeLabels } from './transaction.ts';

export const transactionFields = {
  Query: {
    transactions: transactionKeys.forSelection('transactions', (_, request, { keys, ...context }) =>
      listTransactions(signedIn(context), request, keys),
    ),
  },
  Transaction: {
    __resolveReference: ({ id }, context) => {
      const { accountId } = signedIn(context);
      return load(context, { name: 'transaction', id }, (ids) => readTransactions(accountId, ids));
    },
    typeLabel: ({ type }) => typeLabels[type],
    methodLabel: ({ method }) => methodLabels[method],
    amount: ({ amountCents }) => amountCents,
    description: describeTransaction,
    expiresAt: findExpiry,
    paymentUri: findPaymentUri,
  },
} satisfies Fields;
