/** What a loan waits for while a payment or a claim of repayment is unanswered. */

import { isPaidOff } from '../balance/balance.ts';
import type { Escrow } from '../escrow.ts';
import { timedTransitions } from '../transition/timed-transitions.ts';
import type { PartyPhrases } from './party-phrases.ts';
import { toSentence } from './party-phrases.ts';
import type { WaitingFor } from './waiting-labels.ts';

export function describeAnswerWait(
  escrow: Escrow,
  now: Date,
  { lender, has, inTime }: PartyPhrases,
): WaitingFor {
  const until =
    timedTransitions.ESCALATE_UNANSWERED.dueAt(escrow, now) ??
    timedTransitions.ESCALATE_REFINANCE.dueAt(escrow, now);
  // What the confirmed payments cover cannot be denied.
  const what = isPaidOff(escrow) ? 'return the domain' : 'confirm or deny the repayment';
  const answer = `${what}${inTime(until)}`;
  const message = toSentence(`${has(lender)} to ${answer}, or an operator decides`);
  return { party: 'LENDER', action: 'ANSWER_CLAIM', until, message };
}

/** A payment without method and reference never counts without an answer. */
export function describePaymentWait(
  escrow: Escrow,
  now: Date,
  { lender, has, inTime }: PartyPhrases,
): WaitingFor {
  const until = timedTransitions.DEEM_PAYMENT.dueAt(escrow, now);
  const silence = until === null ? '' : ', or it counts';
  const message = toSentence(
    `${has(lender)} to confirm or deny the reported payment${inTime(until)}${silence}`,
  );
  return { party: 'LENDER', action: 'ANSWER_PAYMENT', until, message };
}
