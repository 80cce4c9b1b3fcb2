/** Database model of offers; a unique index allows one pending offer per lender and listing. */

import { oneOf } from '@nameloan/persistence/fields';
import { planField } from '../loan/plan/plan-model.ts';
import { defineModel } from '../service-context.ts';
import type { Offer } from './offer.ts';
import { offerStatuses } from './offer.ts';

export const offers = defineModel<Offer>('offers', {
  label: 'offer',
  fields: {
    version: Number,
    status: oneOf(...offerStatuses),
    listingId: String,
    domainId: String,
    domainName: String,
    unicodeName: String,
    borrowerId: String,
    lenderId: String,
    amountCents: BigInt,
    termDays: Number,
    rateBps: Number,
    plan: planField,
    accrual: oneOf('SIMPLE_365', 'COMPOUND_365'),
    contract: oneOf(0, 1),
    transferFeeCents: BigInt,
    businessStatement: String,
    refinances: String,
    message: String,
    createdAt: Date,
    expiresAt: Date,
    decidedAt: Date,
  },
  indexes: [
    [
      { listingId: 1, lenderId: 1 },
      { unique: true, partialFilterExpression: { status: 'PENDING' } },
    ],
    [{ listingId: 1, status: 1 }],
    [{ domainId: 1, status: 1 }],
    [{ borrowerId: 1, createdAt: -1, _id: -1 }],
    [{ borrowerId: 1, status: 1, createdAt: -1, _id: -1 }],
    [{ borrowerId: 1, status: 1, listingId: -1, createdAt: -1, _id: -1 }],
    [{ lenderId: 1, createdAt: -1, _id: -1 }],
    [{ lenderId: 1, status: 1, createdAt: -1, _id: -1 }],
    // For a lender's newest offer on each listing of a page.
    [{ lenderId: 1, listingId: 1, createdAt: -1, _id: -1 }],
  ],
});
