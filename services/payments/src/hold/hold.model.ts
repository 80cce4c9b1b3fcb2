/** Where holds are kept. */

import { defineModel } from '../kit.ts';
import type { Hold } from './hold.ts';

export const holds = defineModel<Hold>('holds', {
  called: 'hold',
  fields: {
    version: Number,
    status: String,
    accountId: String,
    amountCents: BigInt,
    kind: String,
    transactionId: String,
    reference: String,
    createdAt: Date,
    endedAt: Date,
  },
  indexes: [[{ accountId: 1, status: 1 }], [{ status: 1 }]],
});
