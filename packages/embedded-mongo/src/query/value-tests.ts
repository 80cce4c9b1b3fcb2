/** The filter operators that look at a single value: $type, $size and $mod. */
import { showValue } from '../bson/show.ts';
import type { Value } from '../bson/values.ts';
import { asNumber, isNumeric, typeName, typeNumbers } from '../bson/values.ts';
import { truncatedLong, wholeInt, wholeLong } from '../bson/whole.ts';
import { fault } from '../errors.ts';

type Test = (value: Value | undefined) => boolean;

const numberTypes = ['int', 'long', 'double', 'decimal'];

function typeNames(value: Value): string[] {
  if (typeof value === 'string') {
    if (value === 'number') return numberTypes;
    if (!Object.hasOwn(typeNumbers, value)) throw fault(2, `Unknown type name alias: ${value}`);
    return [value];
  }
  const code = asNumber(value);
  if (code === undefined) throw fault(14, 'type must be represented as a number or a string');
  const name = Object.keys(typeNumbers).find((known) => typeNumbers[known] === code);
  if (!name) {
    const shown = showValue(value).replace(/\.0$/, '');
    const instead = code === 0 ? '. Instead use {$exists:false}.' : '';
    throw fault(2, `Invalid numerical type code: ${shown}${instead}`);
  }
  return [name];
}

/** `field` is the path as messages name it. */
export function typeTest(value: Value, field: string): Test {
  if (Array.isArray(value) && value.length === 0)
    throw fault(9, `${field} must match at least one type`);
  const names = new Set((Array.isArray(value) ? value : [value]).flatMap(typeNames));
  return (candidate) => candidate !== undefined && names.has(typeName(candidate));
}

/** Why a value is no whole number, in the real server's words. */
export function wholeComplaint(value: Value): string {
  const number = asNumber(value);
  if (number === undefined) return 'Expected a number in';
  if (Number.isNaN(number)) return 'Expected an integer, but found NaN in';
  return truncatedLong(value) === undefined
    ? 'Cannot represent as a 64-bit integer'
    : 'Expected an integer';
}

/** An int32 from 0, which stands under `name`. Throws BadValue (2). */
export function nonNegativeInt(value: Value, what: string, name: string): number {
  const shown = `${name}: ${showValue(value)}`;
  if (wholeLong(value) === undefined)
    throw fault(2, `Failed to parse ${what}. ${wholeComplaint(value)}: ${shown}`);
  const number = wholeInt(value);
  if (number === undefined)
    throw fault(2, `Failed to parse ${what}. Cannot represent ${shown} in an int`);
  if (number < 0)
    throw fault(2, `Failed to parse ${what}. Expected a non-negative number in: ${shown}`);
  return number;
}

export function sizeTest(value: Value): Test {
  const size = nonNegativeInt(value, '$size', '$size');
  return (candidate) => Array.isArray(candidate) && candidate.length === size;
}

function modPart(value: Value | undefined, what: 'divisor' | 'remainder'): bigint {
  if (!isNumeric(value)) throw fault(2, `malformed mod, ${what} not a number`);
  const whole = truncatedLong(value);
  if (whole !== undefined) return whole;
  const endless = !Number.isFinite(asNumber(value));
  throw fault(
    2,
    `malformed mod, ${what} value is invalid :: caused by :: ${endless ? 'Unable to coerce NaN/Inf to integral type' : 'Out of bounds coercing to integral value'}`,
  );
}

export function modTest(value: Value): Test {
  if (!Array.isArray(value)) throw fault(2, 'malformed mod, needs to be an array');
  if (value.length < 2) throw fault(2, 'malformed mod, not enough elements');
  if (value.length > 2) throw fault(2, 'malformed mod, too many elements');
  const [divisor, rest] = [modPart(value[0], 'divisor'), modPart(value[1], 'remainder')];
  if (divisor === 0n) throw fault(2, 'divisor cannot be 0');
  return (candidate) => {
    const whole = truncatedLong(candidate);
    return whole !== undefined && whole % divisor === rest;
  };
}
