/** What a payoff letter demanded beyond the computed debt, as a fee of the old loan. Pure. */

import type { DebtRecord } from '../escrow/balance/debt-record.ts';
import { replayLoan } from '../escrow/balance/replay-loan.ts';
import type { Escrow, Receipt } from '../escrow/escrow.ts';

export const letterCostKeys = ['endedBy', 'replacement'] as const;
type RefinancedLoan = DebtRecord & Pick<Escrow, (typeof letterCostKeys)[number]>;

interface LetterCost {
  paymentId: string;
  day: Date;
  cents: number;
}

/**
 * Of a loan that a refinancing ended: what the old lender got beyond the debt, by payment, at most the correction of its
 * letter. The replay of the balance counts it as credit, since the contract has no such fee.
 */
export function listLetterCosts(loan: RefinancedLoan, receipt: Receipt): LetterCost[] {
  const { endedBy, replacement, countedPayments } = loan;
  let left = replacement?.letter?.correctionCents ?? 0;
  if (endedBy !== 'REFINANCED' || left <= 0 || !countedPayments?.length) return [];
  const day = new Date(Math.max(...countedPayments.map((one) => one.day.getTime())));
  return replayLoan(loan, receipt, { day }).applied.flatMap((one): LetterCost[] => {
    const { feesCents, defaultInterestCents, interestCents, principalCents } = one;
    const debtCents = feesCents + defaultInterestCents + interestCents + principalCents;
    const cents = Math.min(left, one.cents - debtCents);
    left -= cents;
    return cents > 0 ? [{ paymentId: one.id, day: one.day, cents }] : [];
  });
}
