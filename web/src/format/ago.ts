/** Formats a time relative to another: "4 minutes ago", "Yesterday, 4:20 PM", then its date. */

import { countCalendarDays, formatMoment } from './moment.ts';
import { formatShortDayTime } from './short-day.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Beyond this many hours, show the time of day instead. */
const countedHours = 6;

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

const capital = (text: string) => `${text.charAt(0).toLocaleUpperCase()}${text.slice(1)}`;

export function formatAgo(value: string, now: Date): string {
  const at = new Date(value);
  const gap = at.getTime() - now.getTime();
  if (Number.isNaN(gap)) return value;
  if (Math.abs(gap) < minute) return 'Just now';
  if (Math.abs(gap) < hour) return relative.format(Math.trunc(gap / minute), 'minute');
  if (Math.abs(gap) < countedHours * hour) return relative.format(Math.trunc(gap / hour), 'hour');
  const days = countCalendarDays(now, at);
  if (Math.abs(days) <= 1)
    return `${capital(relative.format(days, 'day'))}, ${formatMoment(value, 'clock')}`;
  return formatShortDayTime(value, now);
}
