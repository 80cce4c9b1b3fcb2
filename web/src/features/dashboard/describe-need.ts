/** What a loan wants from its reader: a short sentence, and the verb of the button. */

import { formatMoney } from '../../format/money.ts';
import type { WaitingAction } from '../../graph/schema.generated.ts';
import type { WaitingLoanFragment } from './needs-you.generated.ts';

export interface Need {
  text: string;
  /** The label of the button. */
  verb: string;
  to: string;
}

type Describe = (loan: WaitingLoanFragment) => Omit<Need, 'to'>;

const money = ({ amount }: WaitingLoanFragment) => formatMoney(amount);
/** What is owed today. */
const debt = ({ payoff, amount }: WaitingLoanFragment) => formatMoney(payoff ?? amount);
/** All that is overdue, or the next instalment. */
const instalment = ({ cureAmount, nextDue }: WaitingLoanFragment) =>
  formatMoney(cureAmount || (nextDue?.amount ?? 0));
export const getOther = ({ role, borrowerName, lenderName }: WaitingLoanFragment): string =>
  (role === 'BORROWER' ? lenderName : borrowerName).split(' ')[0] ?? '';
const confirmReceipt: Describe = (loan) => ({
  text: `Confirm that ${money(loan)} from ${getOther(loan)} arrived`,
  verb: 'Confirm',
});

const needs: Partial<Record<WaitingAction, Describe>> = {
  SIGN: (loan) => ({
    text: `Sign to ${loan.role === 'BORROWER' ? 'borrow' : 'lend'} ${money(loan)}`,
    verb: 'Sign',
  }),
  TRANSFER_IN: (loan) => ({ text: `Transfer in to get ${money(loan)}`, verb: 'Transfer In' }),
  RENEW: (loan) => ({ text: `Renew the domain to get ${money(loan)}`, verb: 'Renew' }),
  MARK_PAID: (loan) => ({
    text: `Mark paid and send ${money(loan)} to ${getOther(loan)}`,
    verb: 'Mark as Paid',
  }),
  ANSWER_CANCEL: (loan) => ({
    text: `${getOther(loan)} asked to cancel: agree, or mark paid`,
    verb: 'Answer',
  }),
  PAYMENT_DETAILS: (loan) =>
    loan.role === 'BORROWER'
      ? confirmReceipt(loan)
      : { text: `Add the details of ${money(loan)} to ${getOther(loan)}`, verb: 'Add Details' },
  CONFIRM_RECEIPT: confirmReceipt,
  REPAY: (loan) =>
    loan.nextDue?.instalment
      ? { text: `Pay ${instalment(loan)} to ${getOther(loan)}`, verb: 'Pay' }
      : { text: `Repay ${debt(loan)} to ${getOther(loan)}`, verb: 'Repay' },
  ACCELERATE: (loan) => ({
    text: `${getOther(loan)} is behind by ${instalment(loan)}: accelerate, or give more time`,
    verb: 'Decide',
  }),
  ANSWER_PAYMENT: (loan) => ({
    text: `Confirm or deny a payment from ${getOther(loan)}`,
    verb: 'Answer',
  }),
  ANSWER_CLAIM: (loan) => ({
    text: `Confirm or deny ${debt(loan)} from ${getOther(loan)}`,
    verb: 'Answer',
  }),
  ANSWER_AMENDMENT: (loan) => ({
    text: `${getOther(loan)} proposes an amendment: agree, counter or decline`,
    verb: 'Answer',
  }),
  SIGN_AMENDMENT: (loan) => ({ text: `Sign the amendment with ${getOther(loan)}`, verb: 'Sign' }),
  PAY_AMENDMENT: (loan) => ({
    text: `Send the agreed money to ${getOther(loan)}, then report it`,
    verb: 'Pay',
  }),
  SEIZE: (loan) => ({
    text: `${getOther(loan)} owes ${debt(loan)}: take the domain, or give more time`,
    verb: 'Decide',
  }),
  ESCALATE: (loan) => ({
    text: `${getOther(loan)} owes ${debt(loan)}: escalate to an operator`,
    verb: 'Escalate',
  }),
  ADD_EVIDENCE: (loan) => ({
    text: `Add evidence to the dispute over ${debt(loan)}`,
    verb: 'Add Evidence',
  }),
};

export function describeNeed(loan: WaitingLoanFragment): Need {
  const { id, domainId, waitingFor } = loan;
  const { action, label } = waitingFor;
  const known = action && needs[action]?.(loan);
  const to =
    action === 'TRANSFER_IN'
      ? `/app/my-domains/transfer-in?domain=${domainId}`
      : `/app/escrow/${id}`;
  return { text: label ?? '', verb: 'View Loan', ...known, to };
}
