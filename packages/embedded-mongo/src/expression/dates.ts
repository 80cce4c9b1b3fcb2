/** Date operators. */
import { Long } from 'bson';
import type { Document, Value } from '../bson/values.ts';
import { asNumber, isDocument, typeName } from '../bson/values.ts';
import { wholeLong } from '../bson/whole.ts';
import { fault, notImplemented } from '../errors.ts';
import type { Maybe } from './arguments.ts';
import { isNullish, needString } from './arguments.ts';
import type { Fields } from './conditions.ts';
import { named, optional } from './conditions.ts';
import { checkFormat, dayOfYear, formatDate } from './date-format.ts';
import { dateOf, parseDate } from './date-values.ts';
import type { Unit } from './time-zones.ts';
import {
  addUnits,
  checkZone,
  difference,
  parseUnit,
  toLocal,
  truncate,
  weekDay,
} from './time-zones.ts';
import type { Compile, Evaluate, Operator, Variables } from './variables.ts';

function zoneOf(value: Maybe): string {
  if (value === undefined) return 'UTC';
  if (typeof value !== 'string')
    throw fault(40517, `timezone must evaluate to a string, found ${typeName(value)}`);
  checkZone(value);
  return value;
}

/** The zone that an operator is given: null if it is null or missing, UTC if none is named. */
function zoneReader(fields: Document, compile: Compile): (variables: Variables) => string | null {
  if (fields.timezone === undefined) return () => 'UTC';
  const zone = compile(fields.timezone);
  return (variables) => {
    const value = zone(variables);
    return isNullish(value) ? null : zoneOf(value);
  };
}

/** Evaluates named arguments; null as soon as one of them is null or missing. Those `apart` are left to the caller. */
function evaluated(
  argument: Value,
  how: Fields & { compile: Compile; name: string; optional: string[]; apart?: string[] },
): (variables: Variables) => Record<string, Maybe> | null {
  const { optional: others, apart = [] } = how;
  const fields = named(argument, how.name, { ...how, optional: [...others, ...apart] });
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
    const zone = zoneReader(fields, compile);
    return (variables) => {
      const value = date(variables);
      if (isNullish(value)) return null;
      const from = dateOf(value, name);
      const place = zone(variables);
      return place === null ? null : read(toLocal(from, place));
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
  const zone = zoneReader(fields, compile);
  const onNull = optional(fields, 'onNull', compile);
  return (variables) => {
    const value = date(variables);
    const pattern = format(variables);
    // Checked also if there is nothing to write.
    if (!isNullish(pattern)) checkFormat(needString(pattern, noFormat));
    const place = zone(variables);
    if (isNullish(value)) return fields.onNull === undefined ? null : onNull(variables);
    if (place === null || (fields.format !== undefined && isNullish(pattern))) return null;
    const standard = place === 'UTC' ? '%Y-%m-%dT%H:%M:%S.%LZ' : '%Y-%m-%dT%H:%M:%S.%L';
    return formatDate(dateOf(value, name), String(pattern ?? standard), place);
  };
};

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

/** Only a count of weeks asks for their first day. */
function weekStart(value: Maybe, unit: Unit): number {
  if (value === undefined || unit !== 'week') return 0;
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
    optional: ['timezone'],
    apart: ['startOfWeek'],
  });
  const hasStart = (argument as Document).startOfWeek !== undefined;
  const startOfWeek = optional(argument as Document, 'startOfWeek', compile);
  return (variables) => {
    const values = read(variables);
    if (!values) return null;
    const unit = parseUnit(values.unit, 5439013);
    const start = startOfWeek(variables);
    if (unit === 'week' && isNullish(start) && hasStart) return null;
    const grain = { unit, zone: zoneOf(values.timezone), startOfWeek: weekStart(start, unit) };
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
    optional: ['binSize', 'timezone'],
    apart: ['startOfWeek'],
  });
  const hasStart = (argument as Document).startOfWeek !== undefined;
  const startOfWeek = optional(argument as Document, 'startOfWeek', compile);
  return (variables) => {
    const values = read(variables);
    if (!values) return null;
    const unit = parseUnit(values.unit, 5439013);
    const start = startOfWeek(variables);
    if (unit === 'week' && isNullish(start) && hasStart) return null;
    const grain = {
      unit,
      binSize: binSizeOf(values.binSize),
      zone: zoneOf(values.timezone),
      startOfWeek: weekStart(start, unit),
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
