/** Who has to act next in a loan that replaces another one, until the closing. */

import { findPayoffLeg } from '../balance/advances.ts';
import type { Escrow } from '../escrow.ts';
import { timedTransitions } from '../transition/timed-transitions.ts';
import type { WaitContext } from './party-phrases.ts';
import { choosePhrases, toSentence } from './party-phrases.ts';
import type { WaitingFor } from './waiting-labels.ts';

export function describePayoffWait(escrow: Escrow, context: WaitContext): WaitingFor {
  const { borrower, lender, has, inTime } = choosePhrases(context);
  const until = timedTransitions.EXPIRE_REFINANCE.dueAt(escrow, context.now);
  const payoff = findPayoffLeg(escrow);
  if (payoff === null) {
    const message = `${has(lender)} to pay the payoff to the old lender${inTime(until)}, or the loan is cancelled`;
    return { party: 'LENDER', action: 'PAY_PAYOFF', until, message: toSentence(message) };
  }
  if (payoff.confirmedCents !== null) {
    const message = `${has(borrower)} to pay the rest of the payoff to the old lender`;
    return { party: 'BORROWER', action: 'PAY_PAYOFF', until: null, message: toSentence(message) };
  }
  const message = payoff.deniedAt
    ? 'The old lender denied the payment of the payoff. An operator decides.'
    : 'The old lender has to confirm the payment of the payoff.';
  return { party: 'OLD_LENDER', action: 'CONFIRM_PAYOFF', until: null, message };
}
