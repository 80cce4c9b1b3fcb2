/** The filter operators that look at a single value: $type, $size, $mod and the bit tests. */
import { Long } from 'bson';
import {
  asNumber,
  bsonTag,
  isNumeric,
  TYPE_NUMBERS,
  typeName,
  type Value,
} from '../bson/values.ts';
import { fault, notImplemented } from '../errors.ts';

type Test = (value: Value | undefined) => boolean;

const NUMBER_TYPES = ['int', 'long', 'double', 'decimal'];

function typeNames(value: Value): string[] {
  if (typeof value === 'string') {
    if (value === 'number') return NUMBER_TYPES;
    if (!(value in TYPE_NUMBERS)) throw fault(2, `Unknown type name alias: ${value}`);
    return [value];
  }
  const code = asNumber(value);
  if (code === undefined) throw fault(14, 'type must be represented as a number or a string');
  const name = Object.keys(TYPE_NUMBERS).find((known) => TYPE_NUMBERS[known] === code);
  if (!name) throw fault(2, `Invalid numerical type code: ${code}`);
  return [name];
}

export function typeTest(value: Value): Test {
  if (Array.isArray(value) && value.length === 0)
    throw fault(9, '$type must match at least one type');
  const names = new Set((Array.isArray(value) ? value : [value]).flatMap(typeNames));
  return (candidate) => candidate !== undefined && names.has(typeName(candidate));
}

export function sizeTest(value: Value): Test {
  const size = asNumber(value);
  if (size === undefined || !Number.isInteger(size))
    throw fault(9, `Failed to parse $size. Expected an integer`);
  if (size < 0) throw fault(9, 'Failed to parse $size. Expected a non-negative number');
  return (candidate) => Array.isArray(candidate) && candidate.length === size;
}

export function modTest(value: Value): Test {
  if (!Array.isArray(value)) throw fault(2, 'malformed mod, needs to be an array');
  if (value.length < 2) throw fault(2, 'malformed mod, not enough elements');
  if (value.length > 2) throw fault(2, 'malformed mod, too many elements');
  const [divisor, rest] = value.map((part) => Math.trunc(asNumber(part) ?? Number.NaN));
  if (divisor === undefined || !Number.isFinite(divisor))
    throw fault(2, 'malformed mod, divisor not a number');
  if (rest === undefined || !Number.isFinite(rest))
    throw fault(2, 'malformed mod, remainder not a number');
  if (divisor === 0) throw fault(2, 'divisor cannot be 0');
  return (candidate) => {
    const number = asNumber(candidate);
    if (number === undefined || !Number.isFinite(number)) return false;
    if (candidate instanceof Long) return candidate.toBigInt() % BigInt(divisor) === BigInt(rest);
    return Math.trunc(number) % divisor === rest;
  };
}

function maskOf(name: string, value: Value): bigint {
  if (Array.isArray(value)) {
    let mask = 0n;
    for (const part of value) {
      const position = asNumber(part);
      if (position === undefined || !Number.isInteger(position) || position < 0)
        throw fault(2, `bit positions must be an integer >= 0 in ${name}`);
      mask |= 1n << BigInt(Math.min(position, 63));
    }
    return mask;
  }
  if (bsonTag(value) === 'Binary') throw notImplemented(`${name} with binary data`);
  const mask = asNumber(value);
  if (mask === undefined || !Number.isInteger(mask) || mask < 0)
    throw fault(2, `${name} takes an Array, a number, or a BinData`);
  return BigInt(mask);
}

export function bitsTest(name: string, value: Value): Test {
  const mask = maskOf(name, value);
  return (candidate) => {
    if (!isNumeric(candidate)) return false;
    const number = asNumber(candidate) ?? Number.NaN;
    if (!Number.isSafeInteger(number) && !(candidate instanceof Long)) return false;
    const whole = candidate instanceof Long ? candidate.toBigInt() : BigInt(number);
    const set = whole & mask;
    switch (name) {
      case '$bitsAllSet':
        return set === mask;
      case '$bitsAnySet':
        return set !== 0n;
      case '$bitsAllClear':
        return set === 0n;
      default:
        return set !== mask;
    }
  };
}
