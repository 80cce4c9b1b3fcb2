/** Parses typed loan terms; the term of a plan with several payments follows from the plan. */

import type { LoanBounds } from '@nameloan/loan-math/loan-bounds';
import type { ParsedTerms, TermsInput } from '../loan/parse-loan-terms.ts';
import { parseTerms } from '../loan/parse-loan-terms.ts';
import type { TypedPlan } from './typed-plan.ts';

export interface PlannedBounds {
  plan: Pick<TypedPlan, 'kind'>;
  bounds: LoanBounds;
}

/** With several payments, `termDays` of the result means nothing. */
export function parsePlannedTerms(typed: TermsInput, { plan, bounds }: PlannedBounds): ParsedTerms {
  const isOnce = plan.kind === 'BULLET';
  return parseTerms(isOnce ? typed : { ...typed, term: `${bounds.termDays.min}` }, bounds);
}
