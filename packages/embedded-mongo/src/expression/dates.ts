/** Date operators. */
import type { ObjectId } from 'bson';
import { Long, Timestamp } from 'bson';
import type { Document, Value } from '../bson/values.ts';
import { asNumber, bsonTag, isDocument, typeName } from '../bson/values.ts';
import { wholeLong } from '../bson/whole.ts';
import { fault, notImplemented } from '../errors.ts';
import type { Maybe } from './arguments.ts';
import { isNullish, needString } from './arguments.ts';
import type { Fields } from './conditions.ts';
import { named, optional } from './conditions.ts';
import { dayOfYear, formatDate } from './date-format.ts';
import { addUnits, difference, parseUnit, toLocal, truncate, weekDay } from './time-zones.ts';
import type { Compile, Evaluate, Operator, Variables } from './variables.ts';

/** A date from a date, an ObjectId or a timestamp. */
export function dateOf(value: Value, name: string, code = 16006): Date {
  if (value instanceof Date) return value;
  if (bsonTag(value) === 'ObjectId') return (value as ObjectId).getTimestamp();
  if (value instanceof Timestamp) return new Date(value.t * 1000);
  throw fault(code, `can't convert from BSON type ${typeName(value)} to Date in ${name}`);
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
  how: Fields & { compile: Compile; name: string; optional: string[] },
): (variables: Variables) => Record<string, Maybe> | null {
  const fields = named(argument, how.name, how);
  const parts: [string, Evaluate][] = [
    ...how.required.map(([field]) => field),
    ...how.optional,
  ].map((field) => [field, optional(fields, field, how.compile)]);
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

/** The date and the zone of a part; an operator in their place gives the date. */
function datePart(argument: Value, name: string): Document {
  if (isDocument(argument) && !Object.keys(argument)[0]?.startsWith('$'))
    return named(argument, name, {
      codes: [40535, 40535],
      required: [['date', 40539]],
      optional: ['timezone'],
    });
  if (!Array.isArray(argument)) return { date: argument };
  if (argument.length !== 1)
    throw fault(40536, `${name} accepts exactly one argument if given an array`);
  return { date: argument[0] as Value };
}

function part(read: (local: Date) => number): Operator {
  return (argument, compile, name) => {
    const fields = datePart(argument, name);
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

const noFormat = { code: 18533, text: "$dateToString requires that 'format' be a string" };

const dateToString: Operator = (argument, compile, name) => {
  const fields = named(argument, name, {
    codes: [18629, 18534],
    required: [['date', 18628]],
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
      pattern === undefined ? standard : needString(pattern, noFormat),
      zoneOf(place),
    );
  };
};

const iso = /^\d{4}-\d{2}(-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?)?$/;

/** Reads an ISO 8601 date; the many loose forms of the real server are refused. */
export function parseDate(text: string): Date {
  if (!iso.test(text)) throw fault(241, `Error parsing date string '${text}'`);
  const zoned = /(Z|[+-]\d{2}:?\d{2})$/.test(text) && text.length > 10;
  const date = new Date(
    zoned || text.length <= 10 ? text.replace(' ', 'T') : `${text.replace(' ', 'T')}Z`,
  );
  if (Number.isNaN(date.getTime())) throw fault(241, `Error parsing date string '${text}'`);
  return date;
}

const dateFromString: Operator = (argument, compile, name) => {
  const fields = named(argument, name, {
    codes: [40540, 40541],
    required: [['dateString', 40542]],
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
      codes: [5166400, 5166401],
      required: [
        ['startDate', 5166402],
        ['unit', 5166402],
        ['amount', 5166402],
      ],
      optional: ['timezone'],
    });
    return (variables) => {
      const values = read(variables);
      if (!values) return null;
      const amount = asNumber(values.amount);
      if (amount === undefined || !Number.isInteger(amount))
        throw fault(5166405, `${name} expects integer amount of time units`);
      const change = {
        unit: parseUnit(values.unit, 5166404),
        amount: amount * sign,
        zone: zoneOf(values.timezone),
      };
      return addUnits(dateOf(values.startDate as Value, name, 5166403), change);
    };
  };
}

function weekStart(value: Maybe): number {
  if (value === undefined) return 0;
  if (typeof value !== 'string')
    throw fault(5439015, `startOfWeek must be a string, not ${typeName(value)}`);
  return weekDay(value);
}

function binSizeOf(value: Maybe): number {
  if (value === undefined) return 1;
  const size = wholeLong(value);
  if (size === undefined)
    throw fault(5439017, "$dateTrunc requires 'binSize' to be a 64-bit integer");
  if (size < 1n) throw fault(5439018, "$dateTrunc requires 'binSize' to be greater than 0");
  return Number(size);
}

const dateDiff: Operator = (argument, compile, name) => {
  const read = evaluated(argument, {
    compile,
    name,
    codes: [5166301, 5166302],
    required: [
      ['startDate', 5166303],
      ['endDate', 5166304],
      ['unit', 5166305],
    ],
    optional: ['timezone', 'startOfWeek'],
  });
  return (variables) => {
    const values = read(variables);
    if (!values) return null;
    const grain = {
      unit: parseUnit(values.unit, 5439013),
      zone: zoneOf(values.timezone),
      startOfWeek: weekStart(values.startOfWeek),
    };
    return Long.fromNumber(
      difference(
        dateOf(values.startDate as Value, name, 5166307),
        dateOf(values.endDate as Value, name, 5166307),
        grain,
      ),
    );
  };
};

const dateTrunc: Operator = (argument, compile, name) => {
  const read = evaluated(argument, {
    compile,
    name,
    codes: [5439007, 5439008],
    required: [
      ['date', 5439009],
      ['unit', 5439010],
    ],
    optional: ['binSize', 'timezone', 'startOfWeek'],
  });
  return (variables) => {
    const values = read(variables);
    if (!values) return null;
    const grain = {
      unit: parseUnit(values.unit, 5439013),
      binSize: binSizeOf(values.binSize),
      zone: zoneOf(values.timezone),
      startOfWeek: weekStart(values.startOfWeek),
    };
    return truncate(dateOf(values.date as Value, name, 5166307), grain);
  };
};

export const dates: Record<string, Operator> = {
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
