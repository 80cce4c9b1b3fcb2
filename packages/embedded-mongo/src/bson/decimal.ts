/** Decimal128 as an exact whole coefficient and exponent, which the library itself cannot calculate with. */
import { Decimal128 } from 'bson';

/** The value coefficient × 10^exponent. */
export type Decimal = { coefficient: bigint; exponent: number };

const digits = 34;
const minExponent = -6176;
const greatestExponent = 6111;
/** Exponent of the first digit of the greatest number. */
const greatestPlace = 6144;

export function parseDecimal(text: string): Decimal | undefined {
  const parts = /^([+-]?)(\d*)\.?(\d*)(?:E([+-]?\d+))?$/i.exec(text);
  if (!parts) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  if (whole + fraction === '') return undefined;
  const coefficient = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n);
  return { coefficient, exponent: Number(exponent) - fraction.length };
}

function sizeOf(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** To 34 digits and no further down than the least exponent, half to even. */
function rounded(value: Decimal): Decimal {
  const size = sizeOf(value.coefficient);
  const excess = Math.max(size.toString().length - digits, minExponent - value.exponent);
  if (excess <= 0) return value;
  const unit = 10n ** BigInt(excess);
  let kept = size / unit;
  const rest = (size % unit) * 2n;
  if (rest > unit || (rest === unit && kept % 2n === 1n)) kept += 1n;
  const exponent = value.exponent + excess;
  const coefficient = value.coefficient < 0n ? -kept : kept;
  // A carry through all digits leaves one too many, the last of them a zero.
  return kept === 10n ** BigInt(digits)
    ? { coefficient: coefficient / 10n, exponent: exponent + 1 }
    : { coefficient, exponent };
}

/** The nearest Decimal128; beyond the greatest it is infinite. */
export function toDecimal128(value: Decimal): Decimal128 {
  const { coefficient, exponent } = rounded(value);
  if (coefficient === 0n)
    return Decimal128.fromString(
      `0E${Math.max(minExponent, Math.min(greatestExponent, exponent))}`,
    );
  if (sizeOf(coefficient).toString().length - 1 + exponent > greatestPlace)
    return Decimal128.fromString(coefficient < 0n ? '-Infinity' : 'Infinity');
  return Decimal128.fromString(`${coefficient}E${exponent}`);
}

function aligned(a: Decimal, b: Decimal): [bigint, bigint, number] {
  const exponent = Math.min(a.exponent, b.exponent);
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

/** A finite double, exactly: every power of two down to the least one is a decimal. */
export function decimalOfDouble(value: number): Decimal {
  bits.setFloat64(0, value);
  const raw = bits.getBigUint64(0);
  const power = Number((raw >> 52n) & 0x7ffn);
  const fraction = raw & 0xfffffffffffffn;
  const size = power === 0 ? fraction : fraction | 0x10000000000000n;
  const shift = Math.max(power, 1) - 1075;
  const signed = raw >> 63n ? -size : size;
  if (shift >= 0) return { coefficient: signed << BigInt(shift), exponent: 0 };
  return { coefficient: signed * 5n ** BigInt(-shift), exponent: shift };
}

/** A finite double with no more digits behind the point than it needs. */
export function exactDouble(value: number): Decimal {
  let { coefficient, exponent } = decimalOfDouble(value);
  if (coefficient === 0n) return { coefficient, exponent: 0 };
  for (; exponent < 0 && coefficient % 10n === 0n; exponent++) coefficient /= 10n;
  return { coefficient, exponent };
}
