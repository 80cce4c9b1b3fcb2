/** A borrower's open invitation: the one type of it, and the rules that need nothing but the record. */

import { formatCents, formatRate } from '@nameloan/contracts/money.ts';
import type { Bound, LoanBounds } from '@nameloan/figures/loan-bounds.ts';
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
  /** To find it by (`words.ts`). Absent in listings from before it was kept, until the next start. */
  words?: string[] | null;
  /** Years ahead for which its registry registers; null where nobody said. */
  longestYears: number | null;
  /** Characters of the label before the suffix, as displayed. */
  labelLength: number;
  borrowerId: string;
  /** Middle of the domain's appraisal in US cents; null while there is none. Only to sort by. */
  midCents: number | null;
  /**
   * The platform's fee for the transfer into custody as it stood when this was listed, US cents; 0 in custody.
   * Frozen from here to the contract. Absent in listings from before it was kept.
   */
  transferFeeCents?: number | null;
  /** What the borrower has declared about business purposes, frozen; absent or null: a personal loan, or nothing said. */
  businessStatement?: string | null;
  createdAt: Date;
  /**
   * Version of the domain at which domains said how it stands; facts up to it were in the answer. Absent in
   * listings from before it was kept, which any fact closes.
   */
  domainVersion?: number | null;
  /** Raised by every offer, so that an offer and a closing conflict on this record. */
  offersMade: number;
  closedAt: Date | null;
  closeReason: CloseReason | null;
}

const dollars = (amountCents: number) => formatCents(amountCents).replace(/\.00$/, '');

/** A sentence per term that lies outside the bounds, keyed by the term. */
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
          amountCents: `Choose an amount from ${dollars(amountCents.min)} to ${dollars(amountCents.max)}.`,
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

/** All after the first dot: a listed name is one label under its public suffix. */
export function suffixOf(name: string): string {
  return name.slice(name.indexOf('.') + 1);
}

export function labelLengthOf(unicodeName: string): number {
  return [...(unicodeName.split('.')[0] ?? '')].length;
}
