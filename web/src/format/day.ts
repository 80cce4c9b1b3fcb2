/** Formats days and times: "Feb 14, 2027". A calendar day is the same in every time zone. */

import { formatMoment, isCalendarDay } from './moment.ts';

/** Formats `2027-02-14` as that day, and a timestamp as the day in the reader's time zone. */
export function formatDay(value: string): string {
  return formatMoment(value, isCalendarDay(value) ? 'calendar-day' : 'date-year');
}

/** Formats the UTC day of a timestamp, for interest, which runs in UTC days. */
export function formatUtcDay(value: string): string {
  return formatMoment(value, 'calendar-day');
}

/** "Nov 12, 2026, 10:04 AM" in the reader's time zone; a calendar day has no time. */
export function formatDayTime(value: string): string {
  return isCalendarDay(value) ? formatDay(value) : formatMoment(value, 'date-year-time');
}
