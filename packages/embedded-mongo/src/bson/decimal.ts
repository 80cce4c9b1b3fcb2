/** Decimal128 as an exact whole coefficient and exponent, which the library itself cannot calculate with. */
import { Decimal128 } from 'bson';
import { fault } from '../errors.ts';

/** The value coefficient × 10^exponent. */
export type Decimal = { coefficient: bigint; exponent: number };

const DIGITS = 34;

export function parseDecimal(text: string): Decimal | undefined {
  const parts = /^([+-]?)(\d*)\.?(\d*)(?:E([+-]?\d+))?$/i.exec(text);
  if (!parts) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  if (whole + fraction === '') return undefined;
  const coefficient = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n);
  return { coefficient, exponent: Number(exponent) - fraction.length };
}

function rounded(value: Decimal): Decimal {
  const negative = value.coefficient < 0n;
  const digits = (negative ? -value.coefficient : value.coefficient).toString();
  const excess = digits.length - DIGITS;
  if (excess <= 0) return value;
  const unit = 10n ** BigInt(excess);
  const size = negative ? -value.coefficient : value.coefficient;
  let kept = size / unit;
  const rest = (size % unit) * 2n;
  if (rest > unit || (rest === unit && kept % 2n === 1n)) kept += 1n;
  return { coefficient: negative ? -kept : kept, exponent: value.exponent + excess };
}

export function toDecimal128(value: Decimal): Decimal128 {
  const { coefficient, exponent } = rounded(value);
  return Decimal128.fromString(`${coefficient}E${exponent}`);
}

function aligned(a: Decimal, b: Decimal): [bigint, bigint, number] {
  const exponent = Math.min(a.exponent, b.exponent);
  if (Math.max(a.exponent, b.exponent) - exponent > 7000) throw fault(2, 'decimal out of range');
  return [
    a.coefficient * 10n ** BigInt(a.exponent - exponent),
    b.coefficient * 10n ** BigInt(b.exponent - exponent),
    exponent,
  ];
}

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const [x, y, exponent] = aligned(a, b);
  return { coefficient: x + y, exponent };
}

export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  return { coefficient: a.coefficient * b.coefficient, exponent: a.exponent + b.exponent };
}

/** Divides to 34 digits; the divisor must not be zero. Exact quotients lose their trailing zeros. */
export function divideDecimals(a: Decimal, b: Decimal): Decimal {
  const scale = 40 + b.coefficient.toString().length;
  let coefficient = (a.coefficient * 10n ** BigInt(scale)) / b.coefficient;
  let exponent = a.exponent - b.exponent - scale;
  const ideal = Math.min(a.exponent - b.exponent, 0);
  while (exponent < ideal && coefficient !== 0n && coefficient % 10n === 0n) {
    coefficient /= 10n;
    exponent++;
  }
  return coefficient === 0n ? { coefficient, exponent: ideal } : { coefficient, exponent };
}

/** Remainder with the sign of the dividend; the divisor must not be zero. */
export function remainderDecimals(a: Decimal, b: Decimal): Decimal {
  const [x, y, exponent] = aligned(a, b);
  return { coefficient: x % y, exponent };
}

const bits = new DataView(new ArrayBuffer(8));

/** A finite double as numerator / denominator, exactly. */
export function rationalOf(value: number): [bigint, bigint] {
  bits.setFloat64(0, value);
  const raw = bits.getBigUint64(0);
  const power = Number((raw >> 52n) & 0x7ffn);
  const fraction = raw & 0xfffffffffffffn;
  const size = power === 0 ? fraction : fraction | 0x10000000000000n;
  const shift = Math.max(power, 1) - 1075;
  const signed = raw >> 63n ? -size : size;
  return shift >= 0 ? [signed << BigInt(shift), 1n] : [signed, 1n << BigInt(-shift)];
}

/** A decimal as numerator / denominator, exactly. */
export function rationalOfDecimal(value: Decimal): [bigint, bigint] {
  return value.exponent >= 0
    ? [value.coefficient * 10n ** BigInt(value.exponent), 1n]
    : [value.coefficient, 10n ** BigInt(-value.exponent)];
}
