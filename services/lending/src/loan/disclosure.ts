/** What a loan costs in plain figures: the one box that listing, offer, contract and escrow show. */

import { addDays } from '../money/calendar-day.ts';
import { amountAfterDays, aprAllCostsPercent, costOverTermPercent } from '../money/interest.ts';

export interface Disclosure {
  /** The lender sends, and the borrower receives. */
  receivesCents: number;
  /** What the borrower pays the platform for the transfer into custody; 0 where the domain was there already. */
  transferFeeCents: number;
  /** The borrower repays, if at the end of the term. */
  repaysCents: number;
  interestCents: number;
  /** Interest over the term in percent, compounded daily, two decimals ("Adjusted"). */
  costOverTermPercent: number;
  /** In percent, two decimals; null where the fee takes all that is received. */
  aprAllCostsPercent: number | null;
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
  /** Absent in records from before it was kept, whose figures count no fee. */
  transferFeeCents?: number | null | undefined;
  /** For reading; both spellings where they differ. */
  domainName: string;
}

/** How interest is counted, as the contract and the screens print it. */
export const dayCountText =
  'Interest is compounded daily at the yearly rate divided by 365, for each day from the date of receipt ' +
  'to the date of repayment (actual/365, dates in UTC), and rounded half up to the cent once.';

/** The figures of a loan whose money arrives (or arrived) at `receivedAt`. */
export function disclosure(terms: DisclosedTerms, receivedAt: Date): Disclosure {
  const { amountCents, termDays, rateBps } = terms;
  const transferFeeCents = terms.transferFeeCents ?? 0;
  const repaysCents = amountAfterDays(terms, termDays);
  return {
    receivesCents: amountCents,
    transferFeeCents,
    repaysCents,
    interestCents: repaysCents - amountCents,
    costOverTermPercent: costOverTermPercent(rateBps, termDays),
    aprAllCostsPercent: aprAllCostsPercent(amountCents - transferFeeCents, repaysCents, termDays),
    termDays,
    dueOn: addDays(receivedAt, termDays),
    security: `A security interest in the domain name ${terms.domainName}, held in escrow until the loan ends.`,
  };
}
