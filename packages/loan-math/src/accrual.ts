/** How a loan accrues interest, and simple interest in integers (docs/product-rules.md). */

/**
 * SIMPLE_365: on the principal, for each UTC day, a year of 365 days; interest bears no interest.
 * COMPOUND_365: interest joins the balance each day; loans without a frozen accrual have it.
 */
export type Accrual = 'SIMPLE_365' | 'COMPOUND_365';

/** A year in basis points and days: cents × basis points × days divided by it are cents of interest. */
export const accrualUnits = 3_650_000n;

/**
 * amount × rate × days / 365 in cents, rounded half up once. `days` is whole and not negative, the rate in basis
 * points a year.
 */
export function simpleInterestCents(amountCents: number, rateBps: number, days: number): number {
  return roundedUnits(BigInt(amountCents) * BigInt(rateBps) * BigInt(days));
}

/** Units of interest (cents × basis points × days) in whole cents, half up; 0 if negative. */
export function roundedUnits(units: bigint): number {
  return units <= 0n ? 0 : Number((2n * units + accrualUnits) / (2n * accrualUnits));
}
