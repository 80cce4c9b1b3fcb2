/** Formats rates and shares with at most two decimals: "13.25%". */

const options = { style: 'percent', maximumFractionDigits: 2 } as const;
const percent = new Intl.NumberFormat(undefined, options);
const twoDecimals = new Intl.NumberFormat(undefined, { ...options, minimumFractionDigits: 2 });

export function formatRate(rateBps: number): string {
  return percent.format(rateBps / 10_000);
}

/** The APR including fees, in percent. Null: the fee equals the amount received, so no APR exists. */
export function formatApr(value: number | null): string {
  return value === null ? 'The fee takes all of it' : formatPercent(value);
}

/** The cost over the term, in percent, has two decimals: 2.5 is "2.50%". */
export function formatAdjusted(value: number): string {
  return twoDecimals.format(value / 100);
}

/** Formats a number that is already in percent: 3.64 is "3.64%". */
export function formatPercent(value: number): string {
  return percent.format(value / 100);
}
