/** What a loan costs in plain figures, of its terms alone: the disclosure of every screen and paper, and the calculators. */

import { amountAfterDays, aprAllCostsPercent, costOverTermPercent } from './interest.ts';

/** Money in integer US cents, the term in whole days, the rate in basis points a year. */
export interface LoanTerms {
  amountCents: number;
  termDays: number;
  rateBps: number;
  /** Absent in records from before it was kept, whose figures count no fee. */
  transferFeeCents?: number | null | undefined;
}

export interface LoanCosts {
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
}

export function calculateLoanCosts(terms: LoanTerms): LoanCosts {
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
  };
}
