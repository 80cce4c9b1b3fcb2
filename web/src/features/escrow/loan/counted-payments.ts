/** The payments of a loan that count, and those that wait for an answer. */

import type { Loan } from '../loan-parties.ts';

export interface CountedPayment {
  id: string;
  /** YYYY-MM-DD. */
  date: string;
  amount: number;
}

/** Of a loan that replaced another one: what its lender paid and its borrower added for that is no repayment of it. */
const isOwnLeg = (
  { leg, reportedAt }: Loan['payments'][number],
  { replaces, replacedBy, sent }: Pick<Loan, 'replaces' | 'replacedBy' | 'sent'>,
): boolean =>
  replaces !== null &&
  leg !== 'REPAYMENT' &&
  leg !== 'AMENDMENT' &&
  (leg === 'SURPLUS' || replacedBy === null || reportedAt <= (sent?.at ?? ''));

/** Confirmed, corrected and counted without an answer; the claim of a closed loan is one too. */
export function listCountedPayments(
  loan: Pick<Loan, 'payments' | 'replaces' | 'replacedBy' | 'sent'>,
): CountedPayment[] {
  const paid = loan.payments.filter((one) => one.leg !== 'ADVANCE' && !isOwnLeg(one, loan));
  return paid.flatMap(({ id, date, confirmedAmount: amount }) =>
    date !== null && amount !== null ? [{ id, date, amount }] : [],
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
