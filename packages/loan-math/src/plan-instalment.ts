/** The equal instalment that repays a balance over given periods, in integers. */

/** Cents, basis points a year, and the days of each period; interest in arrears is owed with the first instalment. */
export interface Annuity {
  principalCents: number;
  rateBps: number;
  days: readonly number[];
  /** Interest that has accrued before the first period, in units of 1/3,650,000 cents. */
  carriedUnits: bigint;
}

/** 1 + rate × days / 365 is (units + rateBps × days) / units. */
const units = 3_650_000;

/**
 * Balance at the end of all periods without payments, divided by the same of payments of 1: in cents, rounded half up.
 * A float decides unless the result is close to half a cent; then exact integers do.
 */
export function computeInstalment(annuity: Annuity): number {
  const estimate = estimateInstalment(annuity);
  const tolerance = 0.001 + estimate * 1e-12;
  const floor = Math.floor(estimate);
  const fraction = estimate - floor;
  if (Math.abs(fraction - 0.5) > tolerance) return fraction > 0.5 ? floor + 1 : floor;
  return computeExactly(annuity);
}

function estimateInstalment({ principalCents, rateBps, days, carriedUnits }: Annuity): number {
  let balance = principalCents + Number(carriedUnits) / units;
  let paid = 0;
  let base = principalCents;
  for (const length of days) {
    const rate = (rateBps * length) / units;
    balance += base * rate;
    paid = 1 + paid * (1 + rate);
    base = balance;
  }
  return balance / paid;
}

function computeExactly({ principalCents, rateBps, days, carriedUnits }: Annuity): number {
  const [unit, rate, principal] = [BigInt(units), BigInt(rateBps), BigInt(principalCents)];
  // Both are scaled by unit ** (number of periods so far).
  let balance = 0n;
  let paid = 0n;
  let scale = 1n;
  days.forEach((length, index) => {
    const growth = unit + rate * BigInt(length);
    balance = index === 0 ? principal * growth + carriedUnits : balance * growth;
    scale *= unit;
    paid = index === 0 ? scale : scale + paid * growth;
  });
  return Number((2n * balance + paid) / (2n * paid));
}
