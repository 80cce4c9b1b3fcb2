/** Computes who has to act next on a loan, and until when, from the record and the time; it is never stored. */

import type { EscrowStatus } from '@nameloan/contracts/loan';
import { shownHoldSince } from '../../loan/loan-hold.ts';
import { computeAccelerationEnd, findDueAt, needsAcceleration } from '../balance/due-date.ts';
import type { Escrow } from '../escrow.ts';
import { findHeldState } from '../held.ts';
import { computeDisputeDates } from '../settlement.ts';
import { computeGraceEnd, computeStage } from '../stage.ts';
import {
  computeFundingDueAt,
  computeFundingLapseAt,
  computeMarkLapseAt,
  isFundingOverdue,
} from '../transition/funding.ts';
import { isCustodyLost, isEvidenceOpen } from '../transition/guards.ts';
import { timedTransitions } from '../transition/timed-transitions.ts';
import { describeAmendmentWait } from './amendment-waits.ts';
import type { PartyPhrases, WaitContext } from './party-phrases.ts';
import { choosePhrases, toSentence, you } from './party-phrases.ts';
import { describeAnswerWait, describePaymentWait } from './payment-waits.ts';
import { describePayoffWait, describeRefinanceWait } from './refinance-waits.ts';
import type { WaitingFor } from './waiting-labels.ts';

type Rule = (escrow: Escrow, context: WaitContext) => WaitingFor;

const over: Rule = () => ({
  party: 'NONE',
  action: null,
  until: null,
  message: 'This loan is over.',
});

const rules: Record<EscrowStatus, Rule> = {
  PENDING_SIGNATURE: describeSignatureWait,
  NEW: describeTransferWait,
  DOMAIN_IN_CUSTODY: describeMoneyWait,
  LOAN_POSTED: describePostedWait,
  ESCALATED: describeDisputeWait,
  FINALIZED_LENDER_SEIZURE: over,
  FINALIZED_RETURN_TO_BORROWER: over,
  FINALIZED_PLATFORM_SEZIURE: (escrow, context) =>
    findHeldState(escrow) === 'HELD' ? describeReleaseWait(escrow, context) : over(escrow, context),
  CANCELLED: over,
};

/** A decision gave the domain to the platform. */
function describeReleaseWait({ unicodeName }: Escrow, context: WaitContext): WaitingFor {
  const { borrower, lender } = choosePhrases(context);
  const [first, second] = lender === you ? [you, borrower] : [borrower, lender];
  const message = `Nameloan holds ${unicodeName} until an operator releases it to ${first} or ${second}.`;
  return { party: 'OPERATOR', action: 'RELEASE', until: null, message };
}

export function describeNextAction(escrow: Escrow, context: WaitContext): WaitingFor {
  return rules[escrow.status](escrow, context);
}

function describeSignatureWait(escrow: Escrow, context: WaitContext): WaitingFor {
  const until = timedTransitions.EXPIRE_SIGNATURE.dueAt(escrow, context.now);
  if (escrow.reservedAt === null) {
    const message = 'The domain is being checked and reserved.';
    return { party: 'PLATFORM', action: 'RESERVE', until, message };
  }
  if (escrow.contractSha256 === null) {
    const message = 'The contract is being drawn up.';
    return { party: 'PLATFORM', action: 'DRAW_CONTRACT', until, message };
  }
  const { borrower, lender, has, inTime } = choosePhrases(context);
  const describe = (party: string) =>
    toSentence(`${party} to sign the contract${inTime(until)}, or the loan is cancelled`);
  if (escrow.borrowerSignedAt === null && escrow.lenderSignedAt === null) {
    const both = borrower === you || lender === you ? 'you both have' : 'both have';
    return { party: 'BOTH', action: 'SIGN', until, message: describe(both) };
  }
  return escrow.borrowerSignedAt === null
    ? { party: 'BORROWER', action: 'SIGN', until, message: describe(has(borrower)) }
    : { party: 'LENDER', action: 'SIGN', until, message: describe(has(lender)) };
}

/** Only before the money is sent: nothing later depends on where the domain is. */
function describeHoldWait({ unicodeName }: Escrow, consequence: string): WaitingFor {
  const message = `${unicodeName} is on legal hold: ${consequence}. The deadline is extended by the days of the hold.`;
  return { party: 'OPERATOR', action: 'LIFT_HOLD', until: null, message };
}

