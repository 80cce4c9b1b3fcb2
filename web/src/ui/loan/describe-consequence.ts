/** What happens to a loan if its reader lets the deadline pass, in a few words that fit one line of a phone. */

import type { Escrow, EscrowStage, WaitingAction } from '../../graph/schema.generated.ts';

export interface WaitingLoan {
  stage: EscrowStage | null;
  fundingDueAt: string | null;
  receivedBy: Escrow['receivedBy'];
  maySeize: boolean;
  inCustodyAt: string | null;
  nextDue: { instalment: number | null; instalments: number | null } | null;
  waitingFor: { action: WaitingAction | null; until: string | null };
}

/** An instalment that is not the last one. */
const isBeforeLast = ({ nextDue }: WaitingLoan): boolean => {
  const { instalment, instalments } = nextDue ?? {};
  return Boolean(instalment && instalments && instalment < instalments);
};

type Describe = (loan: WaitingLoan, now: Date) => string | undefined;

const cancelled = () => 'Then the loan is cancelled';
const lapses = () => 'Then the amendment lapses';
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
  REPAY: (loan) =>
    loan.stage === 'IN_GRACE' || loan.stage === 'ACCELERATED' ? describeGraceEnd(loan) : undefined,
  ANSWER_CLAIM: operatorDecides,
  ADD_EVIDENCE: operatorDecides,
  ANSWER_AMENDMENT: () => 'Then it expires',
  SIGN_AMENDMENT: lapses,
  PAY_AMENDMENT: lapses,
};

const noDeadline = 'No deadline';

/** What may happen at any time where there is no deadline. */
const withoutDeadline: Partial<Record<WaitingAction, () => string>> = {
  ACCELERATE: () => `${noDeadline}; the borrower may catch up`,
  SEIZE: () => `${noDeadline}; the borrower may still repay`,
  REPAY: () => 'The lender may take the domain at any time',
};

/** A receipt by silence allows no seizure, unless a decision does, and a domain that left our custody cannot be taken. */
function describeGraceEnd(loan: WaitingLoan): string {
  const { receivedBy, maySeize, inCustodyAt } = loan;
  const isUnseizable = inCustodyAt === null || (receivedBy === 'SILENCE' && !maySeize);
  if (isUnseizable) return 'Then an operator may decide';
  // The first missed instalment in 12 months leads to an acceleration, a further one to a seizure.
  return isBeforeLast(loan) && !maySeize
    ? 'Then the lender may accelerate or take the domain'
    : 'Then the lender may take the domain';
}

/** Without a deadline, that there is none, and what stays possible; undefined if nothing follows. */
export function describeConsequence(loan: WaitingLoan, now: Date): string | undefined {
  const { action, until } = loan.waitingFor;
  if (!action) return undefined;
  if (until === null) return withoutDeadline[action]?.() ?? noDeadline;
  return consequences[action]?.(loan, now);
}
