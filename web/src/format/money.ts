/** Formats US dollar amounts in the reader's locale: "$12,500.00". */

const withCents = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD' });
const whole = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});

/** A negative amount has the minus sign U+2212, which is as wide as a plus sign. */
export function formatMoney(cents: number): string {
  return withCents.format(cents / 100).replace('-', '−');
}

/** Formats an estimate in whole dollars; an unknown one is `??.??`. */
export function formatEstimate(cents: number | null | undefined): string {
  return cents === null || cents === undefined ? '??.??' : whole.format(cents / 100);
}
