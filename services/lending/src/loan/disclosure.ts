/** What a loan costs in plain figures: the one box that listing, offer, contract and escrow show. */

import { addDays } from '@nameloan/figures/calendar-day.ts';
import type { CountedTerms, LoanFigures } from '@nameloan/figures/loan-figures.ts';
import { loanFigures } from '@nameloan/figures/loan-figures.ts';

export interface Disclosure extends LoanFigures {
  termDays: number;
  /** Due date where the receipt is known, else as if the money arrived today. */
  dueOn: Date;
  /** What is given as security, in a sentence. */
  security: string;
}

export interface DisclosedTerms extends CountedTerms {
  /** For reading; both spellings where they differ. */
  domainName: string;
}

/** How interest is counted, as the contract and the screens print it. */
export const dayCountText =
  'Interest is compounded daily at the yearly rate divided by 365, for each day from the date of receipt ' +
  'to the date of repayment (actual/365, dates in UTC), and rounded half up to the cent once.';

/** The figures of a loan whose money arrives (or arrived) at `receivedAt`. */
export function disclosure(terms: DisclosedTerms, receivedAt: Date): Disclosure {
  return {
    ...loanFigures(terms),
    termDays: terms.termDays,
    dueOn: addDays(receivedAt, terms.termDays),
    security: `A security interest in the domain name ${terms.domainName}, held in escrow until the loan ends.`,
  };
}
