/** The payments of a refinancing instead of those that it replaces, so that no money counts twice. Pure. */

import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { addDays } from '@nameloan/loan-math/calendar-day';
import { findPayoffLeg } from '../escrow/balance/advances.ts';
import {
  computePayoffLegCents,
  computeRestCents,
  computeSurplusCents,
} from '../escrow/balance/refinance-rest.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { computeSurplusEnd } from '../escrow/next-step/refinance-waits.ts';
import { timedTransitions } from '../escrow/transition/timed-transitions.ts';
import type { Party } from '../loan/roles.ts';
import type { ExpectedPayment } from './expected-payment.ts';

/** `other`: the other loan of the refinancing, if it was read. */
interface RefinanceView {
  party: Party;
  now: Date;
  other: Escrow | undefined;
}

/**
 * Of an old loan whose new one is signed: what its lender still gets, and of that what its borrower pays itself. Null for
 * all others, which are repaid as agreed.
 */
export function listReplacedPayments(
  old: Escrow,
  { party, now, other: next }: RefinanceView,
): ExpectedPayment[] | null {
  const { status, receipt, replacement, claim } = old;
  if (status !== 'LOAN_POSTED' || receipt === null || !replacement) return null;
  if (next?.status !== 'NEW' || claim !== null) return null;
  const { payoff, shortSince } = replacement;
  const at =
    timedTransitions.EXPIRE_REFINANCE.dueAt(next, now) ??
    (shortSince ? addDays(shortSince, loanCalendar.topUpDays) : payoff && payoffEnd(payoff.day));
  if (!at) return null;
  const paidDays = (old.countedPayments ?? []).map(({ day }) => day.getTime());
  const on = payoff ? new Date(Math.max(payoff.day.getTime(), ...paidDays)) : at;
  const reported = (old.openPayments ?? []).filter(({ leg }) => leg);
  const sentCents = reported.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const restCents = computeRestCents(old, on) - sentCents;
  const legCents = payoff ? 0 : computePayoffLegCents(old, next, on);
  const amountCents = party === 'LENDER' ? restCents : restCents - legCents;
  return amountCents > 0 ? [{ kind: 'REPAYMENT', at, amountCents, graceEndsAt: null }] : [];
}

/** Of a new loan: what its lender has not sent yet, and of that what its borrower gets itself. */
export function listReplacingPayments(
  next: Escrow,
  { party, now, other: old }: RefinanceView,
): ExpectedPayment[] {
  const { status, replacing } = next;
  if (!replacing) return [];
  const build = (at: Date | null, amountCents: number): ExpectedPayment[] =>
    at && at >= now && amountCents > 0
      ? [{ kind: 'FUNDING', at, amountCents, graceEndsAt: null }]
      : [];
  if (status === 'LOAN_POSTED') {
    const isReported = timedTransitions.DEEM_SURPLUS.dueAt(next, now) !== null;
    return isReported ? [] : build(computeSurplusEnd(next), computeSurplusCents(next));
  }
  if (status !== 'NEW') return [];
  const payoff = findPayoffLeg(next);
  if (payoff) return build(payoffEnd(payoff.day), next.amountCents - payoff.amountCents);
  const at = timedTransitions.EXPIRE_REFINANCE.dueAt(next, now);
  if (at === null || party === 'LENDER') return build(at, next.amountCents);
  return build(at, old?.receipt ? next.amountCents - computePayoffLegCents(old, next, at) : 0);
}

/** As the surplus of a closed refinancing. */
const payoffEnd = (day: Date): Date => addDays(day, loanCalendar.refinanceDays);
