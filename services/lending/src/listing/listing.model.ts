/** Database model of listings, with an index for each sort order. */

import type { Sort } from '@nameloan/persistence/entity';
import { oneOf } from '@nameloan/persistence/fields';
import { newestFirst } from '@nameloan/persistence/reads/page';
import { defineModel } from '../service-context.ts';
import type { Listing } from './listing.ts';

/** A partial index on open listings, since only those are searched. */
export const wordsIndex = { words: 1 } as const;

const orderKeys = ['amountCents', 'termDays', 'rateBps', 'midCents', 'labelLength'] as const;
export type OrderKey = (typeof orderKeys)[number];

/** The index for open listings sorted by this key, optionally within one suffix. */
export const buildSortIndex = (
  key: OrderKey,
  { ofSuffix }: { ofSuffix: boolean },
): Sort<Listing> => ({
  status: 1,
  ...(ofSuffix ? { suffix: 1 } : {}),
  [key]: -1,
  ...newestFirst,
});

export const listings = defineModel<Listing>('listings', {
  label: 'listing',
  fields: {
    version: Number,
    status: oneOf('OPEN', 'CLOSED'),
    domainId: String,
    domainName: String,
    unicodeName: String,
    suffix: String,
    words: [String],
    maxYears: Number,
    labelLength: Number,
    borrowerId: String,
    amountCents: BigInt,
    termDays: Number,
    rateBps: Number,
    midCents: BigInt,
    transferFeeCents: BigInt,
    businessStatement: String,
    createdAt: Date,
    domainVersion: Number,
    offersMade: Number,
    closedAt: Date,
    closeReason: oneOf('REMOVED', 'ACCEPTED', 'PROOF_LOST', 'DOMAIN_GONE', 'TRANSFER_OUT'),
  },
  indexes: [
    [{ domainId: 1 }, { unique: true, partialFilterExpression: { status: 'OPEN' } }],
    [wordsIndex, { partialFilterExpression: { status: 'OPEN' } }],
    [{ status: 1, createdAt: -1, _id: -1 }],
    [{ status: 1, suffix: 1, createdAt: -1, _id: -1 }],
    ...orderKeys.flatMap((key): [Sort<Listing>][] => [
      [buildSortIndex(key, { ofSuffix: false })],
      [buildSortIndex(key, { ofSuffix: true })],
    ]),
  ],
});
