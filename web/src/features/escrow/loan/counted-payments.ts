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

/** What the lender lent, in US cents: of a loan that replaced another one, what arrived of it. */
export function sumLent(loan: Loan): number {
  const { amount, replaces, payments } = loan;
  if (replaces === null) return amount;
  return payments
    .filter((one) => one.leg !== 'TOP_UP' && isOwnLeg(one, loan))
    .reduce((sum, { confirmedAmount }) => sum + (confirmedAmount ?? 0), 0);
}

/** Those that `payoff` no longer contains: all but the payment of the payoff itself, which may have no record. */
function listParts(loan: Loan): CountedPayment[] {
  const counted = listCountedPayments(loan);
  const payoffId = loan.payoff ? loan.repaymentClaim?.paymentId : undefined;
  return counted.filter(({ id }) => id !== payoffId);
}

export const hasPartPayments = (loan: Loan): boolean => listParts(loan).length > 0;

/** The payoff and all part payments before it, in US cents. Null if no money was lent. */
export function sumRepaid(loan: Loan): number | null {
  if (loan.payoff === null) return null;
  return listParts(loan).reduce((sum, { amount }) => sum + amount, loan.payoff);
}

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
