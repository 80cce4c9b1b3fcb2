/** Interest, exactly: every figure is one rational number, rounded half up once (product.md section 2). */

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

/** What is owed at `to` for money received at `from`: d is the difference of the UTC dates, at least 0. */
export function payoffCents(loan: Principal & { from: Date; to: Date }): number {
  return amountAfterDays(loan, daysBetween(loan.from, loan.to));
}

/** Interest over the term in percent, two decimals (the cards call it Adjusted). */
export function costOverTermPercent(rateBps: number, termDays: number): number {
  const growth = growthOver(rateBps, termDays);
  return Number(roundHalfUp((growth.top - growth.bottom) * 10_000n, growth.bottom)) / 100;
}

/**
 * APR with all costs in percent, two decimals: (repaid − received) / received × 365 / days up to one
 * year, (repaid / received)^(365/days) − 1 beyond. `days` at least 1. Null where nothing is received: no rate
 * says what that costs.
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

/** The float is right but for its last bits; whole powers then decide which hundredth it rounds to. */
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

/** Half up for values that are not negative. */
function roundHalfUp(top: bigint, bottom: bigint): bigint {
  return (2n * top + bottom) / (2n * bottom);
}
