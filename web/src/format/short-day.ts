/** Formats days and times without the current year: "Nov 12", "Nov 12, 10:31". */

const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const day = { month: 'short', day: 'numeric' } as const;
const year = { year: 'numeric' } as const;

const formats = {
  day: [
    new Intl.DateTimeFormat(undefined, day),
    new Intl.DateTimeFormat(undefined, { ...year, ...day }),
  ],
  dayTime: [
    new Intl.DateTimeFormat(undefined, { ...day, ...time }),
    new Intl.DateTimeFormat(undefined, { ...year, ...day, ...time }),
  ],
} as const;

function write(
  value: string,
  now: Date,
  [short, long]: readonly [Intl.DateTimeFormat, Intl.DateTimeFormat],
) {
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return value;
  return (at.getFullYear() === now.getFullYear() ? short : long).format(at);
}

/** The day of a timestamp in the reader's time zone. */
export const formatShortDay = (value: string, now: Date): string => write(value, now, formats.day);

export const formatShortDayTime = (value: string, now: Date): string =>
  write(value, now, formats.dayTime);
