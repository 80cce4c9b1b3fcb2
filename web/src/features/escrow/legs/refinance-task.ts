/** The payments of a refinancing, and what the reader has to do about it. */

import { findLiveAmendment } from '../amendments/find-amendment.ts';
import type { Loan } from '../loan-parties.ts';
import { isClosed } from '../loan-parties.ts';

/** The element with the card of the refinancing. */
export const refinanceId = 'refinancing';
/** The element with the card of the payments, which has the answers to them. */
export const paymentsId = 'payments';

export type Leg = 'PAYOFF' | 'TOP_UP' | 'SURPLUS';
type Payment = Loan['payments'][number];

export const isLeg = ({ leg }: Pick<Payment, 'leg'>): boolean =>
  leg === 'PAYOFF' || leg === 'TOP_UP' || leg === 'SURPLUS';

/** The server checks the rest, such as a legal hold. */
export const canRefinance = (loan: Loan): boolean =>
  loan.role === 'BORROWER' &&
  loan.status === 'LOAN_POSTED' &&
  loan.receivedAt !== null &&
  loan.replacedBy === null &&
  loan.repaymentClaim === null &&
  !loan.maySeize &&
  (loan.payoff ?? 0) > 0 &&
  !findLiveAmendment(loan);

/** Whether the reader answers this payment: PAYOFF and TOP_UP are the old lender's, in the old loan. */
export const isLegAnswerer = ({ leg }: Payment, { role, status }: Pick<Loan, 'role' | 'status'>) =>
  leg === 'SURPLUS' ? role === 'BORROWER' : role === 'LENDER' && status !== 'NEW';

/** In the new loan, until its payments are answered. */
export const isLegPayer = (
  { leg, from }: Payment,
  { role, status }: Pick<Loan, 'role' | 'status'>,
) => role === from && (leg === 'SURPLUS' || status === 'NEW');

const counts = ({ status }: Payment) => status !== 'DENIED' && status !== 'WITHDRAWN';

/** Cents of the payments for `leg` that are reported or confirmed. */
export const sumLegs = ({ payments }: Pick<Loan, 'payments'>, leg: Leg): number =>
  payments
    .filter((one) => one.leg === leg && counts(one))
    .reduce((sum, { amount, confirmedAmount }) => sum + (confirmedAmount ?? amount), 0);

export const findLeg = ({ payments }: Pick<Loan, 'payments'>, leg: Leg): Payment | undefined =>
  payments.findLast((one) => one.leg === leg && counts(one));

/** Cents of a new loan that its lender still has to send to the borrower; 0 before the old loan is repaid. */
export const computeSurplus = (loan: Loan): number =>
  loan.replaces === null || loan.status !== 'LOAN_POSTED'
    ? 0
    : Math.max(0, loan.amount - sumLegs(loan, 'PAYOFF') - sumLegs(loan, 'SURPLUS'));

/** What the reader has to do about it. */
export type RefinanceTask = 'letter' | 'confirm' | 'payoff' | 'topUp' | 'surplus';

export function findRefinanceTask(loan: Loan): RefinanceTask | undefined {
  const { role, status, actions, payments, waitingFor } = loan;
  if (role === 'OPERATOR') return undefined;
  const isWaiting = (payment: Payment) =>
    payment.status === 'REPORTED' && isLeg(payment) && isLegAnswerer(payment, loan);
  if (payments.some(isWaiting)) return 'confirm';
  if (actions.includes('SIGN_LETTER')) return 'letter';
  if (!actions.includes('REPORT_LEG')) return undefined;
  if (status === 'LOAN_POSTED')
    return role === 'LENDER' && computeSurplus(loan) > 0 ? 'surplus' : undefined;
  if (role === 'LENDER') return findLeg(loan, 'PAYOFF') ? undefined : 'payoff';
  const isShort = waitingFor.action === 'PAY_PAYOFF' && waitingFor.party === 'BORROWER';
  return isShort && sumLegs(loan, 'TOP_UP') === 0 ? 'topUp' : undefined;
}

/** Another loan is to repay this one. */
export const isBeingReplaced = (loan: Pick<Loan, 'status' | 'replacedBy'>): boolean =>
  loan.replacedBy !== null && !isClosed(loan);

/** There is or was one, or the reader may start one. */
export const hasRefinance = (loan: Loan): boolean =>
  (loan.replaces ?? loan.replacedBy) !== null || canRefinance(loan);
