/**
 * Formats moments for their reader: on one clock, that of the reader's zone and locale, with UTC only as a tooltip.
 * Times to and since a deadline are calendar days, as on the reader's calendar.
 */

/** The defaults are those of the browser; tests choose others. */
export interface Reader {
  locale?: string;
  timeZone?: string;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Up to this gap, hours say more than calendar days: 23:50 to 00:30 is not "1 day". */
const countedHours = 12;
/** Hours below which a whole hour is too coarse. */
const minutesUpTo = 2;

const date = { month: 'short', day: 'numeric' } as const;
/** The locale decides between 12 and 24 hours. */
const clock = { hour: 'numeric', minute: '2-digit' } as const;
const shapes = {
  date,
  'date-year': { ...date, year: 'numeric' },
  'date-time': { ...date, ...clock },
  'date-year-time': { ...date, year: 'numeric', ...clock },
  clock,
  utc: { ...date, year: 'numeric', ...clock, timeZone: 'UTC', timeZoneName: 'short' },
  'calendar-day': { ...date, year: 'numeric', timeZone: 'UTC' },
  parts: {
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
type Shape = keyof typeof shapes;

const formats = new Map<string, Intl.DateTimeFormat>();

function getFormat(shape: Shape, { locale, timeZone }: Reader): Intl.DateTimeFormat {
  const key = `${shape} ${locale} ${timeZone}`;
  const known = formats.get(key);
  if (known) return known;
  // The zone of a shape wins.
  const format = new Intl.DateTimeFormat(locale, {
    ...(timeZone && { timeZone }),
    ...shapes[shape],
  });
  formats.set(key, format);
  return format;
}

/** A text that is not a date is returned unchanged. */
export function formatMoment(value: string, shape: Shape, reader: Reader = {}): string {
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? value : getFormat(shape, reader).format(at);
}

/** `2027-02-14`: a day in no time zone, such as the day of a payment. */
export const isCalendarDay = (value: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(value);

/** Days on the reader's calendar; days of 23 and 25 hours count as one. */
export function countCalendarDays(from: Date, to: Date, reader: Reader = {}): number {
  const format = getFormat('parts', { ...reader, locale: 'en-US' });
  const midnight = (at: Date) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    return Date.UTC(parts.get('year') ?? 0, (parts.get('month') ?? 1) - 1, parts.get('day') ?? 1);
  };
  return Math.round((midnight(to) - midnight(from)) / day);
}

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`;

/**
 * "7 days", "5 hours", "91 minutes"; undefined under a minute. Hours and minutes are whole ones: rounded up, a deadline
 * would look later than it is.
 */
function formatGap(from: Date, to: Date, reader: Reader): string | undefined {
  const gap = to.getTime() - from.getTime();
  if (gap < minute) return undefined;
  if (gap < minutesUpTo * hour) return count(Math.floor(gap / minute), 'minute');
  const days = countCalendarDays(from, to, reader);
  if (days === 0 || gap < countedHours * hour) return count(Math.floor(gap / hour), 'hour');
  return count(days, 'day');
}

/** "7 days left", "5 hours left"; "due now" in the last minute. A moment that has passed is overdue. */
export function formatTimeLeft(value: string, now: Date, reader: Reader = {}): string {
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return value;
  if (at < now) return formatOverdue(value, now, reader);
  const gap = formatGap(now, at, reader);
  return gap ? `${gap} left` : 'due now';
}

/** "46 days overdue", "5 hours overdue". */
export function formatOverdue(value: string, now: Date, reader: Reader = {}): string {
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return value;
  const gap = formatGap(at, now, reader);
  return gap ? `${gap} overdue` : 'overdue';
}

/** "Feb 13, 9:12 PM" or "13 Feb, 21:12", with the year only beyond twelve months. */
export function formatDeadline(value: string, now: Date, reader: Reader = {}): string {
  return formatMoment(value, isNear(value, now) ? 'date-time' : 'date-year-time', reader);
}

/** Within twelve months, the day and the month say which one is meant. */
export function isNear(value: string, now: Date): boolean {
  const months = new Date(now);
  const gap = Date.parse(value) - now.getTime();
  months.setUTCMonth(now.getUTCMonth() + (gap < 0 ? -12 : 12));
  return Math.abs(gap) < Math.abs(months.getTime() - now.getTime());
}

/** The tooltip: the same moment in UTC, after the full local time where the text leaves it out. */
export function describeMoment(
  value: string,
  text: string,
  reader: Reader = {},
): string | undefined {
  if (isCalendarDay(value) || Number.isNaN(Date.parse(value))) return undefined;
  const utc = formatMoment(value, 'utc', reader);
  const local = formatMoment(value, 'date-year-time', reader);
  const hasClock = text.includes(formatMoment(value, 'clock', reader));
  return hasClock ? utc : `${local} · ${utc}`;
}
