/** Who has to act next in the two loans of a refinancing. */

import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { addDays } from '@nameloan/loan-math/calendar-day';
import { findPayoffLeg } from '../balance/advances.ts';
import { computeSurplusCents } from '../balance/refinance-rest.ts';
import type { Escrow } from '../escrow.ts';
import { timedTransitions } from '../transition/timed-transitions.ts';
import type { PartyPhrases, WaitContext } from './party-phrases.ts';
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

/** When the new loan can be signed without the old lender's letter; null in every loan but the old one, and after its answer. */
export function computeLetterEnd({ replacement }: Escrow): Date | null {
  if (!replacement || replacement.letter) return null;
  return addDays(replacement.since, loanCalendar.payoffLetterDays);
}

/** The surplus is expected as soon as the payoff was; what is not paid later is not owed. */
export function computeSurplusEnd(escrow: Escrow): Date | null {
  const { replacing, receipt } = escrow;
  if (!replacing || receipt === null || computeSurplusCents(escrow) <= 0) return null;
  return addDays(receipt.at, loanCalendar.refinanceDays);
}

/** Moments at which a running loan no longer waits for its part of a refinancing. */
export const listRefinanceMoments = (escrow: Escrow): (Date | null)[] => [
  computeLetterEnd(escrow),
  computeSurplusEnd(escrow),
];

/** Of a running loan, as long as nothing else is due; null if it waits for nothing of a refinancing. */
export function describeRefinanceWait(
  escrow: Escrow,
  now: Date,
  { borrower, lender, has, inTime }: PartyPhrases,
): WaitingFor | null {
  const letterEnd = computeLetterEnd(escrow);
  if (letterEnd && now < letterEnd) {
    const task = `${has(lender)} to sign or correct the payoff letter${inTime(letterEnd)}`;
    const message = toSentence(`${task}, or the new loan goes on without it`);
    return { party: 'LENDER', action: 'SIGN_LETTER', until: letterEnd, message };
  }
  const deemedAt = timedTransitions.DEEM_SURPLUS.dueAt(escrow, now);
  if (deemedAt) {
    const task = `${has(borrower)} to confirm or deny the rest of the loan${inTime(deemedAt)}`;
    const message = toSentence(`${task}, or it counts as received`);
    return { party: 'BORROWER', action: 'CONFIRM_RECEIPT', until: deemedAt, message };
  }
  const surplusEnd = computeSurplusEnd(escrow);
  if (surplusEnd === null || now >= surplusEnd) return null;
  const message = toSentence(`${has(lender)} to pay ${borrower} the rest of the loan`);
  return { party: 'LENDER', action: 'PAY_SURPLUS', until: surplusEnd, message };
}
