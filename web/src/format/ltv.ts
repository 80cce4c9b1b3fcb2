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

export type LtvTone = 'normal' | 'amber' | 'red';

/** Of the whole percent that is shown: amber from 70%, red from 100%. */
export function rateLtv(amountCents: number, estimateCents: number): LtvTone {
  const shown = Math.round((amountCents / estimateCents) * 100);
  if (shown >= 100) return 'red';
  return shown >= 70 ? 'amber' : 'normal';
}
