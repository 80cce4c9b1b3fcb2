/** Formats dates as strings with the codes of $dateToString. */
import { fault } from '../errors.ts';
import { offsetMs, toLocal } from './time-zones.ts';

export function dayOfYear(local: Date): number {
  return Math.floor((local.getTime() - Date.UTC(local.getUTCFullYear(), 0, 1)) / 86_400_000) + 1;
}

/** ISO 8601 week and its year. */
function isoWeek(local: Date): { week: number; year: number } {
  const thursday = new Date(local.getTime() + (4 - (local.getUTCDay() || 7)) * 86_400_000);
  const year = thursday.getUTCFullYear();
  return { week: Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / 604_800_000) + 1, year };
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

function zoneText(date: Date, zone: string): string {
  const minutes = Math.round(offsetMs(date.getTime(), zone) / 60_000);
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60), 2)}${pad(size % 60, 2)}`;
}

const months =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** Throws Location18535 and 18536 for a format that is none. */
export function checkFormat(format: string): void {
  for (const [, code] of format.matchAll(/%(.?)/gsu)) {
    if (code === '') throw fault(18535, "Unmatched '%' at end of format string");
    if (!'YmdHMSLjwuUVGbBzZ%'.includes(code as string))
      throw fault(18536, `Invalid format character '%${code}' in format string`);
  }
}

export function formatDate(date: Date, format: string, zone: string): string {
  const local = toLocal(date, zone);
  const codes: Record<string, () => string> = {
    Y: () => pad(local.getUTCFullYear(), 4),
    m: () => pad(local.getUTCMonth() + 1, 2),
    d: () => pad(local.getUTCDate(), 2),
    H: () => pad(local.getUTCHours(), 2),
    M: () => pad(local.getUTCMinutes(), 2),
    S: () => pad(local.getUTCSeconds(), 2),
    L: () => pad(local.getUTCMilliseconds(), 3),
    j: () => pad(dayOfYear(local), 3),
    w: () => String(local.getUTCDay() + 1),
    u: () => String(local.getUTCDay() || 7),
    U: () => pad(Math.floor((dayOfYear(local) + 6 - local.getUTCDay()) / 7), 2),
    V: () => pad(isoWeek(local).week, 2),
    G: () => pad(isoWeek(local).year, 4),
    b: () => (months[local.getUTCMonth()] ?? '').slice(0, 3),
    B: () => months[local.getUTCMonth()] ?? '',
    z: () => zoneText(date, zone),
    Z: () => String(Math.round(offsetMs(date.getTime(), zone) / 60_000)),
    '%': () => '%',
  };
  return format.replace(/%(.)/g, (_, code: string) => codes[code]?.() ?? '');
}
