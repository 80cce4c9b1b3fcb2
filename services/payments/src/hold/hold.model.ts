/** Collection of holds. */

import { oneOf } from '@nameloan/persistence/fields';
import { defineModel } from '../service-context.ts';
import type { Hold } from './hold.ts';

export const holds = defineModel<Hold>('holds', {
  label: 'hold',
  fields: {
    version: Number,
    status: oneOf('HELD', 'CAPTURED', 'RELEASED'),
    accountId: String,
    amountCents: BigInt,
    kind: oneOf('TRANSFER_FEE', 'RENEWAL_FEE'),
    transactionId: String,
    reference: String,
    createdAt: Date,
    endedAt: Date,
    refundedAt: Date,
  },
  indexes: [[{ accountId: 1, status: 1 }], [{ status: 1 }]],
});
