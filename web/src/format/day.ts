/** Formats days and times: "Feb 14, 2027". A calendar day is the same in every time zone. */

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

/** Formats `2027-02-14` as that day, and a timestamp as the day in the reader's time zone. */
export function formatDay(value: string): string {
  return write(isCalendarDay(value) ? calendarDay : localDay, value);
}

/** Formats the UTC day of a timestamp. Due dates and interest use UTC. */
export function formatUtcDay(value: string): string {
  return write(calendarDay, value);
}

/** "Nov 12, 2026, 10:04" in the reader's time zone; a calendar day has no time. */
export function formatDayTime(value: string): string {
  return isCalendarDay(value) ? formatDay(value) : write(localDayTime, value);
}
