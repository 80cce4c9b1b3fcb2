/** The calendar entries of a refinancing, on the loan whose parties have to act. Pure. */

import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { addDays } from '@nameloan/loan-math/calendar-day';
import type { Escrow } from '../escrow/escrow.ts';
import { computeLetterEnd, computeSurplusEnd } from '../escrow/next-step/refinance-waits.ts';
import { timedTransitions } from '../escrow/transition/timed-transitions.ts';
import type { Party } from '../loan/roles.ts';

/** LETTER and TOP_UP are entries of the old loan, PAYOFF and SURPLUS of the new one. */
export type RefinanceDateKind = 'LETTER' | 'PAYOFF' | 'TOP_UP' | 'SURPLUS' | 'SURPLUS_ANSWER';

interface RefinanceDate {
  kind: RefinanceDateKind;
  at: Date;
}

/** Of a loan that waits for its domain or runs; in a dispute an operator decides. */
export function listRefinanceDates(escrow: Escrow, now: Date): RefinanceDate[] {
  if (escrow.status !== 'NEW' && escrow.status !== 'LOAN_POSTED') return [];
  const answerEnd = timedTransitions.DEEM_SURPLUS.dueAt(escrow, now);
  const shortSince = escrow.replacement?.shortSince ?? null;
  const ends: Record<RefinanceDateKind, Date | null> = {
    LETTER: computeLetterEnd(escrow),
    PAYOFF: escrow.status === 'NEW' ? timedTransitions.EXPIRE_REFINANCE.dueAt(escrow, now) : null,
    TOP_UP: shortSince && addDays(shortSince, loanCalendar.topUpDays),
    SURPLUS: answerEnd ? null : computeSurplusEnd(escrow),
    SURPLUS_ANSWER: answerEnd,
  };
  return Object.entries(ends).flatMap(([kind, at]) =>
    at === null ? [] : [{ kind: kind as RefinanceDateKind, at }],
  );
}

const sentences: Record<RefinanceDateKind, Record<Party, string>> = {
  LETTER: {
    BORROWER: 'the new loan can be signed without an answer to the payoff letter',
    LENDER: 'last day to answer the payoff letter',
  },
  PAYOFF: {
    BORROWER: 'the payoff to the old lender is due',
    LENDER: 'last day to pay the payoff to the old lender',
  },
  TOP_UP: {
    BORROWER: 'last day to pay the rest of the payoff',
    LENDER: 'the rest of the payoff is due to you',
  },
  SURPLUS: {
    BORROWER: 'the rest of the loan is due to you',
    LENDER: 'last day to pay the rest of the loan',
  },
  SURPLUS_ANSWER: {
    BORROWER: 'last day to answer the payment of the rest of the loan',
    LENDER: 'the rest of the loan counts as received unless it is denied',
  },
};

export const describeRefinanceDate = (kind: RefinanceDateKind, party: Party): string =>
  sentences[kind][party];

export const isRefinanceDate = (kind: string): kind is RefinanceDateKind => kind in sentences;
