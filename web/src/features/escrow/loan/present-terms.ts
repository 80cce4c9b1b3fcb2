/** The terms of a loan that count now: those of its contract, as amendments in effect changed them. */

import type { Loan } from '../loan-parties.ts';
import { countDays } from '../utc-days.ts';

/** Days from the receipt to the last due date. */
export function findPresentTerm({
  presentTerms,
  receivedAt,
  term,
}: Pick<Loan, 'presentTerms' | 'receivedAt' | 'term'>): number {
  const { due } = presentTerms;
  return due && receivedAt ? countDays(receivedAt.slice(0, 10), due) : term;
}
