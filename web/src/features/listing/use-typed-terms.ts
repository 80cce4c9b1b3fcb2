/** The terms in the calculator of a listing, which start with those of the listing. */

import { useState } from 'react';
import { useLoanBounds } from '../../graph/use-loan-bounds.ts';
import type { ParsedTerms, TermsInput } from '../../ui/loan/parse-loan-terms.ts';
import { parsePlannedTerms } from '../../ui/plan/parse-planned-terms.ts';
import type { PlanRecord } from '../../ui/plan/plan-record.ts';
import type { TypedPlan } from '../../ui/plan/typed-plan.ts';
import { toTypedPlan } from '../../ui/plan/typed-plan.ts';

interface ListedTerms extends PlanRecord {
  desiredAmount: number;
  desiredTerm: number;
  desiredRate: number;
}

export interface TypedTerms extends Pick<ParsedTerms, 'terms'> {
  input: TermsInput;
  isChanged: boolean;
  onType: (input: TermsInput) => void;
  plan: TypedPlan;
  onPlan: (plan: TypedPlan) => void;
  reset: () => void;
}

/** The listed terms as inputs show them. */
export const toInput = ({
  desiredAmount,
  desiredTerm,
  desiredRate,
}: Pick<ListedTerms, 'desiredAmount' | 'desiredTerm' | 'desiredRate'>): TermsInput => ({
  amount: `${desiredAmount / 100}`,
  term: `${desiredTerm}`,
  rate: `${desiredRate / 100}`,
});

export function useTypedTerms(listing: ListedTerms): TypedTerms {
  const [typed, setTyped] = useState<TermsInput>();
  const [typedPlan, setTypedPlan] = useState<TypedPlan>();
  const bounds = useLoanBounds();
  const input = typed ?? toInput(listing);
  const plan = typedPlan ?? toTypedPlan(listing);
  const isChanged = typed !== undefined || typedPlan !== undefined;
  const { desiredAmount, desiredTerm, desiredRate } = listing;
  // The listed terms count even where the installation has changed its bounds since.
  const listed = { amountCents: desiredAmount, termDays: desiredTerm, rateBps: desiredRate };
  return {
    input,
    terms: isChanged ? parsePlannedTerms(input, { plan, bounds }).terms : listed,
    isChanged,
    onType: setTyped,
    plan,
    onPlan: setTypedPlan,
    reset: () => {
      setTyped(undefined);
      setTypedPlan(undefined);
    },
  };
}
