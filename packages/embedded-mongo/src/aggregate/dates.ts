/** Date operators. */
import { Long, type ObjectId, Timestamp } from 'bson';
import {
  asNumber,
  bsonTag,
  type Document,
  isDocument,
  typeName,
  type Value,
} from '../bson/values.ts';
import { fault, notImplemented } from '../errors.ts';
import { isNullish, type Maybe } from './arguments.ts';
import { named, optional } from './conditions.ts';
import { addUnits, difference, offsetMs, parseUnit, toLocal, truncate } from './time-zones.ts';
import type { Compile, Evaluate, Operator, Variables } from './variables.ts';

/** A date from a date, an ObjectId or a timestamp. */
export function dateOf(value: Value, name: string): Date {
  if (value instanceof Date) return value;
  if (bsonTag(value) === 'ObjectId') return (value as ObjectId).getTimestamp();
  if (value instanceof Timestamp) return new Date(value.t * 1000);
  throw fault(16006, `can't convert from BSON type ${typeName(value)} to Date in ${name}`);
}

function zoneOf(value: Maybe): string {
  if (value === undefined) return 'UTC';
  if (typeof value !== 'string')
    throw fault(40517, `timezone must evaluate to a string, found ${typeName(value)}`);
  return value;
}

/** Evaluates named arguments; null as soon as one of `strict` is null or missing. */
function evaluated(
  argument: Value,
  how: { compile: Compile; name: string; required: string[]; optional: string[] },
): (variables: Variables) => Record<string, Maybe> | null {
  const fields = named(argument, how.name, how);
  const parts: [string, Evaluate][] = [...how.required, ...how.optional].map((field) => [
    field,
    optional(fields, field, how.compile),
  ]);
  return (variables) => {
    const values: Record<string, Maybe> = {};
    for (const [field, part] of parts) {
      const value = part(variables);
      const given = fields[field] !== undefined;
      if (isNullish(value) && given) return null;
      values[field] = value;
    }
    return values;
  };
}

function part(read: (local: Date) => number): Operator {
  return (argument, compile, name) => {
    const byName = isDocument(argument) && argument.date !== undefined;
    const fields: Document = byName
      ? named(argument, name, { required: ['date'], optional: ['timezone'] })
      : {
          date:
            Array.isArray(argument) && argument.length === 1 ? (argument[0] as Value) : argument,
        };
    const date = compile(fields.date as Value);
    const zone = optional(fields, 'timezone', compile);
    return (variables) => {
      const value = date(variables);
      const place = zone(variables);
      if (isNullish(value) || place === null) return null;
      return read(toLocal(dateOf(value, name), zoneOf(place)));
    };
  };
}

function dayOfYear(local: Date): number {
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

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

function formatDate(date: Date, format: string, zone: string): string {
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
    b: () => (MONTHS[local.getUTCMonth()] ?? '').slice(0, 3),
    B: () => MONTHS[local.getUTCMonth()] ?? '',
    z: () => zoneText(date, zone),
    Z: () => String(Math.round(offsetMs(date.getTime(), zone) / 60_000)),
    '%': () => '%',
  };
  return format.replace(/%(.?)/g, (_, code: string) => {
    const write = codes[code];
    if (!write) throw fault(18536, `Invalid format character '%${code}' in format string`);
    return write();
  });
}

const dateToString: Operator = (argument, compile, name) => {
  const fields = named(argument, name, {
    required: ['date'],
    optional: ['format', 'timezone', 'onNull'],
  });
  const date = compile(fields.date as Value);
  const format = optional(fields, 'format', compile);
  const zone = optional(fields, 'timezone', compile);
  const onNull = optional(fields, 'onNull', compile);
  return (variables) => {
    const value = date(variables);
    if (isNullish(value)) return fields.onNull === undefined ? null : onNull(variables);
    const place = zone(variables);
    const pattern = format(variables);
    if (place === null || pattern === null) return null;
    const standard =
      place === undefined || place === 'UTC' ? '%Y-%m-%dT%H:%M:%S.%LZ' : '%Y-%m-%dT%H:%M:%S.%L';
    return formatDate(
      dateOf(value, name),
      pattern === undefined ? standard : String(pattern),
      zoneOf(place),
    );
  };
};

const ISO = /^\d{4}-\d{2}(-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?)?$/;

