/** The record of a listing, a borrower's invitation for offers, and the rules that depend on it alone. */

import { formatCents, formatRate } from '@nameloan/contracts/money';
import type { Bound, LoanBounds } from '@nameloan/loan-math/loan-bounds';
import type { LoanTerms } from '../loan/terms.ts';

export type ListingStatus = 'OPEN' | 'CLOSED';
export type CloseReason = 'REMOVED' | 'ACCEPTED' | 'PROOF_LOST' | 'DOMAIN_GONE' | 'TRANSFER_OUT';

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
  /** Middle estimate of the domain's appraisal in US cents, for sorting only; null without an appraisal. */
  midCents: number | null;
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

const formatDollars = (amountCents: number) => formatCents(amountCents).replace(/\.00$/, '');

/** Returns an error sentence for each term out of bounds. */
export function validateTerms(
  terms: LoanTerms,
  bounds: LoanBounds,
): Partial<Record<keyof LoanTerms, string>> {
  const { amountCents, termDays, rateBps } = bounds;
  const within = (value: number, { min, max }: Bound) =>
    Number.isSafeInteger(value) && value >= min && value <= max;
  return {
    ...(within(terms.amountCents, amountCents)
      ? {}
      : {
          amountCents: `Choose an amount from ${formatDollars(amountCents.min)} to ${formatDollars(amountCents.max)}.`,
        }),
    ...(within(terms.termDays, termDays)
      ? {}
      : {
          termDays: `Choose a term from ${termDays.min} to ${termDays.max.toLocaleString('en-US')} whole days.`,
        }),
    ...(within(terms.rateBps, rateBps)
      ? {}
      : {
          rateBps: `Choose a rate from ${formatRate(rateBps.min)} to ${formatRate(rateBps.max)}.`,
        }),
  };
}

/** The part after the first dot; a listed name is one label under a public suffix. */
export function parseSuffix(name: string): string {
  return name.slice(name.indexOf('.') + 1);
}

export function countLabelCharacters(unicodeName: string): number {
  return [...(unicodeName.split('.')[0] ?? '')].length;
}
