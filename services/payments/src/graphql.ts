/** Resolvers of the payments subgraph. */

import { balanceFields } from './balance/balance.fields.ts';
import { depositFields } from './checkout/deposit.fields.ts';
import { dashboardFields } from './dashboard/dashboard.fields.ts';
import type { ServiceResolvers } from './graphql.generated.ts';
import { paymentExceptionFields } from './settlement/payment-exception.fields.ts';
import { transactionFields } from './transaction/transaction.fields.ts';

export const resolvers: ServiceResolvers = {
  ...balanceFields,
  ...paymentExceptionFields,
  ...transactionFields,
  ...depositFields,
  ...dashboardFields,
  Query: {
    ...balanceFields.Query,
    ...paymentExceptionFields.Query,
    ...transactionFields.Query,
    ...dashboardFields.Query,
  },
  Mutation: { ...paymentExceptionFields.Mutation, ...depositFields.Mutation },
};
