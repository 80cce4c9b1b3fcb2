/** Where transactions are kept. */

import { nested } from '@nameloan/service/store/model.ts';
import { defineModel } from '../kit.ts';
import type { Transaction } from './transaction.ts';

export const transactions = defineModel<Transaction>('transactions', {
  called: 'transaction',
  fields: {
    version: Number,
    accountId: String,
    type: String,
    method: String,
    amountCents: BigInt,
    status: String,
    createdAt: Date,
    endedAt: Date,
    reason: String,
    session: nested({ id: String, uri: String, paymentId: String }),
  },
  indexes: [[{ accountId: 1, createdAt: -1, _id: -1 }]],
});
