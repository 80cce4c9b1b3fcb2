/** What happens to a loan if its reader lets the deadline pass, in a few words that fit one line of a phone. */

import type { Escrow, EscrowStage, WaitingAction } from '../../graph/schema.generated.ts';

export interface WaitingLoan {
  stage: EscrowStage | null;
  fundingDueAt: string | null;
  receivedBy: Escrow['receivedBy'];
  maySeize: boolean;
  inCustodyAt: string | null;
  waitingFor: { action: WaitingAction | null; until: string | null };
}

type Describe = (loan: WaitingLoan, now: Date) => string | undefined;

const cancelled = () => 'Then the loan is cancelled';
const operatorDecides = () => 'Then an operator decides';

const consequences: Partial<Record<WaitingAction, Describe>> = {
  SIGN: cancelled,
  TRANSFER_IN: cancelled,
  RENEW: cancelled,
  ANSWER_CANCEL: cancelled,
  // After the first deadline there is a second one.
  MARK_PAID: ({ fundingDueAt }, now) =>
    fundingDueAt !== null && Date.parse(fundingDueAt) > now.getTime()
      ? 'Then the borrower may cancel'
      : cancelled(),
  PAYMENT_DETAILS: () => 'Then the mark lapses',
  CONFIRM_RECEIPT: () => 'Then it counts as received',
  REPAY: (loan) => (loan.stage === 'IN_GRACE' ? describeGraceEnd(loan) : undefined),
  ANSWER_CLAIM: operatorDecides,
  ADD_EVIDENCE: operatorDecides,
};

/** A receipt by silence allows no seizure, unless a decision does, and a domain that left our custody cannot be taken. */
function describeGraceEnd({ receivedBy, maySeize, inCustodyAt }: WaitingLoan): string {
  const isUnseizable = inCustodyAt === null || (receivedBy === 'SILENCE' && !maySeize);
  return isUnseizable ? 'Then an operator may decide' : 'Then the lender may take the domain';
}

/** Undefined without a deadline, or if nothing follows from it. */
export function describeConsequence(loan: WaitingLoan, now: Date): string | undefined {
  const { action, until } = loan.waitingFor;
  return action && until !== null ? consequences[action]?.(loan, now) : undefined;
}
