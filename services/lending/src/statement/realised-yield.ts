/** The yield of ended loans after losses. */

import { daysBetween } from '@nameloan/loan-math/calendar-day';

/** A loan that ended. Money in US cents. */
export interface EndedLoan {
  principalCents: number;
  receivedOn: Date;
  endedOn: Date;
  /** Interest that came back, or minus the principal that did not. */
  gainCents: number;
}

/**
 * Gains less losses × 365 / Σ(principal × days), in percent with two decimals, rounded half away from zero once. Days are
 * differences of UTC dates. Null if no loan ran for a day, since there is no such rate.
 *
 * It follows LendingClub's Net Annualized Return (interest received less the principal of charged-off loans, over the
 * principal outstanding), by day instead of by month and without compounding. So one repaid loan of up to a year yields
 * the APR of its disclosure without fees (docs/product-rules.md#money-and-rates). A seized domain counts as nothing: what
 * it sells for is not known.
 */
export function computeRealisedYieldPercent(loans: readonly EndedLoan[]): number | null {
  let gains = 0n;
  let principalDays = 0n;
  for (const { principalCents, receivedOn, endedOn, gainCents } of loans) {
    gains += BigInt(gainCents);
    principalDays += BigInt(principalCents) * BigInt(daysBetween(receivedOn, endedOn));
  }
  if (principalDays === 0n) return null;
  const top = (gains < 0n ? -gains : gains) * 365n * 10_000n;
  const hundredths = Number((2n * top + principalDays) / (2n * principalDays));
  return (gains < 0n && hundredths > 0 ? -hundredths : hundredths) / 100;
}
