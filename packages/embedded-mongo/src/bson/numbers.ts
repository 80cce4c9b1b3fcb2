/** Arithmetic over int32, int64, double and Decimal128 with the real server's result types. */
import type { Decimal128 } from 'bson';
import { Decimal128 as Decimal128Class, Long } from 'bson';
import type { Decimal } from './decimal.ts';
import {
  addDecimals,
  divideDecimals,
  multiplyDecimals,
  parseDecimal,
  remainderDecimals,
  toDecimal128,
} from './decimal.ts';
import type { Value } from './values.ts';
import { bsonTag, doubleOf, isInt32 } from './values.ts';

export type Kind = 'int' | 'long' | 'double' | 'decimal';
const rank: Record<Kind, number> = { int: 0, long: 1, double: 2, decimal: 3 };

/** The numeric kind of a value, undefined when it is no number. */
export function kindOf(value: Value | undefined): Kind | undefined {
  if (typeof value === 'number') return isInt32(value) ? 'int' : 'double';
  switch (value === undefined ? undefined : bsonTag(value)) {
    case 'Long':
      return 'long';
    case 'Double':
      return 'double';
    case 'Decimal128':
      return 'decimal';
    default:
      return undefined;
  }
}

export function wider(a: Kind, b: Kind): Kind {
  return rank[a] >= rank[b] ? a : b;
}

function widest(a: Value, b: Value): Kind {
  return wider(kindOf(a) ?? 'int', kindOf(b) ?? 'int');
}

export function bigOf(value: Value): bigint {
  return typeof value === 'number' ? BigInt(value) : (value as Long).toBigInt();
}

const longMin = -(2n ** 63n);
const longMax = 2n ** 63n - 1n;

export function fitsLong(value: bigint): boolean {
  return value >= longMin && value <= longMax;
}

/** A decimal's parts, also from the other kinds (of a double 15 digits); undefined for NaN and infinities. */
function decimalOf(value: Value): Decimal | undefined {
  if (kindOf(value) === 'double' && Number(value) !== 0)
    return parseDecimal(Number(value).toPrecision(15));
  return parseDecimal(String(value));
}

type Operation = {
  double: (a: number, b: number) => number;
  whole: (a: bigint, b: bigint) => bigint;
  decimal: (a: Decimal, b: Decimal) => Decimal;
};

function calculate(a: Value, b: Value, operation: Operation): Value | undefined {
  if (typeof a === 'number' && typeof b === 'number') {
    const result = operation.double(a, b);
    if (!isInt32(a) || !isInt32(b)) return doubleOf(result);
    if (isInt32(result)) return result;
    if (result === 0) return 0;
  }
  const kind = widest(a, b);
  if (kind === 'double') return doubleOf(operation.double(Number(a), Number(b)));
  if (kind === 'decimal') {
    const [x, y] = [decimalOf(a), decimalOf(b)];
    if (x && y) return toDecimal128(operation.decimal(x, y));
    return decimalFromNumber(operation.double(sizeless(a, x), sizeless(b, y)));
  }
  const result = operation.whole(bigOf(a), bigOf(b));
  return fitsLong(result) ? Long.fromBigInt(result) : undefined;
}

/** Next to NaN or an infinity only the sign of a finite number counts: a double may not hold the number itself. */
function sizeless(value: Value, finite: Decimal | undefined): number {
  if (!finite) return Number(String(value));
  return finite.coefficient === 0n ? 0 : finite.coefficient < 0n ? -1 : 1;
}

/** The least power of ten; a finite number divided by an infinity is zero of it. */
const minExponentZero = '0E-6176';

/** A Decimal128 for a special result (NaN, Infinity). */
function decimalFromNumber(value: number): Decimal128 {
  return Decimal128Class.fromString(Number.isFinite(value) ? minExponentZero : String(value));
}

/** Sum; undefined when int64 overflows. */
export function add(a: Value, b: Value): Value | undefined {
  return calculate(a, b, { double: (x, y) => x + y, whole: (x, y) => x + y, decimal: addDecimals });
}

/** Product; undefined when int64 overflows. */
export function multiply(a: Value, b: Value): Value | undefined {
  return calculate(a, b, {
    double: (x, y) => x * y,
    whole: (x, y) => x * y,
    decimal: multiplyDecimals,
  });
}

export function negate(value: Value): Value {
  return multiply(value, -1) ?? doubleOf(-Number(value));
}

/** Quotient, always a double or a decimal; the divisor must not be zero. */
export function divide(a: Value, b: Value): Value {
  if (widest(a, b) !== 'decimal') return doubleOf(Number(a) / Number(b));
  const [x, y] = [decimalOf(a), decimalOf(b)];
  if (x && y) return toDecimal128(divideDecimals(x, y));
  return decimalFromNumber(sizeless(a, x) / sizeless(b, y));
}

/** Remainder with the dividend's sign; the divisor must not be zero. */
export function remainder(a: Value, b: Value): Value {
  const operation = {
    double: (x: number, y: number) => x % y,
    whole: (x: bigint, y: bigint) => x % y,
    decimal: remainderDecimals,
  };
  const [x, y] = [decimalOf(a), decimalOf(b)];
  // What an infinity divides is left whole.
  if (widest(a, b) === 'decimal' && x && !y && !Number.isNaN(Number(String(b))))
    return toDecimal128(x);
  return calculate(a, b, operation) ?? 0;
}
