/** Writes days and times: "Feb 14, 2027". A calendar day is the same day wherever it is read. */

const date = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const calendarDay = new Intl.DateTimeFormat(undefined, { ...date, timeZone: 'UTC' });
const localDay = new Intl.DateTimeFormat(undefined, date);
const localDayTime = new Intl.DateTimeFormat(undefined, { ...date, ...time });

const isCalendarDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value);

function write(format: Intl.DateTimeFormat, value: string): string {
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? value : format.format(at);
}

/** Of `2027-02-14` that day; of a moment the reader's day. */
export function formatDay(value: string): string {
  return write(isCalendarDay(value) ? calendarDay : localDay, value);
}

/** The day that a moment falls on in UTC: due dates and interest run on it. */
export function formatUtcDay(value: string): string {
  return write(calendarDay, value);
}

/** "Nov 12, 2026, 10:04" where the reader is; of a calendar day the day alone. */
export function formatDayTime(value: string): string {
  return isCalendarDay(value) ? formatDay(value) : write(localDayTime, value);
}
