/** The amounts of a refinancing: what the old lender still gets, and what the new loan consists of. Pure. */

import { utcDay } from '@nameloan/loan-math/calendar-day';
import type { Escrow } from '../escrow.ts';
import { replayLoan } from './replay-loan.ts';

/**
 * Cents that the old lender of a loan still has to get if it gets them on `day`, with the correction of its payoff letter.
 * Negative: what it got too much. Throws without a receipt.
 */
export function computeRestCents(old: Escrow, day: Date): number {
  const { receipt, replacement } = old;
  if (receipt === null) throw new Error(`loan ${old.id} has no receipt`);
  const { payoffCents, creditCents } = replayLoan(old, receipt, { day });
  return payoffCents - creditCents + (replacement?.letter?.correctionCents ?? 0);
}

/** The confirmed payments cover what the old lender gets. */
export function isReplacementPaid(old: Escrow): boolean {
  const { replacement, countedPayments, receipt } = old;
  const payoff = replacement?.payoff;
  if (!payoff || payoff.confirmedCents === null || receipt === null) return false;
  const days = (countedPayments ?? []).map(({ day }) => day.getTime());
  return computeRestCents(old, new Date(Math.max(payoff.day.getTime(), ...days))) <= 0;
}

/** What the new lender has to pay the old one on `day`: never more than the new loan. */
export function computePayoffLegCents(old: Escrow, next: Escrow, day: Date): number {
  return Math.min(next.amountCents, computeRestCents(old, utcDay(day)));
}

/** What is left of the new loan for the borrower after the closing. */
export function computeSurplusCents({ amountCents, replacing }: Escrow): number {
  const paid = (replacing?.legs ?? [])
    .filter(({ leg }) => leg !== 'TOP_UP')
    .reduce((sum, { confirmedCents, deniedAt }) => sum + (deniedAt ? 0 : (confirmedCents ?? 0)), 0);
  return amountCents - paid;
}
