/** Arithmetic and comparison operators, in the real server's number types. */
import { Decimal128, Long } from 'bson';
import { compareValues } from '../bson/keys.ts';
import { add, divide, kindOf, multiply, negate, remainder, sum } from '../bson/numbers.ts';
import { asNumber, doubleOf, isNumeric, typeName, type Value } from '../bson/values.ts';
import { fault } from '../errors.ts';
import { fixed, isNullish, type Maybe, needNumber, strict, variadic } from './arguments.ts';
import type { Operator } from './variables.ts';

/** Sum of two numbers; an int64 overflow goes on as a double. */
function sumOf(a: Value, b: Value): Value {
  return add(a, b) ?? doubleOf(Number(a) + Number(b));
}

function addAll(values: Maybe[]): Maybe {
  if (values.some(isNullish)) return null;
  const dates = values.filter((value) => value instanceof Date);
  if (dates.length > 1) throw fault(16612, 'only one date allowed in an $add expression');
  const numbers = (values as Value[]).map((value) => {
    if (value instanceof Date) return doubleOf(value.getTime());
    if (isNumeric(value)) return value;
    throw fault(14, `$add only supports numeric or date types, not ${typeName(value)}`);
  });
  const total = sum(numbers);
  return dates.length > 0 ? new Date(Number(String(total))) : total;
}

function subtract(a: Value, b: Value): Value {
  if (a instanceof Date) {
    if (b instanceof Date) return Long.fromNumber(a.getTime() - b.getTime());
    if (isNumeric(b)) return new Date(a.getTime() - Math.trunc(asNumber(b) ?? 0));
  }
  if (!isNumeric(a) || !isNumeric(b))
    throw fault(14, `can't $subtract ${typeName(b)} from ${typeName(a)}`);
  return sumOf(a, negate(b));
}

function multiplyAll(values: Maybe[]): Maybe {
  if (values.some(isNullish)) return null;
  let product: Value = 1;
  for (const value of values as Value[]) {
    if (!isNumeric(value))
      throw fault(14, `$multiply only supports numeric types, not ${typeName(value)}`);
    product = multiply(product, value) ?? doubleOf(Number(product) * Number(value));
  }
  return product;
}

function divisorCheck(name: string, a: Value, b: Value): void {
  if (!isNumeric(a) || !isNumeric(b))
    throw fault(
      name === '$divide' ? 14 : 16611,
      `${name} only supports numeric types, not ${typeName(a)} and ${typeName(b)}`,
    );
  if (asNumber(b) === 0) throw fault(name === '$divide' ? 2 : 16610, `can't ${name} by zero`);
}

/** A function of doubles; decimals lose no type but precision beyond doubles is refused. */
function doubleFunction(name: string, apply: (value: number) => number): Operator {
  return strict(1, (value) => {
    if (kindOf(value) === 'decimal')
      throw fault(238, `${name} of a Decimal128 is not implemented by the embedded engine`);
    return doubleOf(apply(asNumber(needNumber(value, name)) ?? 0));
  });
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
      return Decimal128.fromString(scaled(Number(String(value)), place, apply).toString());
    if ((kind === 'int' || kind === 'long') && place >= 0) return value;
    const result = scaled(asNumber(value) ?? 0, place, apply);
    if (kind === 'int') return result;
    return kind === 'long' ? Long.fromNumber(result) : doubleOf(result);
  });
}

function whole(name: string, apply: (value: number) => number): Operator {
  return strict(1, (value) => {
    const kind = kindOf(needNumber(value, name));
    if (kind === 'int' || kind === 'long') return value;
    const result = apply(Number(String(value)));
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
    throw fault(238, '$pow of a Decimal128 is not implemented by the embedded engine');
  const result = Number(x) ** Number(y);
  if (kindOf(x) === 'double' || kindOf(y) === 'double' || !Number.isSafeInteger(result))
    return doubleOf(result);
  return kindOf(x) === 'int' && kindOf(y) === 'int' && (result | 0) === result
    ? result
    : Long.fromNumber(result);
}

export const ARITHMETIC: Record<string, Operator> = {
  $add: variadic(addAll),
  $subtract: strict(2, subtract),
  $multiply: variadic(multiplyAll),
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
  $sqrt: doubleFunction('$sqrt', Math.sqrt),
  $exp: doubleFunction('$exp', Math.exp),
  $ln: doubleFunction('$ln', Math.log),
  $log10: doubleFunction('$log10', Math.log10),
  $pow: strict(2, power),
  $eq: comparison((order) => order === 0),
  $ne: comparison((order) => order !== 0),
  $gt: comparison((order) => order > 0),
  $gte: comparison((order) => order >= 0),
  $lt: comparison((order) => order < 0),
  $lte: comparison((order) => order <= 0),
  $cmp: fixed(2, compareMaybe),
};
