/** Collection of loan terms. */

import { defineModel } from '../service-context.ts';
import type { Loan } from './loan.ts';

export const loans = defineModel<Loan>('loans', {
  label: 'loan',
  fields: {
    version: Number,
    borrowerId: String,
    lenderId: String,
    lenderAsOf: Number,
    domainName: String,
    amountCents: BigInt,
    termDays: Number,
    rateBps: Number,
    paymentCount: Number,
  },
});
