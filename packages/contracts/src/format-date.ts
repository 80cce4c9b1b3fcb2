/** Dates as sentences for people show them, everywhere alike; fields and tables for programs keep ISO 8601. */

const dayFormat = new Intl.DateTimeFormat('en-US', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A moment's day in UTC: "November 21, 2026". Takes ISO 8601 too. */
export function formatDate(at: Date | string): string {
  return dayFormat.format(new Date(at));
}

/** A moment that ends something, in UTC, where a day alone would promise all of it: "November 21, 2026 at 23:30 UTC". */
export function formatDateTime(at: Date | string): string {
  return `${formatDate(at)} at ${new Date(at).toISOString().slice(11, 16)} UTC`;
}
