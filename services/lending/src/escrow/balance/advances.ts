/** What the borrower of a loan received: its whole amount or the payments of a refinancing, and further principal of amendments. Pure. */

import type { DatedAmount } from '@nameloan/loan-math/balance-terms';
import type { LegRecord } from '../../loan/refinance/refinance.ts';
import type { Escrow } from '../escrow.ts';

type Advanced = Pick<Escrow, 'amountCents' | 'replacing' | 'advances'>;

/** The new lender's payment of the payoff; null before it is reported and after it is withdrawn. */
export const findPayoffLeg = ({ replacing }: Pick<Escrow, 'replacing'>): LegRecord | null =>
  replacing?.legs.find(({ leg }) => leg === 'PAYOFF') ?? null;

/** The principal at the start, and what the borrower received later. */
export function listAdvances({ amountCents, replacing, advances }: Advanced): {
  firstCents: number;
  later: DatedAmount[];
} {
  const agreed = (advances ?? []).map(({ day, amountCents: cents }) => ({ day, cents }));
  if (!replacing) return { firstCents: amountCents, later: agreed };
  const surplus = replacing.legs.flatMap(({ leg, day, confirmedCents }) =>
    leg === 'SURPLUS' && confirmedCents !== null ? [{ day, cents: confirmedCents }] : [],
  );
  const firstCents = findPayoffLeg({ replacing })?.confirmedCents ?? amountCents;
  return { firstCents, later: [...surplus, ...agreed] };
}

/** Cents that the borrower received until `day`. */
export function sumAdvancedCents(loan: Advanced, day: Date): number {
  const { firstCents, later } = listAdvances(loan);
  return later
    .filter((advance) => advance.day <= day)
    .reduce((sum, { cents }) => sum + cents, firstCents);
}
