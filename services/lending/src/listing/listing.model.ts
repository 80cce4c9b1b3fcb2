/** The record of a listing and its collection, with an index for each sort order. */

import type { Sort } from '@nameloan/persistence/entity';
import { nested, oneOf } from '@nameloan/persistence/fields';
import { newestFirst } from '@nameloan/persistence/reads/page';
import { planField } from '../loan/plan/plan-model.ts';
import type { LoanTerms } from '../loan/terms.ts';
import { defineModel } from '../service-context.ts';
import type { ListedRegistration } from './registration/registration.ts';

export type ListingStatus = 'OPEN' | 'CLOSED';
const closeReasons = [
  'REMOVED',
  'ACCEPTED',
  'PROOF_LOST',
  'DOMAIN_GONE',
  'TRANSFER_OUT',
  'NOT_ELIGIBLE',
  'LOAN_ENDED',
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
  /** For filters only; null before the first report about the name, absent in old records until their next report. */
  registration?: ListedRegistration | null;
  /** The borrower's declaration of business purposes, frozen; absent or null: none, so it counts as a personal loan. */
  businessStatement?: string | null;
  /** The running loan that a loan of this listing repays; absent in all others. */
  refinances?: string | null;
  /** Its lender, who cannot make an offer. */
  oldLenderId?: string | null;
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

const registrationKeys = [
  'registration.registrarId',
  'registration.registeredAt',
  'registration.expiresAt',
  'registration.dnssec',
] as const;
type RegistrationKey = (typeof registrationKeys)[number];

export const isRegistrationKey = (key: string): key is RegistrationKey =>
  registrationKeys.some((one) => one === key);

/** The index for open listings filtered by this key. */
export const buildRegistrationIndex = (key: RegistrationKey): Sort<Listing> => ({
  status: 1,
  [key]: -1,
  ...newestFirst,
});

/** For a filter by plan; one payment has no plan, unless it has late terms. */
export const planIndex = { status: 1, 'plan.kind': 1, ...newestFirst } as const;

/** Partial, as `wordsIndex`. */
export const registrarIndex = { 'registration.registrarWords': 1 } as const;

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
    plan: planField,
    midCents: BigInt,
    ltvBps: Number,
    transferFeeCents: BigInt,
    registration: nested({
      version: Number,
      registrarId: Number,
      registrarWords: [String],
      registeredAt: Date,
      expiresAt: Date,
      dnssec: oneOf('SIGNED', 'UNSIGNED'),
    }),
    businessStatement: String,
    refinances: String,
    oldLenderId: String,
    createdAt: Date,
    domainVersion: Number,
    offersMade: Number,
    closedAt: Date,
    closeReason: oneOf(...closeReasons),
  },
  indexes: [
    [{ domainId: 1 }, { unique: true, partialFilterExpression: { status: 'OPEN' } }],
    [wordsIndex, { partialFilterExpression: { status: 'OPEN' } }],
    [registrarIndex, { partialFilterExpression: { status: 'OPEN' } }],
    ...registrationKeys.map((key): [Sort<Listing>] => [buildRegistrationIndex(key)]),
    [planIndex],
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
