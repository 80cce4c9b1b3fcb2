/** Who has to do what next on a loan, and until when: computed from facts and the clock, never stored. */

import { dayInWords, momentInWords } from '@nameloan/contracts/days-in-words.ts';
import type { EscrowStatus } from '@nameloan/contracts/loan.ts';
import type { Escrow } from './escrow.ts';
import { custodyGone } from './guards.ts';
import { clockTimes } from './schedule.ts';
import { graceEndsAt, stageOf } from './stage.ts';

export type WaitingParty =
  | 'BORROWER'
  | 'LENDER'
  | 'BOTH'
  | 'OPERATOR'
  | 'PLATFORM'
  | 'REGISTRY'
  | 'NOBODY';

export type WaitingAction =
  | 'RESERVE'
  | 'DRAW_CONTRACT'
  | 'SIGN'
  | 'TRANSFER_IN'
  | 'RENEW'
  | 'APPROVE_TRANSFER'
  | 'MARK_PAID'
  | 'ANSWER_CANCEL'
  | 'CONFIRM_RECEIPT'
  | 'REPAY'
  | 'ANSWER_CLAIM'
  | 'SEIZE'
  | 'ESCALATE'
  | 'RESOLVE';

export interface WaitingFor {
  party: WaitingParty;
  /** Null on a loan that is over. */
  action: WaitingAction | null;
  /** Until when, where a date or silence decides. */
  until: Date | null;
  message: string;
}

interface Moment {
  now: Date;
  /** A transfer of the domain into custody is with the registry. */
  transferring: boolean;
}

/** Of one status at one moment. */
type Rule = (escrow: Escrow, moment: Moment) => WaitingFor;

const over: Rule = () => ({
  party: 'NOBODY',
  action: null,
  until: null,
  message: 'This loan is over.',
});

/** Whose proposal to settle stands, and who can agree to it. */
const proposers = {
  BORROWER: 'The lender can agree to what the borrower proposes',
  LENDER: 'The borrower can agree to what the lender proposes',
} as const;

const rules: Record<EscrowStatus, Rule> = {
  PENDING_SIGNATURE: forSignature,
  NEW: forTransfer,
  DOMAIN_IN_CUSTODY: forMoney,
  LOAN_POSTED: whilePosted,
  ESCALATED: ({ settlement }) => ({
    party: 'OPERATOR',
    action: 'RESOLVE',
    until: null,
    message: settlement
      ? `${proposers[settlement.by]}, or an operator decides the dispute.`
      : 'An operator decides the dispute.',
  }),
  FINALIZED_LENDER_SEIZURE: over,
  FINALIZED_RETURN_TO_BORROWER: over,
  FINALIZED_PLATFORM_SEZIURE: over,
  CANCELLED: over,
};

export function waitingFor(escrow: Escrow, moment: Moment): WaitingFor {
  return rules[escrow.status](escrow, moment);
}

/** " by 8 March 2026 at 12:00 UTC", or nothing where no date decides. */
function by(until: Date | null): string {
  return until === null ? '' : ` by ${momentInWords(until)}`;
}

function forSignature(escrow: Escrow, { now }: Moment): WaitingFor {
  const until = clockTimes.EXPIRE_SIGNATURE(escrow, now);
  if (escrow.reservedAt === null) {
    const message = 'The domain is being checked and reserved.';
    return { party: 'PLATFORM', action: 'RESERVE', until, message };
  }
  if (escrow.contractSha256 === null) {
    const message = 'The contract is being drawn up.';
    return { party: 'PLATFORM', action: 'DRAW_CONTRACT', until, message };
  }
  const end = `to sign${by(until)}, or the loan is cancelled.`;
  if (escrow.borrowerSignedAt === null && escrow.lenderSignedAt === null) {
    return { party: 'BOTH', action: 'SIGN', until, message: `Both have ${end}` };
  }
  return escrow.borrowerSignedAt === null
    ? { party: 'BORROWER', action: 'SIGN', until, message: `The borrower has ${end}` }
    : { party: 'LENDER', action: 'SIGN', until, message: `The lender has ${end}` };
}

