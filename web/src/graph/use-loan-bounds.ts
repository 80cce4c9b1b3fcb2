/** The loan limits of this installation; the built-in defaults until they are loaded or if loading fails. */

import { useQuery } from '@apollo/client/react';
import type { LoanBounds } from '@nameloan/loan-math/loan-bounds';
import { loanBounds } from '@nameloan/loan-math/loan-bounds';
import { LoanBoundsDocument } from './loan-bounds.generated.ts';

export function useLoanBounds(): LoanBounds {
  const bounds = useQuery(LoanBoundsDocument, { errorPolicy: 'all' }).data?.loanBounds;
  if (!bounds) return loanBounds;
  return {
    amountCents: { min: bounds.minAmount, max: bounds.maxAmount },
    termDays: { min: bounds.minTerm, max: bounds.maxTerm },
    rateBps: { min: bounds.minRate, max: bounds.maxRate },
  };
}
