/** Type operators: what a value is, and turning it into another type. */

import { Decimal128, Long, ObjectId } from 'bson';
import { parseDecimal } from '../bson/decimal.ts';
import { fitsLong, kindOf } from '../bson/numbers.ts';
import type { Value } from '../bson/values.ts';
import {
  asNumber,
  bsonTag,
  doubleOf,
  isDocument,
  isInt32,
  isNumeric,
  isTruthy,
  typeName,
} from '../bson/values.ts';
import { fault } from '../errors.ts';
import { fixed, strict } from './arguments.ts';
import { dateOf, parseDate } from './date-values.ts';
import { dateAt } from './time-zones.ts';
import type { Operator } from './variables.ts';

function unsupported(value: Value, target: string): Error {
  return fault(
    241,
    `Unsupported conversion from ${typeName(value)} to ${target} in $convert with no onError value`,
  );
}

function parseNumber(text: string, target: string): number {
  const number = /^\s|\s$|^$/.test(text) ? Number.NaN : Number(text);
  if (Number.isNaN(number) && text !== 'NaN')
    throw fault(
      241,
      `Failed to parse number '${text}' in $convert with no onError value to ${target}`,
    );
  return number;
}

/** The whole number of a value, cut towards zero. */
function wholeNumber(value: Value, target: string): bigint {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'string') {
    if (!/^[+-]?\d+$/.test(value))
      throw fault(241, `Failed to parse number '${value}' in $convert with no onError value`);
    return BigInt(value);
  }
  if (value instanceof Date && target === 'long') return BigInt(value.getTime());
  if (!isNumeric(value)) throw unsupported(value, target);
  if (bsonTag(value) === 'Long') return (value as Long).toBigInt();
  const number = Math.trunc(asNumber(value) ?? Number.NaN);
  const decimal = bsonTag(value) === 'Decimal128' ? parseDecimal(String(value)) : undefined;
  if (decimal && decimal.exponent < 0)
    return decimal.coefficient / 10n ** BigInt(-decimal.exponent);
  if (decimal) return decimal.coefficient * 10n ** BigInt(decimal.exponent);
  if (!Number.isFinite(number))
    throw fault(
      241,
      `Attempt to convert ${String(value)} value to integer type in $convert with no onError value`,
    );
  return BigInt(number);
}

function toInt(value: Value): Value {
  const whole = Number(wholeNumber(value, 'int'));
  if (!isInt32(whole))
    throw fault(
      241,
      `Conversion would overflow target type in $convert with no onError value: ${String(value)}`,
    );
  return whole;
}

function toLong(value: Value): Value {
  const whole = wholeNumber(value, 'long');
  if (!fitsLong(whole))
    throw fault(
      241,
      `Conversion would overflow target type in $convert with no onError value: ${String(value)}`,
    );
  return Long.fromBigInt(whole);
}

function toDouble(value: Value): Value {
  if (typeof value === 'boolean') return doubleOf(value ? 1 : 0);
  if (typeof value === 'string') return doubleOf(parseNumber(value, 'double'));
  if (value instanceof Date) return doubleOf(value.getTime());
  if (!isNumeric(value)) throw unsupported(value, 'double');
  return doubleOf(asNumber(value) ?? 0);
}

function toDecimal(value: Value): Value {
  if (typeof value === 'boolean') return Decimal128.fromString(value ? '1' : '0');
  if (value instanceof Date) return Decimal128.fromString(String(value.getTime()));
  if (typeof value !== 'string' && !isNumeric(value)) throw unsupported(value, 'decimal');
  try {
    return Decimal128.fromString(String(value));
  } catch {
    throw fault(241, `Failed to parse number '${String(value)}' in $convert with no onError value`);
  }
}

function toText(value: Value): Value {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value) || isDocument(value)) throw unsupported(value, 'string');
  const tag = bsonTag(value);
  if (
    tag === 'Binary' ||
    tag === 'BSONRegExp' ||
    tag === 'Code' ||
    tag === 'MinKey' ||
    tag === 'MaxKey' ||
    tag === 'Timestamp'
  )
    throw unsupported(value, 'string');
  return String(value);
}

function toObjectId(value: Value): Value {
  if (bsonTag(value) === 'ObjectId') return value;
  if (typeof value !== 'string') throw unsupported(value, 'objectId');
  if (!/^[0-9a-f]{24}$/i.test(value))
    throw fault(241, `Failed to parse objectId '${value}' in $convert with no onError value`);
  return ObjectId.createFromHexString(value);
}

function toDate(value: Value): Value {
  if (typeof value === 'string') return parseDate(value);
  const kind = kindOf(value);
  if (kind && kind !== 'int') return dateAt(Math.trunc(asNumber(value) ?? 0));
  if (kind) throw unsupported(value, 'date');
  return dateOf(value, '$toDate');
}

export const conversions: Record<string, Operator> = {
  $type: fixed(1, (value) => typeName(value)),
  $isNumber: fixed(1, (value) => isNumeric(value)),
  $toInt: strict(1, toInt),
  $toLong: strict(1, toLong),
  $toDouble: strict(1, toDouble),
  $toDecimal: strict(1, toDecimal),
  $toString: strict(1, toText),
  $toBool: strict(1, (value) => isTruthy(value)),
  $toObjectId: strict(1, toObjectId),
  $toDate: strict(1, toDate),
};
