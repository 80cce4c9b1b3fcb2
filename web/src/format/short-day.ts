/** Formats days and times, with the year only beyond twelve months: "Nov 12", "Nov 12, 10:31 AM". */

import { formatDeadline, formatMoment, isNear } from './moment.ts';

/** The day of a timestamp in the reader's time zone. */
export const formatShortDay = (value: string, now: Date): string =>
  formatMoment(value, isNear(value, now) ? 'date' : 'date-year');

export const formatShortDayTime = (value: string, now: Date): string => formatDeadline(value, now);
