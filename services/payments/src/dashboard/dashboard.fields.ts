/** Resolvers of the dashboard fields that payments owns. */

import { signedIn } from '@nameloan/subgraph/graphql/context';
import { readBalance } from '../balance/read-balance.ts';
import type { Fields } from '../graphql.generated.ts';
import { listPaymentExceptions } from '../payment-exception/list-payment-exceptions.ts';
import { isOperator } from '../staff/require-operator.ts';

export const dashboardFields = {
  Query: {
    dashboard: (_, __, context) => {
      signedIn(context);
      return {};
    },
  },
  Dashboard: {
    waitingPayments: async (_, { limit }, context) =>
      (await isOperator(signedIn(context))) ? listPaymentExceptions({ page: 1, limit }) : null,
    balance: async (_, __, context) => (await readBalance(signedIn(context))).availableCents,
  },
} satisfies Fields;
