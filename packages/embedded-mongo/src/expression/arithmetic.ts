/** Arithmetic and comparison operators, in the real server's number types. */
import { Decimal128, Long } from 'bson';
import { parseDecimal } from '../bson/decimal.ts';
import { compareValues } from '../bson/keys.ts';
import { add, divide, kindOf, negate, remainder } from '../bson/numbers.ts';
import type { Value } from '../bson/values.ts';
import { asNumber, doubleOf, isNumeric, typeName } from '../bson/values.ts';
import { fault, notImplemented } from '../errors.ts';
import type { Maybe } from './arguments.ts';
import { fixed, isNullish, needNumber, strict } from './arguments.ts';
import { moveDate, totals } from './totals.ts';
import type { Operator } from './variables.ts';

/** Sum of two numbers; an int64 overflow goes on as a double. */
function sumOf(a: Value, b: Value): Value {
  return add(a, b) ?? doubleOf(Number(a) + Number(b));
}

function subtract(a: Value, b: Value): Value {
  if (a instanceof Date) {
    if (b instanceof Date) return Long.fromNumber(a.getTime() - b.getTime());
    if (isNumeric(b)) return moveDate(a, negate(b));
  }
  if (!isNumeric(a) || !isNumeric(b))
    throw fault(14, `can't $subtract ${typeName(b)} from ${typeName(a)}`);
  return sumOf(a, negate(b));
}

function divisorCheck(name: string, a: Value, b: Value): void {
  if (!isNumeric(a) || !isNumeric(b))
    throw fault(
      name === '$divide' ? 14 : 16611,
      `${name} only supports numeric types, not ${typeName(a)} and ${typeName(b)}`,
    );
  if (asNumber(b) === 0) throw fault(name === '$divide' ? 2 : 16610, `can't ${name} by zero`);
}

/** Where a function of doubles is defined, and the error elsewhere. */
type Domain = { holds: (value: number) => boolean; code: number };

/** A function of doubles; a Decimal128 is refused. */
function doubleFunction(name: string, apply: (value: number) => number, domain?: Domain): Operator {
  return strict(1, (value) => {
    if (kindOf(value) === 'decimal') throw notImplemented(`${name} of a Decimal128`);
    const number = asNumber(needNumber(value, name)) ?? 0;
    if (domain && !Number.isNaN(number) && !domain.holds(number))
      throw fault(domain.code, `${name}'s argument is out of its range: ${number}`);
    return doubleOf(apply(number));
  });
}

/** The number to round; one that a double cannot hold exactly enough is refused. */
function roundable(value: Value, name: string): number {
  const number = asNumber(value) ?? Number.NaN;
  const size = Math.abs(Number(parseDecimal(String(value))?.coefficient ?? 0));
  const kind = kindOf(value);
  if ((kind === 'decimal' && size >= 1e15) || (kind === 'long' && !Number.isSafeInteger(number)))
    throw notImplemented(`${name} of a number with more digits than a double has`);
  return number;
}

/** Half to even, as the real server rounds. */
function halfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

function scaled(value: number, place: number, apply: (value: number) => number): number {
  if (place === 0) return apply(value);
  const shifted = Number(`${value}e${place}`);
  const result = apply(Number.isNaN(shifted) ? value * 10 ** place : shifted);
  return Number(`${result}e${-place}`);
}

function rounding(name: string, apply: (value: number) => number): Operator {
  return fixed([1, 2], (value, places) => {
    if (isNullish(value)) return null;
    const kind = kindOf(needNumber(value, name));
    const place = places === undefined ? 0 : (asNumber(places) ?? Number.NaN);
    if (isNullish(places) && places === null) return null;
    if (!Number.isInteger(place) || place < -20 || place > 100)
      throw fault(51082, `invalid argument for ${name}: precision`);
    if (kind === 'decimal')
      return Decimal128.fromString(scaled(roundable(value, name), place, apply).toString());
    if ((kind === 'int' || kind === 'long') && place >= 0) return value;
    const result = scaled(roundable(value, name), place, apply);
    if (kind === 'int') return result;
    return kind === 'long' ? Long.fromNumber(result) : doubleOf(result);
  });
}

function whole(name: string, apply: (value: number) => number): Operator {
  return strict(1, (value) => {
    const kind = kindOf(needNumber(value, name));
    if (kind === 'int' || kind === 'long') return value;
    const result = apply(roundable(value, name));
    return kind === 'decimal' ? Decimal128.fromString(String(result)) : doubleOf(result);
  });
}

function comparison(holds: (order: number) => boolean): Operator {
  return fixed(2, (a, b) => holds(compareMaybe(a, b)));
}

/** Missing sorts before null in expressions. */
export function compareMaybe(a: Maybe, b: Maybe): number {
  if (a === undefined || b === undefined)
    return (a === undefined ? 0 : 1) - (b === undefined ? 0 : 1);
  return Math.sign(compareValues(a, b));
}

function power(base: Value, exponent: Value): Value {
  const [x, y] = [needNumber(base, '$pow'), needNumber(exponent, '$pow')];
  if (kindOf(x) === 'decimal' || kindOf(y) === 'decimal')
    throw notImplemented('$pow of a Decimal128');
  if (Number(x) === 0 && Number(y) < 0)
    throw fault(28764, '$pow cannot take a base of 0 and a negative exponent');
  const result = Number(x) ** Number(y);
  const long = Math.abs(result) < 2 ** 63 && Number.isInteger(result);
  if (kindOf(x) === 'double' || kindOf(y) === 'double' || !long) return doubleOf(result);
  if (kindOf(x) === 'int' && kindOf(y) === 'int' && (result | 0) === result) return result;
  return Number.isSafeInteger(result)
    ? Long.fromNumber(result)
    : Long.fromBigInt(BigInt(String(x)) ** BigInt(String(y)));
}

export const arithmetic: Record<string, Operator> = {
  ...totals,
  $subtract: strict(2, subtract),
  $divide: strict(2, (a, b) => {
    divisorCheck('$divide', a, b);
    return divide(a, b);
  }),
  $mod: strict(2, (a, b) => {
    divisorCheck('$mod', a, b);
    return remainder(a, b);
  }),
  $abs: strict(1, (value) =>
    (asNumber(needNumber(value, '$abs')) ?? 0) < 0 ? negate(value) : value,
  ),
  $ceil: whole('$ceil', Math.ceil),
  $floor: whole('$floor', Math.floor),
  $round: rounding('$round', halfEven),
  $trunc: rounding('$trunc', Math.trunc),
  $sqrt: doubleFunction('$sqrt', Math.sqrt, { holds: (value) => value >= 0, code: 28714 }),
  $exp: doubleFunction('$exp', Math.exp),
  $ln: doubleFunction('$ln', Math.log, { holds: (value) => value > 0, code: 28766 }),
  $log10: doubleFunction('$log10', Math.log10, { holds: (value) => value > 0, code: 28761 }),
  $pow: strict(2, power),
  $eq: comparison((order) => order === 0),
  $ne: comparison((order) => order !== 0),
  $gt: comparison((order) => order > 0),
  $gte: comparison((order) => order >= 0),
  $lt: comparison((order) => order < 0),
  $lte: comparison((order) => order <= 0),
  $cmp: fixed(2, compareMaybe),
};
