/** Formats US dollar amounts in the reader's locale: "$12,500.00". */

const withCents = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD' });
const whole = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});

/** The minus sign U+2212 is as wide as a plus sign; most locales have the hyphen instead. */
const format = (numbers: Intl.NumberFormat, cents: number) =>
  numbers.format(cents / 100).replace('-', '−');

export const formatMoney = (cents: number): string => format(withCents, cents);

/** Formats an estimate in whole dollars; an unknown one is `??.??`. */
export function formatEstimate(cents: number | null | undefined): string {
  return cents === null || cents === undefined ? '??.??' : format(whole, cents);
}
