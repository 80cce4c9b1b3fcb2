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

/** The loan's money has its place in the repayment card. */
export const listRepayments = ({ payments }: Loan): Payment[] =>
  payments.filter(({ leg }) => leg !== 'ADVANCE').toReversed();

/** The reader's answers to a payment. In a dispute an operator or both parties decide about the claim of repayment. */
export function listAnswers(
  payment: Payment,
  loan: Pick<Loan, 'role' | 'status' | 'repaymentClaim'>,
): ('ANSWER' | 'WITHDRAW')[] {
  const { id, from, status } = payment;
  const { role, status: loanStatus, repaymentClaim } = loan;
  if (status !== 'REPORTED' || role === 'OPERATOR') return [];
  if (isLeg(payment))
    return isLegPayer(payment, loan)
      ? ['WITHDRAW']
      : isLegAnswerer(payment, loan)
        ? ['ANSWER']
        : [];
  if (loanStatus === 'ESCALATED' && repaymentClaim?.paymentId === id) return [];
  return [role === from ? 'WITHDRAW' : 'ANSWER'];
}
