/** Formats the time until a moment: "in 6 days", "in 5 hours", "now". */

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'always' });

export function formatTimeLeft(value: string, now: Date): string {
  const gap = Date.parse(value) - now.getTime();
  if (Number.isNaN(gap)) return value;
  if (gap < minute) return 'now';
  if (gap < 2 * hour) return relative.format(Math.floor(gap / minute), 'minute');
  if (gap < 2 * day) return relative.format(Math.floor(gap / hour), 'hour');
  return relative.format(Math.floor(gap / day), 'day');
}
