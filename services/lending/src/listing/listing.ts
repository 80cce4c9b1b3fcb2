/** Rules of a listing, a borrower's invitation for offers, that depend on it alone. */

import { formatCents, formatRate } from '@nameloan/contracts/money';
import type { Bound, LoanBounds } from '@nameloan/loan-math/loan-bounds';
import type { LoanTerms } from '../loan/terms.ts';

const formatDollars = (amountCents: number) => formatCents(amountCents).replace(/\.00$/, '');

export type BoundedTerm = Exclude<keyof LoanTerms, 'plan'>;

/** Returns an error sentence for each term out of bounds. */
export function validateTerms(
  terms: LoanTerms,
  bounds: LoanBounds,
): Partial<Record<BoundedTerm, string>> {
  const { amountCents, termDays, rateBps } = bounds;
  const within = (value: number, { min, max }: Bound) =>
    Number.isSafeInteger(value) && value >= min && value <= max;
  return {
    ...(within(terms.amountCents, amountCents)
      ? {}
      : {
          amountCents: `Choose an amount from ${formatDollars(amountCents.min)} to ${formatDollars(amountCents.max)}.`,
        }),
    ...(within(terms.termDays, termDays)
      ? {}
      : {
          termDays: `Choose a term from ${termDays.min} to ${termDays.max.toLocaleString('en-US')} whole days.`,
        }),
    ...(within(terms.rateBps, rateBps)
      ? {}
      : {
          rateBps: `Choose a rate from ${formatRate(rateBps.min)} to ${formatRate(rateBps.max)}.`,
        }),
  };
}

/**
 * The share of the amount in the middle estimate, in basis points, rounded up, so that a maximum never admits a larger
 * share. Null without an estimate.
 */
export function computeLtv(amountCents: number, midCents: number | null): number | null {
  return midCents ? Math.ceil((amountCents * 10_000) / midCents) : null;
}

/** The part after the first dot; a listed name is one label under a public suffix. */
export function parseSuffix(name: string): string {
  return name.slice(name.indexOf('.') + 1);
}

export function countLabelCharacters(unicodeName: string): number {
  return [...(unicodeName.split('.')[0] ?? '')].length;
}
