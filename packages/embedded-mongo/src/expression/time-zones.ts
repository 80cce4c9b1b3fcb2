/** Calendar arithmetic in time zones, by the platform's zone tables. */
import { fault, notImplemented } from '../errors.ts';
import { isZoneName } from './zone-names.ts';

/** The date at `ms`; BSON's reach further than JavaScript's, whose invalid one would be stored as 1970. */
export function dateAt(ms: number): Date {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) throw notImplemented('A date beyond the year 275760');
  return date;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    try {
      if (!isZoneName(zone)) throw new RangeError(zone);
      format = new Intl.DateTimeFormat('en-US', {
        timeZone: zone,
        hourCycle: 'h23',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
        era: 'short',
      });
    } catch {
      throw fault(40485, `unrecognized time zone identifier: "${zone}"`);
    }
    formats.set(zone, format);
  }
  return format;
}

/** Milliseconds east of UTC at an instant; `zone` as the real server takes it (name or ±hh[:mm]). */
export function offsetMs(time: number, zone: string): number {
  if (zone === 'UTC' || zone === 'GMT') return 0;
  const fixed = /^([+-])(\d{2})(?::?(\d{2}))?$/.exec(zone);
  if (fixed) {
    const minutes = Number(fixed[2]) * 60 + Number(fixed[3] ?? 0);
    return (fixed[1] === '-' ? -minutes : minutes) * 60_000;
  }
  const parts: Record<string, string> = {};
  for (const { type, value } of formatOf(zone).formatToParts(time)) parts[type] = value;
  const year = parts.era === 'BC' ? 1 - Number(parts.year) : Number(parts.year);
  const local = Date.UTC(
    year,
    Number(parts.month) - 1,
    Number(parts.day),
    Number(parts.hour),
    Number(parts.minute),
    Number(parts.second),
  );
  return local - Math.floor(time / 1000) * 1000;
}

/** A date whose UTC fields read as the local time. */
export function toLocal(date: Date, zone: string): Date {
  return new Date(date.getTime() + offsetMs(date.getTime(), zone));
}

/** The instant at which the zone's clock shows the UTC fields of `local`. */
function fromLocal(local: Date, zone: string): Date {
  const guess = dateAt(local.getTime()).getTime() - offsetMs(local.getTime(), zone);
  const better = local.getTime() - offsetMs(guess, zone);
  return dateAt(better);
}

export type Unit =
  | 'year'
  | 'quarter'
  | 'month'
  | 'week'
  | 'day'
  | 'hour'
  | 'minute'
  | 'second'
  | 'millisecond';

const unitMs: Partial<Record<Unit, number>> = {
  week: 604_800_000,
  day: 86_400_000,
  hour: 3_600_000,
  minute: 60_000,
  second: 1000,
  millisecond: 1,
};
const unitMonths: Partial<Record<Unit, number>> = { year: 12, quarter: 3, month: 1 };
const epoch2000 = Date.UTC(2000, 0, 1);
const weekDays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Throws `code` for what is no text, and FailedToParse (9) for what is no unit. */
export function parseUnit(value: unknown, code: number): Unit {
  if (typeof value !== 'string') throw fault(code, 'unit must be a string');
  if (value in unitMs || value in unitMonths) return value as Unit;
  throw fault(9, `unknown time unit value: ${value}`);
}

/** The number of a day of the week, 0 for Sunday. */
export function weekDay(name: string): number {
  const at = weekDays.findIndex(
    (day) => day === name.toLowerCase() || day.slice(0, 3) === name.toLowerCase(),
  );
  if (at < 0) throw fault(5439016, `unknown day of week value: ${name}`);
  return at;
}

function monthsOf(local: Date): number {
  return local.getUTCFullYear() * 12 + local.getUTCMonth();
}

/** Adds units on the local calendar; the day is cut to the month's last. */
export function addUnits(date: Date, change: { unit: Unit; amount: number; zone: string }): Date {
  const { unit, amount, zone } = change;
  const months = unitMonths[unit];
  const calendar = months !== undefined || unit === 'week' || unit === 'day';
  if (!calendar) return dateAt(date.getTime() + amount * (unitMs[unit] ?? 1));
  const local = toLocal(date, zone);
  if (months === undefined)
    return fromLocal(new Date(local.getTime() + amount * (unitMs[unit] ?? 0)), zone);
  const total = monthsOf(local) + amount * months;
  const [year, month] = [Math.floor(total / 12), ((total % 12) + 12) % 12];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  local.setUTCFullYear(year, month, Math.min(local.getUTCDate(), last));
  return fromLocal(local, zone);
}

type Grain = { unit: Unit; binSize: number; zone: string; startOfWeek: number };

/** The number of the bin that a local time falls into, counted from the year 2000. */
function binOf(local: Date, { unit, binSize, startOfWeek }: Grain): number {
  const months = unitMonths[unit];
  if (months !== undefined) return Math.floor((monthsOf(local) - 24_000) / (months * binSize));
  const size = (unitMs[unit] ?? 1) * binSize;
  return Math.floor((local.getTime() - originOf(unit, startOfWeek)) / size);
}

function originOf(unit: Unit, startOfWeek: number): number {
  if (unit !== 'week') return epoch2000;
  const ahead = (startOfWeek - new Date(epoch2000).getUTCDay() + 7) % 7;
  return epoch2000 + ahead * 86_400_000;
}

export function truncate(date: Date, grain: Grain): Date {
  const bin = binOf(toLocal(date, grain.zone), grain);
  const months = unitMonths[grain.unit];
  if (months !== undefined)
    return fromLocal(new Date(Date.UTC(2000, bin * months * grain.binSize, 1)), grain.zone);
  const size = (unitMs[grain.unit] ?? 1) * grain.binSize;
  return fromLocal(new Date(originOf(grain.unit, grain.startOfWeek) + bin * size), grain.zone);
}

/** Throws Location40485 for the name of no zone. */
export function checkZone(zone: string): void {
  offsetMs(0, zone);
}

/** How many unit boundaries lie between two instants: on the zone's clock, corrected by the change of its offset. */
export function difference(from: Date, to: Date, grain: Omit<Grain, 'binSize'>): number {
  const { unit, zone } = grain;
  const one = { ...grain, binSize: 1 };
  if (unit === 'millisecond') return to.getTime() - from.getTime();
  const local = binOf(toLocal(to, zone), one) - binOf(toLocal(from, zone), one);
  if (unit !== 'hour' && unit !== 'minute' && unit !== 'second') return local;
  const forward = offsetMs(to.getTime(), zone) - offsetMs(from.getTime(), zone);
  return local - Math.trunc(forward / (unitMs[unit] ?? 1));
}
