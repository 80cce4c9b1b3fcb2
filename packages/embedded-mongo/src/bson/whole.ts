/** Whole numbers in numbers of any kind, as arguments and bit tests need them. */
import { parseDecimal } from './decimal.ts';
import { bigOf, fitsLong, kindOf } from './numbers.ts';
import type { Value } from './values.ts';
import { asNumber, isInt32 } from './values.ts';

/** What a number is when it is cut towards zero, and whether nothing was cut off. */
type Cut = { whole: bigint; exact: boolean };

function cutDecimal(text: string): Cut | undefined {
  const parts = parseDecimal(text);
  if (!parts) return undefined;
  const { coefficient, exponent } = parts;
  const scale = 10n ** BigInt(Math.abs(exponent));
  if (exponent >= 0) return { whole: coefficient * scale, exact: true };
  return { whole: coefficient / scale, exact: coefficient % scale === 0n };
}

function cut(value: Value | undefined): Cut | undefined {
  switch (kindOf(value)) {
    case 'int':
    case 'long':
      return { whole: bigOf(value as Value), exact: true };
    case 'double': {
      const number = Number(value);
      if (!Number.isFinite(number)) return undefined;
      return { whole: BigInt(Math.trunc(number)), exact: Number.isInteger(number) };
    }
    case 'decimal':
      return cutDecimal(String(value));
    default:
      return undefined;
  }
}

/** A finite number cut to an int64; undefined for anything else, also for one that does not fit. */
export function truncatedLong(value: Value | undefined): bigint | undefined {
  const whole = cut(value)?.whole;
  return whole !== undefined && fitsLong(whole) ? whole : undefined;
}

/** The int64 that a value is exactly; undefined when it is none. */
export function wholeLong(value: Value | undefined): bigint | undefined {
  const parts = cut(value);
  return parts?.exact && fitsLong(parts.whole) ? parts.whole : undefined;
}

/** The int32 that a value is exactly; undefined when it is none. */
export function wholeInt(value: Value | undefined): number | undefined {
  const whole = wholeLong(value);
  return whole !== undefined && isInt32(Number(whole)) ? Number(whole) : undefined;
}

/** A finite number rounded to an int64: a double's half away from zero, a decimal's to the even; else undefined. */
export function roundedLong(value: Value): bigint | undefined {
  const whole = truncatedLong(value);
  if (whole === undefined) return undefined;
  const text = kindOf(value) === 'double' ? Math.abs(Number(value) % 1) : undefined;
  let up = text !== undefined && text >= 0.5;
  if (kindOf(value) === 'decimal') {
    const { coefficient = 0n, exponent = 0 } = parseDecimal(String(value)) ?? {};
    const unit = 10n ** BigInt(Math.max(0, -exponent));
    const rest = (coefficient % unit) * 2n;
    const size = rest < 0n ? -rest : rest;
    up = size > unit || (size === unit && whole % 2n !== 0n);
  }
  const negative = Number(String(value)) < 0;
  return up ? whole + (negative ? -1n : 1n) : whole;
}

const maxLong = 2n ** 63n - 1n;

/** A number cut to the int64 next to it, a decimal rounded to it (BSONElement::safeNumberLong); NaN is 0. */
export function clampedLong(value: Value | undefined): bigint {
  const number = asNumber(value) || 0;
  const whole = kindOf(value) === 'decimal' ? roundedLong(value as Value) : truncatedLong(value);
  return whole ?? (number === 0 ? 0n : number > 0 ? maxLong : -maxLong - 1n);
}
