/** Formats US dollar amounts in the reader's locale: "$12,500.00". */

const withCents = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD' });
const whole = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});

export function formatMoney(cents: number): string {
  return withCents.format(cents / 100);
}

/** Formats an estimate in whole dollars; an unknown one is `??.??`. */
export function formatEstimate(cents: number | null | undefined): string {
  return cents === null || cents === undefined ? '??.??' : whole.format(cents / 100);
}
