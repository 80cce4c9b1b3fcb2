/** What a loan may be on this installation; until that is known, or where nobody can say it, what is shipped. */

import { useQuery } from '@apollo/client/react';
import type { LoanBounds } from '@nameloan/figures/loan-bounds.ts';
import { loanBounds } from '@nameloan/figures/loan-bounds.ts';
import { LoanBoundsDocument } from './loan-bounds.generated.ts';

export function useLoanBounds(): LoanBounds {
  const told = useQuery(LoanBoundsDocument, { errorPolicy: 'all' }).data?.loanBounds;
  if (!told) return loanBounds;
  return {
    amountCents: { min: told.minAmount, max: told.maxAmount },
    termDays: { min: told.minTerm, max: told.maxTerm },
    rateBps: { min: told.minRate, max: told.maxRate },
  };
}
