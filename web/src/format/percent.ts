/** Formats rates and shares with at most two decimals: "13.25%". */

const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 2 });

export function formatRate(rateBps: number): string {
  return percent.format(rateBps / 10_000);
}

/** The APR including fees, in percent. Null: the fee equals the amount received, so no APR exists. */
export function formatApr(value: number | null): string {
  return value === null ? 'The fee takes all of it' : formatPercent(value);
}

/** Formats a number that is already in percent: 3.64 is "3.64%". */
export function formatPercent(value: number): string {
  return percent.format(value / 100);
}
