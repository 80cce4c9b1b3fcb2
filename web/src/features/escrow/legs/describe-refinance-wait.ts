/** The next step of a running loan that waits for its part of a refinancing: the letter, a payment to the old lender, or the surplus. */

import type { Loan } from '../loan-parties.ts';

/** Cents that wait for the old lender's answer, in its loan. */
export const sumOpenLegs = ({ payments, replacedBy }: Loan): number =>
  replacedBy === null
    ? 0
    : payments
        .filter(({ leg, status }) => leg !== 'REPAYMENT' && status === 'REPORTED')
        .reduce((sum, { amount }) => sum + amount, 0);

/** What comes before the deadline; undefined if the loan waits for nothing of a refinancing. */
export function describeRefinanceDeadline({ waitingFor, stage }: Loan): string | undefined {
  const { action } = waitingFor;
  if (action === 'SIGN_LETTER') return 'Letter answered by';
  if (action === 'PAY_SURPLUS') return 'Surplus sent by';
  return action === 'CONFIRM_RECEIPT' && stage === 'ACTIVE' ? 'Surplus answered by' : undefined;
}

/** The server's sentence then says what happens next. */
export const isRefinanceWait = (loan: Loan): boolean =>
  describeRefinanceDeadline(loan) !== undefined || sumOpenLegs(loan) > 0;