function forTransfer(escrow: Escrow, { now, transferring }: Moment): WaitingFor {
  const until = clockTimes.EXPIRE_TRANSFER(escrow, now);
  const end = `${by(until)}, or the loan is cancelled.`;
  const { renewUntil } = escrow;
  if (renewUntil) {
    const message = `The domain has arrived; the borrower has to renew it until ${dayInWords(renewUntil)}${end}`;
    return { party: 'BORROWER', action: 'RENEW', until, message };
  }
  if (transferring) {
    const message = `The transfer is with the registry; the domain has to arrive${end}`;
    return { party: 'REGISTRY', action: 'APPROVE_TRANSFER', until, message };
  }
  const message = `The borrower has to transfer the domain in; it has to arrive${end}`;
  return { party: 'BORROWER', action: 'TRANSFER_IN', until, message };
}

function forMoney(escrow: Escrow, { now }: Moment): WaitingFor {
  const until = clockTimes.CANCEL_UNANSWERED(escrow, now);
  if (until === null) {
    const message = 'The lender has to mark the loan as paid and send the money.';
    return { party: 'LENDER', action: 'MARK_PAID', until, message };
  }
  const message =
    'The borrower asks to cancel: the lender agrees by cancelling, or answers by marking the loan as paid' +
    `${by(until)}, or the loan is cancelled.`;
  return { party: 'LENDER', action: 'ANSWER_CANCEL', until, message };
}

function whilePosted(escrow: Escrow, { now }: Moment): WaitingFor {
  switch (stageOf(escrow, now)) {
    case 'AWAITING_RECEIPT':
      return forReceipt(clockTimes.DEEM_RECEIVED(escrow, now));
    case 'REPAYMENT_CLAIMED':
      return forAnswer(clockTimes.ESCALATE_UNANSWERED(escrow, now));
    case 'OVERDUE':
      return afterGrace(escrow);
    default:
      return forRepayment(escrow, now);
  }
}

function forReceipt(until: Date | null): WaitingFor {
  const silence = until === null ? '' : `, or it counts as received`;
  const message = `The borrower has to confirm that the money arrived${by(until)}${silence}.`;
  return { party: 'BORROWER', action: 'CONFIRM_RECEIPT', until, message };
}

function forAnswer(until: Date | null): WaitingFor {
  const message = `The lender has to confirm or deny the repayment${by(until)}, or an operator decides.`;
  return { party: 'LENDER', action: 'ANSWER_CLAIM', until, message };
}

function forRepayment(escrow: Escrow, now: Date): WaitingFor {
  const { dueAt } = escrow;
  const due = dueAt !== null && now >= dueAt;
  const until = due ? graceEndsAt(escrow) : dueAt;
  const then = seizable(escrow) ? 'take the domain' : 'ask an operator to decide';
  const message = due
    ? `The loan is due; the borrower may still repay${by(until)}, then the lender may ${then}.`
    : `The borrower has to repay${by(until)}.`;
  return { party: 'BORROWER', action: 'REPAY', until, message };
}

/** What silence counted as received never opens the way to a seizure, and what is gone cannot be taken. */
function seizable(escrow: Escrow): boolean {
  return escrow.receipt?.by === 'BORROWER' && !custodyGone(escrow);
}

function afterGrace(escrow: Escrow): WaitingFor {
  if (seizable(escrow)) {
    const message = 'Grace is over: the lender may take the domain, or wait for the money.';
    return { party: 'LENDER', action: 'SEIZE', until: null, message };
  }
  const why = custodyGone(escrow)
    ? 'the domain has left our custody'
    : 'the borrower never confirmed the money';
  const message = `Grace is over, but ${why}: the lender may ask an operator to decide.`;
  return { party: 'LENDER', action: 'ESCALATE', until: null, message };
}
