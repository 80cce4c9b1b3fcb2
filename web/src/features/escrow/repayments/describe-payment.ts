/** A payment of a loan as its reader sees it. */

import type { PaymentStatus } from '../../../graph/schema.generated.ts';
import { isLeg, isLegAnswerer, isLegPayer } from '../legs/refinance-task.ts';
import type { Loan } from '../loan-parties.ts';

export type Payment = Loan['payments'][number];

const statusTexts: Record<PaymentStatus, string> = {
  REPORTED: 'Not answered yet',
  CONFIRMED: 'Confirmed',
  CORRECTED: 'Confirmed with another amount',
  DENIED: 'Denied',
  DEEMED: 'Counts without an answer',
  WITHDRAWN: 'Withdrawn',
};

export const describeStatus = ({ status }: Payment): string => statusTexts[status] ?? status;

/** Further principal of an amendment, whose amount is exact. */
export const isAdvance = ({ leg, from }: Pick<Payment, 'leg' | 'from'>): boolean =>
  leg === 'AMENDMENT' && from === 'LENDER';
/**
 * How many of the newest payments a loan has (`loan.graphql`), in addition to the older ones that wait for an answer; with
 * fewer it has all.
 */
const newestCount = 12;

/** Whether there may be payments that the loan does not have. */
export const hasOlderPayments = ({ payments }: Pick<Loan, 'payments'>): boolean =>
  payments.length >= newestCount;

/** The loan's money has its place in the repayment card. */
export const listRepayments = ({ payments }: Pick<Loan, 'payments'>): Payment[] =>
  payments.filter(({ leg }) => leg !== 'ADVANCE').toReversed();

/**
 * The reader's answers to a payment. In a dispute an operator or both parties decide about the claim of repayment. A claim
 * is confirmed and denied in the next step; here it can be confirmed with another amount.
 */
export function listAnswers(
  payment: Payment,
  loan: Pick<Loan, 'role' | 'status' | 'repaymentClaim'>,
): ('ANSWER' | 'CORRECT' | 'WITHDRAW')[] {
  const { id, from, status } = payment;
  const { role, status: loanStatus, repaymentClaim } = loan;
  if (status !== 'REPORTED' || role === 'OPERATOR') return [];
  if (isLeg(payment)) {
    if (isLegPayer(payment, loan)) return ['WITHDRAW'];
    return isLegAnswerer(payment, loan) ? ['ANSWER'] : [];
  }
  const isClaim = repaymentClaim?.paymentId === id;
  if (loanStatus === 'ESCALATED' && isClaim) return [];
  if (role === from) return ['WITHDRAW'];
  return [isClaim ? 'CORRECT' : 'ANSWER'];
}
