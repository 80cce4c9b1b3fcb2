/** The terms in the calculator of a listing, which start with those of the listing. */

import { useState } from 'react';
import { useLoanBounds } from '../../graph/use-loan-bounds.ts';
import type { ParsedTerms, TermsInput } from '../../ui/loan/parse-loan-terms.ts';
import { parseTerms } from '../../ui/loan/parse-loan-terms.ts';

interface ListedTerms {
  desiredAmount: number;
  desiredTerm: number;
  desiredRate: number;
}

export interface TypedTerms extends Pick<ParsedTerms, 'terms'> {
  input: TermsInput;
  isChanged: boolean;
  onType: (input: TermsInput) => void;
  reset: () => void;
}

/** The listed terms as inputs show them. */
export const toInput = ({ desiredAmount, desiredTerm, desiredRate }: ListedTerms): TermsInput => ({
  amount: `${desiredAmount / 100}`,
  term: `${desiredTerm}`,
  rate: `${desiredRate / 100}`,
});

export function useTypedTerms(listing: ListedTerms): TypedTerms {
  const [typed, setTyped] = useState<TermsInput>();
  const bounds = useLoanBounds();
  const input = typed ?? toInput(listing);
  const parsed = typed && parseTerms(typed, bounds).terms;
  const { desiredAmount, desiredTerm, desiredRate } = listing;
  // The listed terms count even where the installation has changed its bounds since.
  const listed = { amountCents: desiredAmount, termDays: desiredTerm, rateBps: desiredRate };
  return {
    input,
    terms: typed ? parsed : listed,
    isChanged: typed !== undefined,
    onType: setTyped,
    reset: () => setTyped(undefined),
  };
}
