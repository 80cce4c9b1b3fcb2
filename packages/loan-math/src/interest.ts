/** Exact interest: every result is a rational number that is rounded half up once (docs/product-rules.md). */

import type { Accrual } from './accrual.ts';
import { simpleInterestCents } from './accrual.ts';
import { daysBetween } from './calendar-day.ts';

/** A year in basis points and days: 1 + apy/100/365 is (yearUnits + rateBps) / yearUnits. */
const yearUnits = 10_000 * 365;

export interface Principal {
  amountCents: number;
  /** Nominal yearly rate in basis points, actual/365. */
  rateBps: number;
  accrual: Accrual;
}

/**
 * Principal and interest after `days` in cents, rounded half up once: amount × (1 + rate × days / 365), or for
 * COMPOUND_365 amount × (1 + rate / 365)^days. `days` is whole and not negative.
 */
export function amountAfterDays(
  { amountCents, rateBps, accrual }: Principal,
  days: number,
): number {
  if (accrual === 'SIMPLE_365')
    return amountCents + simpleInterestCents(amountCents, rateBps, days);
  const growth = growthOver(rateBps, days);
  return Number(roundHalfUp(BigInt(amountCents) * growth.top, growth.bottom));
}

/** The payoff at `to` for money received at `from`; days are the difference of the UTC dates, at least 0. */
export function payoffCents(loan: Principal & { from: Date; to: Date }): number {
  return amountAfterDays(loan, daysBetween(loan.from, loan.to));
}

/** (1 + rate / 365)^days − 1 in percent, two decimals, whatever the accrual (labelled "Adjusted" on screens). */
export function costOverTermPercent(rateBps: number, termDays: number): number {
  const growth = growthOver(rateBps, termDays);
  return Number(roundHalfUp((growth.top - growth.bottom) * 10_000n, growth.bottom)) / 100;
}

/** One payment out and one back. `days` at least 1. */
export interface SinglePayment {
  receivedCents: number;
  /** At least what was received. */
  repaidCents: number;
  days: number;
}

/**
 * APR with all costs in percent, two decimals: (repaid − received) / received × 365 / days up to one year. Beyond it the
 * actuarial rate of Regulation Z, Appendix J, whose unit period is a year: (1 + f × rate) × (1 + rate)^years for whole
 * years and a fraction f of 365 days; for COMPOUND_365, (repaid / received)^(365/days) − 1. Null if nothing is received,
 * since there is no such rate.
 */
export function aprAllCostsPercent(payment: SinglePayment, accrual: Accrual): number | null {
  const { receivedCents, repaidCents, days } = payment;
  if (receivedCents < 1) return null;
  if (days <= 365) {
    const top = BigInt(repaidCents - receivedCents) * 365n * 10_000n;
    return Number(roundHalfUp(top, BigInt(receivedCents) * BigInt(days))) / 100;
  }
  const hundredths =
    accrual === 'SIMPLE_365' ? actuarialHundredths(payment) : compoundHundredths(payment);
  return hundredths / 100;
}

/**
 * The largest hundredth that the payment reaches when half of one is taken away, decided in integers. `apr.ts` gives the
 * same for any plan; a calculator that knows single payments only does not load it.
 */
function actuarialHundredths({ receivedCents, repaidCents, days }: SinglePayment): number {
  const years = BigInt(Math.floor(days / 365));
  const oddDays = BigInt(days % 365);
  const top = BigInt(repaidCents) * 365n * 20_000n ** (years + 1n);
  const reaches = (hundredths: number): boolean => {
    const rate = BigInt(2 * hundredths - 1);
    const growth = (365n * 20_000n + oddDays * rate) * (20_000n + rate) ** years;
    return top >= BigInt(receivedCents) * growth;
  };
  let beyond = 1;
  while (reaches(beyond)) beyond *= 2;
  let reached = 0;
  while (beyond - reached > 1) {
    const middle = Math.floor((reached + beyond) / 2);
    if (reaches(middle)) reached = middle;
    else beyond = middle;
  }
  return reached;
}

/** Starts from the float, which may be off in its last bits, and corrects the hundredth by exact powers. */
function compoundHundredths({ receivedCents, repaidCents, days }: SinglePayment): number {
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
