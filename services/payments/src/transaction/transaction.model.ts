/** Collection of transactions. */

import { nested, oneOf } from '@nameloan/persistence/fields';
import { defineModel } from '../service-context.ts';
import { depositStates } from './deposit-states.ts';
import type { Transaction } from './transaction.ts';

export const transactions = defineModel<Transaction>('transactions', {
  label: 'transaction',
  states: depositStates,
  fields: {
    version: Number,
    accountId: String,
    type: oneOf('ADJUSTMENT', 'DEPOSIT', 'REFUND', 'RENEWAL_FEE', 'TRANSFER_FEE'),
    method: oneOf('BALANCE', 'CARD', 'CRYPTOCURRENCY'),
    amountCents: BigInt,
    status: oneOf('PENDING', 'DONE', 'FAILED', 'REFUNDED'),
    createdAt: Date,
    endedAt: Date,
    reason: String,
    domainName: String,
    returnedCents: BigInt,
    session: nested({ id: String, uri: String, paymentId: String }),
  },
  indexes: [
    [{ accountId: 1, createdAt: -1, _id: -1 }],
    // For the reconciliation with a provider's payments.
    [{ type: 1, method: 1, createdAt: 1, _id: 1 }],
  ],
});
