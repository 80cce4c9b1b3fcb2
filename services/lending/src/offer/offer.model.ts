/** Where offers are kept; a lender has one pending offer on a listing at most. */

import { oneOf } from '@nameloan/service/store/fields.ts';
import { defineModel } from '../service-context.ts';
import type { Offer } from './offer.ts';
import { offerStatuses } from './offer.ts';

export const offers = defineModel<Offer>('offers', {
  called: 'offer',
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
    contract: oneOf(0, 1),
    transferFeeCents: BigInt,
    businessStatement: String,
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
    [{ lenderId: 1, createdAt: -1, _id: -1 }],
    [{ lenderId: 1, status: 1, createdAt: -1, _id: -1 }],
    // A lender's newest offer on each of the listings of a page.
    [{ lenderId: 1, listingId: 1, createdAt: -1, _id: -1 }],
  ],
});
