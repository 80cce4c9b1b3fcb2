/** The yield of ended loans after losses. */

/** A loan that ended. Money in US cents. */
export interface EndedLoan {
  /** The sum over its days of the principal that was left, in cents × days. */
  principalDays: bigint;
  /** Interest that came back, or minus the principal that did not. */
  gainCents: number;
}

/**
 * Gains less losses × 365 / Σ(principal × days), in percent with two decimals, rounded half away from zero once. The
 * principal is what part payments left of it on each day. Days are differences of UTC dates. Null if no loan ran for a day, since there is no such rate.
 *
 * It follows LendingClub's Net Annualized Return (interest received less the principal of charged-off loans, over the
 * principal outstanding), by day instead of by month and without compounding. So one repaid loan of up to a year yields
 * the APR of its disclosure without fees (docs/product-rules.md#money-and-rates). A seized domain counts as nothing: what
 * it sells for is not known.
 */
export function computeRealisedYieldPercent(loans: readonly EndedLoan[]): number | null {
  let gains = 0n;
  let total = 0n;
  for (const { principalDays, gainCents } of loans) {
    gains += BigInt(gainCents);
    total += principalDays;
  }
  if (total === 0n) return null;
  const top = (gains < 0n ? -gains : gains) * 365n * 10_000n;
  const hundredths = Number((2n * top + total) / (2n * total));
  return (gains < 0n && hundredths > 0 ? -hundredths : hundredths) / 100;
}
