/** The record of a listing and its collection, with an index for each sort order. */

import type { Sort } from '@nameloan/persistence/entity';
import { oneOf } from '@nameloan/persistence/fields';
import { newestFirst } from '@nameloan/persistence/reads/page';
import type { LoanTerms } from '../loan/terms.ts';
import { defineModel } from '../service-context.ts';

export type ListingStatus = 'OPEN' | 'CLOSED';
const closeReasons = [
  'REMOVED',
  'ACCEPTED',
  'PROOF_LOST',
  'DOMAIN_GONE',
  'TRANSFER_OUT',
  'NOT_ELIGIBLE',
] as const;
export type CloseReason = (typeof closeReasons)[number];

export interface Listing extends LoanTerms {
  id: string;
  version: number;
  status: ListingStatus;
  domainId: string;
  /** A-label. */
  domainName: string;
  unicodeName: string;
  /** Public suffix as an A-label, without a leading dot. */
  suffix: string;
  /** Search words (`search-words.ts`). Absent in old records until they are backfilled. */
  words?: string[] | null;
  /** Maximum registration period of its registry in years; null when unknown. */
  maxYears: number | null;
  /** Number of characters of the label before the suffix, as displayed. */
  labelLength: number;
  borrowerId: string;
  /** Middle estimate of the domain's appraisal in US cents, for filters and orders only; null without an appraisal. */
  midCents: number | null;
  /** The amount in basis points of `midCents` (`computeLtv`); null without an appraisal. Backfilled in old records. */
  ltvBps?: number | null;
  /**
   * The platform's fee for the transfer into custody at the time of listing, US cents; 0 in custody. Offer, loan and
   * contract use the same fee. Absent in old records.
   */
  transferFeeCents?: number | null;
  /** The borrower's declaration of business purposes, frozen; absent or null: none, so it counts as a personal loan. */
  businessStatement?: string | null;
  createdAt: Date;
  /**
   * Version of the domain in the reply on which the listing was opened; events up to it are included in the reply. Absent
   * in old records, which any closing event closes.
   */
  domainVersion?: number | null;
  /** Raised by every offer, so that an offer and a concurrent closing conflict. */
  offersMade: number;
  closedAt: Date | null;
  closeReason: CloseReason | null;
}

/** A partial index on open listings, since only those are searched. */
export const wordsIndex = { words: 1 } as const;

/** The open listings of an account, newest first. */
export const ownerIndex = { borrowerId: 1, status: 1, ...newestFirst } as const;

/** Open listings in the order of ids, for the hourly job, which would otherwise read all closed ones too. */
const maintenanceIndex = { status: 1, _id: 1 } as const;

const orderKeys = [
  'amountCents',
  'termDays',
  'rateBps',
  'midCents',
  'ltvBps',
  'labelLength',
] as const;
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
    ltvBps: Number,
    transferFeeCents: BigInt,
    businessStatement: String,
    createdAt: Date,
    domainVersion: Number,
    offersMade: Number,
    closedAt: Date,
    closeReason: oneOf(...closeReasons),
  },
  indexes: [
    [{ domainId: 1 }, { unique: true, partialFilterExpression: { status: 'OPEN' } }],
    [wordsIndex, { partialFilterExpression: { status: 'OPEN' } }],
    [ownerIndex],
    [maintenanceIndex],
    [{ status: 1, createdAt: -1, _id: -1 }],
    [{ status: 1, suffix: 1, createdAt: -1, _id: -1 }],
    ...orderKeys.flatMap((key): [Sort<Listing>][] => [
      [buildSortIndex(key, { ofSuffix: false })],
      [buildSortIndex(key, { ofSuffix: true })],
    ]),
  ],
});
