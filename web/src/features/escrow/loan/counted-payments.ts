/** The payments of a loan that count, and those that wait for an answer. */

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

export const hasPartPayments = ({ partPayments }: Pick<Loan, 'partPayments'>): boolean =>
  partPayments.count > 0;

/** The payoff and all part payments before it, in US cents. Null if no money was lent. */
export const sumRepaid = ({ payoff, partPayments }: Loan): number | null =>
  payoff === null ? null : payoff + partPayments.total;

/** What the borrower reported as the whole payoff; it can be more. */
export const findClaimedPayment = ({
  payments,
  repaymentClaim,
}: Pick<Loan, 'payments' | 'repaymentClaim'>) =>
  payments.find(({ id, status }) => id === repaymentClaim?.paymentId && status === 'REPORTED');

/** All payments that wait for an answer, in US cents. */
export const sumReported = ({ payments }: Pick<Loan, 'payments'>): number =>
  payments
    .filter(({ leg, status }) => leg !== 'ADVANCE' && status === 'REPORTED')
    .reduce((sum, { amount }) => sum + amount, 0);
