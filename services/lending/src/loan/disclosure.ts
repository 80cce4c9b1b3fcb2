/** The cost disclosure of a loan, which listing, offer, contract and escrow show alike. */

import type { Accrual } from '@nameloan/loan-math/accrual';
import { addDays } from '@nameloan/loan-math/calendar-day';
import type { LoanCosts, LoanTerms } from '@nameloan/loan-math/loan-costs';
import { calculateLoanCosts } from '@nameloan/loan-math/loan-costs';
import type { PlannedRecord } from './plan/plan.ts';
import { hasInstalments } from './plan/plan.ts';
import { calculatePlanCosts } from './plan/plan-costs.ts';

export interface Disclosure extends LoanCosts {
  termDays: number;
  /** The due date, assuming receipt today while the receipt is unknown. */
  dueOn: Date;
  /** The security interest, as a sentence. */
  security: string;
}

export interface DisclosedTerms extends LoanTerms, PlannedRecord {
  /** For display: both spellings if they differ. */
  domainName: string;
}

/** The day count rule as the contract prints it. */
export const dayCountTexts: Readonly<Record<Accrual, string>> = {
  SIMPLE_365:
    'Interest is simple: it accrues on the unpaid Principal only, at the yearly rate divided by 365, for each day from the ' +
    'date of receipt to the date of repayment (actual/365, dates in UTC), and is rounded half up to the cent once. ' +
    'Interest bears no interest.',
  COMPOUND_365:
    'Interest is compounded daily at the yearly rate divided by 365, for each day from the date of receipt ' +
    'to the date of repayment (actual/365, dates in UTC), and rounded half up to the cent once.',
};

/** The disclosure of a loan whose money arrives at `receivedAt`. */
export function computeDisclosure(terms: DisclosedTerms, receivedAt: Date): Disclosure {
  const planned = hasInstalments(terms) ? calculatePlanCosts(terms, receivedAt) : null;
  return {
    ...(planned?.costs ?? calculateLoanCosts(terms)),
    termDays: planned?.termDays ?? terms.termDays,
    dueOn: addDays(receivedAt, planned?.termDays ?? terms.termDays),
    security: `A security interest in the domain name ${terms.domainName}, held in escrow until the loan ends.`,
  };
}
