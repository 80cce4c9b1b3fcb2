/** Writes rates and shares with at most two decimals: "13.25%". */

const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 2 });

export function formatRate(rateBps: number): string {
  return percent.format(rateBps / 10_000);
}

/** A rate with all costs, in percent; null: the fee takes all that is received, and no rate says what that costs. */
export function formatApr(value: number | null): string {
  return value === null ? 'The fee takes all of it' : formatPercent(value);
}

/** Of a number that is in percent already: 3.64 is "3.64%". */
export function formatPercent(value: number): string {
  return percent.format(value / 100);
}
