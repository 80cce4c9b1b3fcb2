/** The limits of a loan from this installation's settings. */

import { assertValid } from '@nameloan/contracts/field-errors';
import type { LoanBounds } from '@nameloan/loan-math/loan-bounds';
import { settings } from '../config.ts';
import type { LoanTerms } from '../loan/terms.ts';
import type { BoundedTerm } from './listing.ts';
import { validateTerms } from './listing.ts';

export function readLoanBounds(): LoanBounds {
  const limits = settings.value;
  return {
    amountCents: { min: limits.LOAN_MIN_AMOUNT_CENTS, max: limits.LOAN_MAX_AMOUNT_CENTS },
    termDays: { min: limits.LOAN_MIN_TERM_DAYS, max: limits.LOAN_MAX_TERM_DAYS },
    rateBps: { min: limits.LOAN_MIN_RATE_BPS, max: limits.LOAN_MAX_RATE_BPS },
  };
}

/** Throws INVALID_INPUT with all errors; `names` maps terms to the caller's argument names. */
export function assertTermsValid(
  terms: LoanTerms,
  names: Record<BoundedTerm, string>,
  others: Record<string, string> = {},
): void {
  const errors = validateTerms(terms, readLoanBounds());
  const fields = { ...others };
  for (const [key, sentence] of Object.entries(errors)) {
    fields[names[key as BoundedTerm]] = sentence;
  }
  assertValid(fields);
}
