/** What the borrower of a loan received: its whole amount, or the payments of a refinancing. Pure. */

import type { DatedAmount } from '@nameloan/loan-math/balance-terms';
import type { LegRecord } from '../../loan/refinance/refinance.ts';
import type { Escrow } from '../escrow.ts';

/** The new lender's payment of the payoff; null before it is reported and after it is withdrawn. */
export const findPayoffLeg = ({ replacing }: Pick<Escrow, 'replacing'>): LegRecord | null =>
  replacing?.legs.find(({ leg }) => leg === 'PAYOFF') ?? null;

/** The principal at the start, and what the borrower received later. Of a loan that replaces none, its whole amount. */
export function listAdvances({
  amountCents,
  replacing,
}: Pick<Escrow, 'amountCents' | 'replacing'>): {
  firstCents: number;
  later: DatedAmount[];
} {
  if (!replacing) return { firstCents: amountCents, later: [] };
  const later = replacing.legs.flatMap(({ leg, day, confirmedCents }) =>
    leg === 'SURPLUS' && confirmedCents !== null ? [{ day, cents: confirmedCents }] : [],
  );
  return { firstCents: findPayoffLeg({ replacing })?.confirmedCents ?? amountCents, later };
}

/** Cents that the borrower received until `day`. */
export function sumAdvancedCents(
  loan: Pick<Escrow, 'amountCents' | 'replacing'>,
  day: Date,
): number {
  const { firstCents, later } = listAdvances(loan);
  return later
    .filter((advance) => advance.day <= day)
    .reduce((sum, { cents }) => sum + cents, firstCents);
}
