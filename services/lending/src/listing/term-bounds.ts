/** The limits of a loan from this installation's settings. */

import type { LoanBounds } from '@nameloan/loan-math/loan-bounds';
import { settings } from '../config.ts';

export function readLoanBounds(): LoanBounds {
  const limits = settings.value;
  return {
    amountCents: { min: limits.LOAN_MIN_AMOUNT_CENTS, max: limits.LOAN_MAX_AMOUNT_CENTS },
    termDays: { min: limits.LOAN_MIN_TERM_DAYS, max: limits.LOAN_MAX_TERM_DAYS },
    rateBps: { min: limits.LOAN_MIN_RATE_BPS, max: limits.LOAN_MAX_RATE_BPS },
  };
}