function describeTransferWait(escrow: Escrow, context: WaitContext): WaitingFor {
  if (escrow.replacing) return describePayoffWait(escrow, context);
  if (shownHoldSince(escrow))
    return describeHoldWait(escrow, 'it can be transferred in once the hold is lifted');
  const { borrower, has, inTime } = choosePhrases(context);
  const until = timedTransitions.EXPIRE_TRANSFER.dueAt(escrow, context.now);
  const end = `${inTime(until)}, or the loan is cancelled`;
  const { renewUntil } = escrow;
  if (renewUntil) {
    const renewed = `renew it${end}`;
    const message = toSentence(`The domain has arrived; ${has(borrower)} to ${renewed}`);
    return { party: 'BORROWER', action: 'RENEW', until, message };
  }
  if (context.transferring) {
    const message = toSentence(`The transfer is with the registry; the domain has to arrive${end}`);
    return { party: 'REGISTRY', action: 'APPROVE_TRANSFER', until, message };
  }
  const message = toSentence(`${has(borrower)} to transfer the domain in; it has to arrive${end}`);
  return { party: 'BORROWER', action: 'TRANSFER_IN', until, message };
}

function describeMoneyWait(escrow: Escrow, context: WaitContext): WaitingFor {
  if (shownHoldSince(escrow) && escrow.cancelRequestedAt === null)
    return describeHoldWait(escrow, 'no money should be sent before the hold is lifted');
  const { borrower, lender, does, inTime } = choosePhrases(context);
  const until = timedTransitions.CANCEL_UNANSWERED.dueAt(escrow, context.now);
  if (until === null) {
    return describeFundingWait(escrow, context);
  }
  const requestText = `${borrower} asked to cancel`;
  const answerText = `${does(lender, 'agree')} by cancelling, or ${lender === you ? 'answer' : 'answers'}`;
  const message = toSentence(
    `${requestText}: ${answerText} by marking the loan as paid${inTime(until)}, or the loan is cancelled`,
  );
  return { party: 'LENDER', action: 'ANSWER_CANCEL', until, message };
}

/** Old records have no deadline. After it the borrower may cancel at once. */
function describeFundingWait(escrow: Escrow, context: WaitContext): WaitingFor {
  const { borrower, lender, has } = choosePhrases(context);
  const task = `${has(lender)} to mark the loan as paid and send the money`;
  if (isFundingOverdue(escrow, context.now)) {
    const until = computeFundingLapseAt(escrow);
    const message = `The payment is late: ${task}, or the loan is cancelled; ${borrower} may cancel at once`;
    return { party: 'LENDER', action: 'MARK_PAID', until, message: toSentence(message) };
  }
  const until = computeFundingDueAt(escrow);
  const consequence = until ? `; after the deadline ${borrower} may cancel at once` : '';
  const message = toSentence(`${task}${consequence}`);
  return { party: 'LENDER', action: 'MARK_PAID', until, message };
}

/** A borrower who proposes new terms still owes what is due. */
const asksLender = ({ amendment }: Escrow): boolean =>
  amendment?.status === 'PROPOSED' && amendment.proposedBy === 'BORROWER';

function describePostedWait(escrow: Escrow, context: WaitContext): WaitingFor {
  const phrases = choosePhrases(context);
  const stage = computeStage(escrow, context.now);
  const amendment = describeAmendmentWait(escrow, phrases);
  if (amendment && !(stage !== 'ACTIVE' && asksLender(escrow))) return amendment;
  const refinance = stage === 'ACTIVE' && describeRefinanceWait(escrow, context.now, phrases);
  if (refinance) return refinance;
  switch (stage) {
    case 'AWAITING_RECEIPT':
      return computeMarkLapseAt(escrow)
        ? describeDetailsWait(computeMarkLapseAt(escrow), phrases)
        : describeReceiptWait(timedTransitions.DEEM_RECEIVED.dueAt(escrow, context.now), phrases);
    case 'REPAYMENT_CLAIMED':
      // A part payment that cures the default blocks a seizure as a claim does.
      return escrow.claim === null
        ? describePaymentWait(escrow, context.now, phrases)
        : describeAnswerWait(escrow, context.now, phrases);
    case 'PAYMENT_CLAIMED':
      return describePaymentWait(escrow, context.now, phrases);
    case 'ACCELERATED':
      return describeAccelerationWait(escrow, context);
    case 'OVERDUE':
      return describeOverdueWait(escrow, phrases);
    default:
      return describeRepaymentWait(escrow, context);
  }
}

function describeDetailsWait(
  until: Date | null,
  { borrower, lender, has }: PartyPhrases,
): WaitingFor {
  const confirm = `unless ${borrower === you ? 'you confirm' : `${borrower} confirms`} the money first`;
  const message = toSentence(
    `${has(lender)} to add the payment’s date, method and reference, or the mark lapses, ${confirm}`,
  );
  return { party: 'BOTH', action: 'PAYMENT_DETAILS', until, message };
}

function describeReceiptWait(
  until: Date | null,
  { borrower, has, inTime }: PartyPhrases,
): WaitingFor {
  const silence = until === null ? '' : `, or it counts as received`;
  const message = toSentence(
    `${has(borrower)} to confirm${inTime(until)} that the money arrived${silence}`,
  );
  return { party: 'BORROWER', action: 'CONFIRM_RECEIPT', until, message };
}

