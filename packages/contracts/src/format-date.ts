/** Formats dates for texts that users read; data for programs keeps ISO 8601. */

const dayFormat = new Intl.DateTimeFormat('en-US', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** The UTC date: "November 21, 2026". Also accepts ISO 8601 strings. */
export function formatDate(at: Date | string): string {
  return dayFormat.format(new Date(at));
}

/** Date and time of a deadline, which a date alone would extend: "November 21, 2026 at 23:30 UTC". */
export function formatDateTime(at: Date | string): string {
  return `${formatDate(at)} at ${new Date(at).toISOString().slice(11, 16)} UTC`;
}
