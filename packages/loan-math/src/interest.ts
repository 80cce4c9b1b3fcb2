/** Exact interest: every result is a rational number that is rounded half up once (docs/product-rules.md). */

import { daysBetween } from './calendar-day.ts';

/** A year in basis points and days: 1 + apy/100/365 is (yearUnits + rateBps) / yearUnits. */
const yearUnits = 10_000 * 365;

export interface Principal {
  amountCents: number;
  /** Nominal yearly rate in basis points, compounded daily, actual/365. */
  rateBps: number;
}

/** amount × (1 + apy/100/365)^days in cents, rounded half up once. `days` is whole and not negative. */
export function amountAfterDays({ amountCents, rateBps }: Principal, days: number): number {
  const growth = growthOver(rateBps, days);
  return Number(roundHalfUp(BigInt(amountCents) * growth.top, growth.bottom));
}

/** The payoff at `to` for money received at `from`; days are the difference of the UTC dates, at least 0. */
export function payoffCents(loan: Principal & { from: Date; to: Date }): number {
  return amountAfterDays(loan, daysBetween(loan.from, loan.to));
}

/** Interest over the term in percent, two decimals (labelled "Adjusted" on screens). */
export function costOverTermPercent(rateBps: number, termDays: number): number {
  const growth = growthOver(rateBps, termDays);
  return Number(roundHalfUp((growth.top - growth.bottom) * 10_000n, growth.bottom)) / 100;
}

/**
 * APR with all costs in percent, two decimals: (repaid − received) / received × 365 / days up to one
 * year, (repaid / received)^(365/days) − 1 beyond. `days` at least 1. Null if nothing is received, since there is no
 * such rate.
 */
export function aprAllCostsPercent(
  receivedCents: number,
  repaidCents: number,
  days: number,
): number | null {
  if (receivedCents < 1) return null;
  if (days <= 365) {
    const top = BigInt(repaidCents - receivedCents) * 365n * 10_000n;
    return Number(roundHalfUp(top, BigInt(receivedCents) * BigInt(days))) / 100;
  }
  return compoundHundredths(receivedCents, repaidCents, days) / 100;
}

/** Starts from the float, which may be off in its last bits, and corrects the hundredth by exact powers. */
function compoundHundredths(receivedCents: number, repaidCents: number, days: number): number {
  const top = BigInt(repaidCents) ** 365n;
  const bottom = BigInt(receivedCents) ** 365n;
  const reaches = (hundredths: number): boolean =>
    top * 20_000n ** BigInt(days) >= bottom * BigInt(20_000 + 2 * hundredths - 1) ** BigInt(days);
  let hundredths = Math.round(((repaidCents / receivedCents) ** (365 / days) - 1) * 10_000);
  while (!reaches(hundredths)) hundredths -= 1;
  while (reaches(hundredths + 1)) hundredths += 1;
  return hundredths;
}

function growthOver(rateBps: number, days: number): { top: bigint; bottom: bigint } {
  const shared = greatestCommonDivisor(yearUnits, rateBps);
  const exponent = BigInt(days);
  return {
    top: BigInt((yearUnits + rateBps) / shared) ** exponent,
    bottom: BigInt(yearUnits / shared) ** exponent,
  };
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** Rounds half up; for values that are not negative. */
function roundHalfUp(top: bigint, bottom: bigint): bigint {
  return (2n * top + bottom) / (2n * bottom);
}
