/** What the borrower of a loan received: its whole amount, and further principal of amendments. Pure. */

import type { DatedAmount } from '@nameloan/loan-math/balance-terms';
import type { Escrow } from '../escrow.ts';

type Advanced = Pick<Escrow, 'amountCents' | 'advances'>;

/** The principal at the start, and what the borrower received later. */
export function listAdvances({ amountCents, advances }: Advanced): {
  firstCents: number;
  later: DatedAmount[];
} {
  const later = (advances ?? []).map(({ day, amountCents: cents }) => ({ day, cents }));
  return { firstCents: amountCents, later };
}

/** Cents that the borrower received until `day`. */
export function sumAdvancedCents(loan: Advanced, day: Date): number {
  const { firstCents, later } = listAdvances(loan);
  return later
    .filter((advance) => advance.day <= day)
    .reduce((sum, { cents }) => sum + cents, firstCents);
}
