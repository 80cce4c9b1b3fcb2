/** Minimum and maximum of a loan's terms (docs/product-rules.md), unless an installation sets others. */

export interface Bound {
  min: number;
  max: number;
}

export type LoanBounds = Record<'amountCents' | 'termDays' | 'rateBps', Bound>;

export const loanBounds = {
  amountCents: { min: 100, max: 1_000_000_000 },
  termDays: { min: 1, max: 3_650 },
  rateBps: { min: 0, max: 10_000 },
} as const satisfies LoanBounds;