/** Reads an ISO 8601 date; the many loose forms of the real server are refused. */
export function parseDate(text: string): Date {
  if (!ISO.test(text)) throw fault(241, `Error parsing date string '${text}'`);
  const zoned = /(Z|[+-]\d{2}:?\d{2})$/.test(text) && text.length > 10;
  const date = new Date(
    zoned || text.length <= 10 ? text.replace(' ', 'T') : `${text.replace(' ', 'T')}Z`,
  );
  if (Number.isNaN(date.getTime())) throw fault(241, `Error parsing date string '${text}'`);
  return date;
}

const dateFromString: Operator = (argument, compile, name) => {
  const fields = named(argument, name, {
    required: ['dateString'],
    optional: ['format', 'timezone', 'onError', 'onNull'],
  });
  if (fields.format !== undefined || fields.timezone !== undefined)
    throw notImplemented('$dateFromString with a format or a timezone');
  const input = compile(fields.dateString as Value);
  const onError = optional(fields, 'onError', compile);
  const onNull = optional(fields, 'onNull', compile);
  return (variables) => {
    const value = input(variables);
    if (isNullish(value)) return fields.onNull === undefined ? null : onNull(variables);
    try {
      if (typeof value !== 'string')
        throw fault(
          241,
          `$dateFromString requires that 'dateString' be a string, found: ${typeName(value)}`,
        );
      return parseDate(value);
    } catch (error) {
      if (fields.onError === undefined) throw error;
      return onError(variables);
    }
  };
};

function addition(sign: 1 | -1): Operator {
  return (argument, compile, name) => {
    const read = evaluated(argument, {
      compile,
      name,
      required: ['startDate', 'unit', 'amount'],
      optional: ['timezone'],
    });
    return (variables) => {
      const values = read(variables);
      if (!values) return null;
      const amount = asNumber(values.amount);
      if (amount === undefined || !Number.isInteger(amount))
        throw fault(5166405, `${name} expects integer amount of time units`);
      const change = {
        unit: parseUnit(values.unit),
        amount: amount * sign,
        zone: zoneOf(values.timezone),
      };
      return addUnits(dateOf(values.startDate as Value, name), change);
    };
  };
}

const dateDiff: Operator = (argument, compile, name) => {
  const read = evaluated(argument, {
    compile,
    name,
    required: ['startDate', 'endDate', 'unit'],
    optional: ['timezone', 'startOfWeek'],
  });
  return (variables) => {
    const values = read(variables);
    if (!values) return null;
    const grain = {
      unit: parseUnit(values.unit),
      zone: zoneOf(values.timezone),
      startOfWeek: String(values.startOfWeek ?? 'sunday'),
    };
    return Long.fromNumber(
      difference(
        dateOf(values.startDate as Value, name),
        dateOf(values.endDate as Value, name),
        grain,
      ),
    );
  };
};

const dateTrunc: Operator = (argument, compile, name) => {
  const read = evaluated(argument, {
    compile,
    name,
    required: ['date', 'unit'],
    optional: ['binSize', 'timezone', 'startOfWeek'],
  });
  return (variables) => {
    const values = read(variables);
    if (!values) return null;
    const binSize = values.binSize === undefined ? 1 : asNumber(values.binSize);
    if (binSize === undefined || !Number.isInteger(binSize) || binSize < 1)
      throw fault(5439017, '$dateTrunc requires a positive integer binSize');
    const startOfWeek = String(values.startOfWeek ?? 'sunday');
    const grain = {
      unit: parseUnit(values.unit),
      binSize,
      zone: zoneOf(values.timezone),
      startOfWeek,
    };
    return truncate(dateOf(values.date as Value, name), grain);
  };
};

export const DATES: Record<string, Operator> = {
  $year: part((local) => local.getUTCFullYear()),
  $month: part((local) => local.getUTCMonth() + 1),
  $dayOfMonth: part((local) => local.getUTCDate()),
  $hour: part((local) => local.getUTCHours()),
  $minute: part((local) => local.getUTCMinutes()),
  $second: part((local) => local.getUTCSeconds()),
  $millisecond: part((local) => local.getUTCMilliseconds()),
  $dayOfWeek: part((local) => local.getUTCDay() + 1),
  $dayOfYear: part(dayOfYear),
  $dateToString: dateToString,
  $dateFromString: dateFromString,
  $dateAdd: addition(1),
  $dateSubtract: addition(-1),
  $dateDiff: dateDiff,
  $dateTrunc: dateTrunc,
};
