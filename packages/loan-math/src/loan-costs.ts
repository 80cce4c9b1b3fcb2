/** The costs of a loan from its terms: for the disclosure on screens and in documents, and for calculators. */

import type { Accrual } from './accrual.ts';
import { amountAfterDays, aprAllCostsPercent, costOverTermPercent } from './interest.ts';

/** The accrual of every new loan. */
export const newLoanAccrual: Accrual = 'SIMPLE_365';

/** Money in integer US cents, the term in whole days, the rate in basis points a year. */
export interface LoanTerms {
  amountCents: number;
  termDays: number;
  rateBps: number;
  accrual: Accrual;
  /** Absent in older records, whose costs include no fee. */
  transferFeeCents?: number | null | undefined;
}

export interface LoanCosts {
  /** What the lender sends and the borrower receives. */
  receivesCents: number;
  /** The borrower's fee for the transfer into custody; 0 if the domain was already in custody. */
  transferFeeCents: number;
  /** What the borrower repays at the end of the term. */
  repaysCents: number;
  interestCents: number;
  /** The rate over the term in percent as if interest compounded daily, two decimals ("Adjusted"). */
  costOverTermPercent: number;
  /** In percent, two decimals; null if the fee consumes all that is received. */
  aprAllCostsPercent: number | null;
}

export function calculateLoanCosts(terms: LoanTerms): LoanCosts {
  const { amountCents, termDays, rateBps, accrual } = terms;
  const transferFeeCents = terms.transferFeeCents ?? 0;
  const repaysCents = amountAfterDays(terms, termDays);
  return {
    receivesCents: amountCents,
    transferFeeCents,
    repaysCents,
    interestCents: repaysCents - amountCents,
    costOverTermPercent: costOverTermPercent(rateBps, termDays),
    aprAllCostsPercent: aprAllCostsPercent(
      {
        receivedCents: amountCents - transferFeeCents,
        repaidCents: repaysCents,
        days: termDays,
      },
      accrual,
    ),
  };
}
