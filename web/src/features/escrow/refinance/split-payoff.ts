/** Who pays what of an old loan's payoff, and what is left of the new loan. Cents. */

import type { PayoffLetterFieldsFragment } from './refinance.generated.ts';

export type PayoffLetter = PayoffLetterFieldsFragment;

export interface PayoffSplit {
  /** From the new lender to the old one. */
  payoff: number;
  /** From the borrower to the old lender. */
  topUp: number;
  /** From the new lender to the borrower. */
  surplus: number;
}

export const splitPayoff = (amount: number, payoff: number): PayoffSplit => ({
  payoff: Math.min(amount, payoff),
  topUp: Math.max(0, payoff - amount),
  surplus: Math.max(0, amount - payoff),
});

/** What repays the old loan on its first day, which is today. */
export const getPayoffToday = ({ days }: PayoffLetter): number => days[0]?.amount ?? 0;
