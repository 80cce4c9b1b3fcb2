/** Resolvers of payment exceptions, for operators. */

import { load, signedIn } from '@nameloan/subgraph/graphql/context';
import type { Fields } from '../graphql.generated.ts';
import { listPaymentExceptions } from '../payment-exception/list-payment-exceptions.ts';
import { requireOperator } from '../staff/require-operator.ts';
import { readAnyTransactions } from '../transaction/read-transactions.ts';
import { settlePaymentException } from './settle-payment-exception.ts';

export const paymentExceptionFields = {
  Query: {
    paymentExceptions: async (_, request, context) => {
      await requireOperator(signedIn(context), 'FORBIDDEN');
      return listPaymentExceptions(request);
    },
  },
  Mutation: {
    settlePaymentException: async (_, { id, outcome, amount, reason }, context) => {
      const { accountId: by } = await requireOperator(signedIn(context), 'NOT_FOUND');
      return settlePaymentException(id, { outcome, amountCents: amount, reason, by });
    },
  },
  PaymentException: {
    transaction: async ({ depositId: id }, _, context) =>
      id === null
        ? null
        : ((await load(context, { name: 'any transaction', id }, readAnyTransactions)) ?? null),
    user: ({ accountId: id }) => (id === null ? null : { id }),
    expected: ({ askedCents }) => askedCents,
    received: ({ arrivedCents }) => arrivedCents,
    credited: ({ creditedCents }) => creditedCents,
  },
} satisfies Fields;
