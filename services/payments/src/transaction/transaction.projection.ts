/** Record keys that each GraphQL field of a transaction reads. */

import { FieldProjection } from '@nameloan/subgraph/graphql/field-projection';
import type { TransactionResolvers } from '../graphql.generated.ts';
import type { Transaction } from './transaction.ts';

export const transactionKeys = new FieldProjection<TransactionResolvers, Transaction>({
  typeLabel: ['type'],
  methodLabel: ['method'],
  amount: ['amountCents'],
  expiresAt: ['type', 'status', 'reason', 'createdAt', 'session'],
  paymentUri: ['type', 'status', 'reason', 'session'],
  description: ['type', 'method', 'domainName'],
});
