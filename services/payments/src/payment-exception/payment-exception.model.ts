/** Collection of payment exceptions. */

import { listOf, oneOf } from '@nameloan/persistence/fields';
import { defineModel } from '../service-context.ts';
import type { PaymentException } from './payment-exception.ts';

export const paymentExceptions = defineModel<PaymentException>('payment_exceptions', {
  label: 'payment',
  fields: {
    version: Number,
    status: oneOf('WAITING', 'CREDITED', 'FAILED', 'CLEARED'),
    method: oneOf('CARD', 'CRYPTOCURRENCY'),
    depositId: String,
    accountId: String,
    askedCents: BigInt,
    arrivedCents: BigInt,
    creditedCents: BigInt,
    reversals: listOf({
      id: String,
      kind: oneOf('DISPUTE', 'REFUND'),
      amountCents: BigInt,
      status: oneOf('TAKEN', 'LOST', 'UNDONE'),
    }),
    reason: String,
    createdAt: Date,
    settledAt: Date,
    settledBy: String,
  },
  indexes: [[{ status: 1, createdAt: 1, _id: 1 }], [{ depositId: 1, status: 1 }]],
});