function describeRepaymentWait(escrow: Escrow, context: WaitContext): WaitingFor {
  const { borrower, lender, has, inTime } = choosePhrases(context);
  const { maySeize } = escrow;
  const dueAt = findDueAt(escrow);
  const due = dueAt !== null && context.now >= dueAt;
  if (maySeize && isSeizable(escrow)) {
    const repay = due
      ? `The loan is due; ${borrower} may still repay`
      : `${has(borrower)} to repay`;
    const message = `${repay}${due ? '' : inTime(dueAt)}, but ${lender} may take the domain at any time`;
    return {
      party: 'BORROWER',
      action: 'REPAY',
      until: due ? null : dueAt,
      message: toSentence(message),
    };
  }
  const until = due ? computeGraceEnd(escrow) : dueAt;
  const right = needsAcceleration(escrow) ? 'accelerate the loan' : 'take the domain';
  const consequence = `${lender} may ${isSeizable(escrow) ? right : 'ask an operator to decide'}`;
  const message = due
    ? `The loan is due; ${borrower} may still repay until grace ends, then ${consequence}`
    : `${has(borrower)} to repay${inTime(until)}`;
  return { party: 'BORROWER', action: 'REPAY', until, message: toSentence(message) };
}

/** Everything is due; only the whole payoff keeps the domain. */
function describeAccelerationWait(escrow: Escrow, context: WaitContext): WaitingFor {
  const phrases = choosePhrases(context);
  const until = computeAccelerationEnd(escrow);
  if (until === null || context.now > until) return describeOverdueWait(escrow, phrases);
  const { borrower, lender, has, inTime } = phrases;
  const message = `${has(borrower)} to repay everything owed${inTime(until)}, then ${lender} may take the domain`;
  return { party: 'BORROWER', action: 'REPAY', until, message: toSentence(message) };
}

/** A deemed receipt never allows a seizure, and a domain that left custody cannot be taken. */
function isSeizable(escrow: Escrow): boolean {
  const { receipt, maySeize } = escrow;
  return (receipt?.by === 'BORROWER' || Boolean(receipt && maySeize)) && !isCustodyLost(escrow);
}

function describeOverdueWait(escrow: Escrow, { borrower, lender }: PartyPhrases): WaitingFor {
  if (isSeizable(escrow) && needsAcceleration(escrow) && !escrow.acceleratedAt) {
    const message = `Grace is over: ${lender} may accelerate the loan, or wait for the money`;
    return { party: 'LENDER', action: 'ACCELERATE', until: null, message: toSentence(message) };
  }
  if (isSeizable(escrow)) {
    const message = toSentence(
      `Grace is over: ${lender} may take the domain, or wait for the money`,
    );
    return { party: 'LENDER', action: 'SEIZE', until: null, message };
  }
  const cause = isCustodyLost(escrow)
    ? 'the domain has left our custody'
    : `${borrower} never confirmed the money`;
  const message = toSentence(
    `Grace is over, but ${cause}: ${lender} may ask an operator to decide`,
  );
  return { party: 'LENDER', action: 'ESCALATE', until: null, message };
}

function describeEvidenceWait(escrow: Escrow, context: WaitContext): WaitingFor {
  const { borrower, lender, does } = choosePhrases(context);
  const { settlement } = escrow;
  const [proposer, other] = settlement?.by === 'BORROWER' ? [borrower, lender] : [lender, borrower];
  const both = borrower === you || lender === you ? 'you can both' : 'both can';
  const message = settlement
    ? `${other} can agree to what ${does(proposer, 'propose')}, or an operator decides the dispute`
    : `${both} add evidence, then an operator decides the dispute`;
  const until = computeDisputeDates(escrow)?.evidenceUntil ?? null;
  return { party: 'BOTH', action: 'ADD_EVIDENCE', until, message: toSentence(message) };
}

function describeDisputeWait(escrow: Escrow, context: WaitContext): WaitingFor {
  // An operator decides whether or not a proposal is answered.
  const agreed = escrow.amendment?.status !== 'PROPOSED';
  const amendment =
    agreed && describeAmendmentWait({ ...escrow, claim: null }, choosePhrases(context));
  if (amendment) return amendment;
  const { settlement } = escrow;
  const { borrower, lender, does } = choosePhrases(context);
  const [proposer, other] = settlement?.by === 'BORROWER' ? [borrower, lender] : [lender, borrower];
  if (isEvidenceOpen(escrow, context.now)) return describeEvidenceWait(escrow, context);
  const message = settlement
    ? `${other} can agree to what ${does(proposer, 'propose')}, or an operator decides the dispute`
    : 'An operator decides the dispute';
  const until = computeDisputeDates(escrow)?.decisionDue ?? null;
  return { party: 'OPERATOR', action: 'RESOLVE', until, message: toSentence(message) };
}
