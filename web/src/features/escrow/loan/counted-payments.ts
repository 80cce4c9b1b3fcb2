/** The part payments of a loan that count. */

import type { Loan } from '../loan-parties.ts';

export interface CountedPayment {
  id: string;
  /** YYYY-MM-DD. */
  date: string;
  amount: number;
}

/** Confirmed, corrected and counted without an answer; the claim of a closed loan is one too. */
export function listCountedPayments({ payments }: Pick<Loan, 'payments'>): CountedPayment[] {
  return payments.flatMap(({ id, leg, date, confirmedAmount: amount }) =>
    leg !== 'ADVANCE' && date !== null && amount !== null ? [{ id, date, amount }] : [],
  );
}

/** Of a repaid loan, the payment of its payoff alone is none. */
export function hasPartPayments(loan: Loan): boolean {
  return loan.payments.length > 0 && countParts(loan) > 0;
}

function countParts(loan: Loan): number {
  const counted = listCountedPayments(loan).length;
  return loan.status === 'FINALIZED_RETURN_TO_BORROWER' ? counted - 1 : counted;
}
