/** What the closing of a refinancing writes in both loans. Both are written in one transaction. */

import { addDays } from '@nameloan/loan-math/calendar-day';
import type { LegRecord } from '../../../loan/refinance/refinance.ts';
import { findRepaymentDay } from '../../balance/balance.ts';
import type { Escrow, Receipt } from '../../escrow.ts';
import { readReplacing } from './report-leg.ts';

/** The state of the domain that the new loan takes over. */
export type TakenCustody = Pick<
  Escrow,
  'custodyVersion' | 'legalHold' | 'holdPauses' | 'holdVersion'
> & { inCustodyAt: Date | null };

export function readCustody(old: Escrow): TakenCustody {
  const { inCustodyAt, custodyVersion, legalHold, holdPauses, holdVersion } = old;
  return { inCustodyAt, custodyVersion, legalHold, holdPauses, holdVersion };
}

/**
 * The old loan, once its lender has all. A payment of the payoff that an operator found to have arrived counts as reported.
 * All of its payments are counted, so that no final payoff is left; what a corrected letter waives is not owed any more.
 */
export function buildRefinancedChanges(old: Escrow): Partial<Escrow> {
  const { replacement, receipt } = old;
  const payoff = replacement?.payoff;
  if (!replacement || !payoff || receipt === null) return {};
  const confirmedCents = payoff.confirmedCents ?? payoff.amountCents;
  const { id, day } = payoff;
  const isCounted = old.countedPayments?.some((payment) => payment.id === id);
  const counted = { id, day, amountCents: confirmedCents, deemedAt: null };
  const countedPayments = [...(old.countedPayments ?? []), ...(isCounted ? [] : [counted])];
  const lastDay = new Date(Math.max(...countedPayments.map((one) => one.day.getTime())));
  return {
    countedPayments,
    claim: null,
    replacement: { ...replacement, payoff: { ...payoff, confirmedCents, deniedAt: null } },
    repaidOn: findRepaymentDay({ ...old, countedPayments, claim: null }) ?? lastDay,
    finalPayoffCents: 0,
  };
}

/** The new loan starts on the day of the payment of the payoff. */
export function buildReplacedChanges(
  next: Escrow,
  { payoff, custody }: { payoff: LegRecord; custody: TakenCustody },
): Partial<Escrow> {
  const replacing = readReplacing(next);
  const { day, method, reference, reportedAt } = payoff;
  const receipt: Receipt = { date: day, method, reference, at: day, by: 'BORROWER' };
  const legs = replacing.legs.map((leg) => (leg.id === payoff.id ? payoff : leg));
  return {
    ...custody,
    replacing: { ...replacing, legs },
    sent: { date: day, method, reference, at: reportedAt },
    receipt,
    dueAt: addDays(day, next.termDays),
    remindedAt: null,
  };
}
