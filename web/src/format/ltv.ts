/** Formats the share of a loan in the value of its domain. */

const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });

/** "54%" of the estimate; undefined without an estimate, from which no share is derived. */
export function formatLtv(
  amountCents: number | undefined,
  estimateCents: number | null | undefined,
): string | undefined {
  if (amountCents === undefined || !estimateCents) return undefined;
  return percent.format(amountCents / estimateCents);
}
