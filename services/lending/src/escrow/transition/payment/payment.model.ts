/** Database model of payments. They are written with their loan, in one transaction. */

import { oneOf } from '@nameloan/persistence/fields';
import type { Payment } from '../../../loan/payment.ts';
import { paymentLegs, paymentParties, paymentStatuses } from '../../../loan/payment.ts';
import { defineModel } from '../../../service-context.ts';

export const payments = defineModel<Payment>('payments', {
  label: 'payment',
  fields: {
    version: Number,
    escrowId: String,
    leg: oneOf(...paymentLegs),
    amendment: Number,
    oldEscrowId: String,
    from: oneOf(...paymentParties),
    to: oneOf(...paymentParties),
    formerLenderId: String,
    valueDay: Date,
    amountCents: BigInt,
    method: String,
    reference: String,
    payeeVersion: Number,
    evidenceIds: [String],
    reportedBy: oneOf('BORROWER', 'LENDER'),
    reportedAt: Date,
    status: oneOf(...paymentStatuses),
    confirmedCents: BigInt,
    answeredAt: Date,
    reason: String,
  },
  indexes: [
    [{ escrowId: 1, reportedAt: 1, _id: 1 }],
    [
      { oldEscrowId: 1, reportedAt: 1, _id: 1 },
      { partialFilterExpression: { oldEscrowId: { $exists: true } } },
    ],
  ],
});
