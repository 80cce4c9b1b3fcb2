/** Formats a time relative to another: "4 minutes ago", "Yesterday, 16:20", then its date. */

import { formatShortDayTime } from './short-day.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Beyond this many hours, show the time of day instead. */
const countedHours = 6;

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const timeOfDay = new Intl.DateTimeFormat(undefined, clock);

/** Calendar days between two times in the reader's time zone; days of 23 and 25 hours count as one. */
function daysBetween(from: Date, to: Date): number {
  const midnight = (at: Date) => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate());
  return Math.round((midnight(to) - midnight(from)) / (24 * hour));
}

const capital = (text: string) => `${text.charAt(0).toLocaleUpperCase()}${text.slice(1)}`;

export function formatAgo(value: string, now: Date): string {
  const at = new Date(value);
  const gap = at.getTime() - now.getTime();
  if (Number.isNaN(gap)) return value;
  if (Math.abs(gap) < minute) return 'Just now';
  if (Math.abs(gap) < hour) return relative.format(Math.trunc(gap / minute), 'minute');
  if (Math.abs(gap) < countedHours * hour) return relative.format(Math.trunc(gap / hour), 'hour');
  const days = daysBetween(now, at);
  if (Math.abs(days) <= 1)
    return `${capital(relative.format(days, 'day'))}, ${timeOfDay.format(at)}`;
  return formatShortDayTime(value, now);
}
