/** Odd payments for operators: field → use case. */

import { load, signedIn } from '@nameloan/service/graphql/context.ts';
import type { Fields } from '../graphql.generated.ts';
import { requireOperator } from '../staff/require-operator.ts';
import { transactionsById } from '../transaction/read-transactions.ts';
import { listOddPayments } from './list-odd-payments.ts';
import { settleOddPayment } from './settle-odd-payment.ts';

export const oddPaymentFields = {
  Query: {
    oddPayments: async (_, request, context) => {
      await requireOperator(signedIn(context), 'FORBIDDEN');
      return listOddPayments(request);
    },
  },
  Mutation: {
    settleOddPayment: async (_, { id, outcome, amount, reason }, context) => {
      const { accountId: by } = await requireOperator(signedIn(context), 'NOT_FOUND');
      return settleOddPayment(id, { outcome, amountCents: amount, reason, by });
    },
  },
  OddPayment: {
    transaction: async ({ depositId: id }, _, context) =>
      id === null
        ? null
        : ((await load(context, { name: 'any transaction', id }, transactionsById)) ?? null),
    user: ({ accountId: id }) => (id === null ? null : { id }),
    asked: ({ askedCents }) => askedCents,
    arrived: ({ arrivedCents }) => arrivedCents,
    credited: ({ creditedCents }) => creditedCents,
  },
} satisfies Fields;
