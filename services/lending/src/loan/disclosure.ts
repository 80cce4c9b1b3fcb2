/** What a loan costs in plain figures: the one box that listing, offer, contract and escrow show. */

import { addDays } from '../money/calendar-day.ts';
import { amountAfterDays, aprAllCostsPercent, costOverTermPercent } from '../money/interest.ts';

export interface Disclosure {
  /** The borrower receives. */
  receivesCents: number;
  /** The borrower repays, if at the end of the term. */
  repaysCents: number;
  interestCents: number;
  /** Interest over the term in percent, compounded daily, two decimals ("Adjusted"). */
  costOverTermPercent: number;
  /** In percent, two decimals. */
  aprAllCostsPercent: number;
  termDays: number;
  /** Due date where the receipt is known, else as if the money arrived today. */
  dueOn: Date;
  /** What is given as security, in a sentence. */
  security: string;
}

export interface DisclosedTerms {
  amountCents: number;
  termDays: number;
  rateBps: number;
  /** For reading; both spellings where they differ. */
  domainName: string;
}

/** How interest is counted, as the contract and the screens print it. */
export const dayCountText =
  'Interest is compounded daily at the yearly rate divided by 365, for each day from the date of receipt ' +
  'to the date of repayment (actual/365, dates in UTC), and rounded half up to the cent once.';

/** The figures of a loan whose money arrives (or arrived) at `receivedAt`. */
export function disclosure(terms: DisclosedTerms, receivedAt: Date): Disclosure {
  const repaysCents = amountAfterDays(terms, terms.termDays);
  return {
    receivesCents: terms.amountCents,
    repaysCents,
    interestCents: repaysCents - terms.amountCents,
    costOverTermPercent: costOverTermPercent(terms.rateBps, terms.termDays),
    aprAllCostsPercent: aprAllCostsPercent(terms.amountCents, repaysCents, terms.termDays),
    termDays: terms.termDays,
    dueOn: addDays(receivedAt, terms.termDays),
    security: `A security interest in the domain name ${terms.domainName}, held in escrow until the loan ends.`,
  };
}
