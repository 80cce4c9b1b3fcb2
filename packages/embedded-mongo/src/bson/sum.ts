/** Sums of many numbers as the real server's DoubleDoubleSummation makes them: exact for whole ones, compensated for doubles. */
import { Decimal128, Long } from 'bson';
import { exactDouble, toDecimal128 } from './decimal.ts';
import type { Kind } from './numbers.ts';
import { add, bigOf, divide, fitsLong, kindOf, wider } from './numbers.ts';
import type { Value } from './values.ts';
import { doubleOf, isInt32 } from './values.ts';

/** A decimal with as many digits as the double has, up to 34. */
function decimalOf(value: number): Decimal128 {
  if (Number.isFinite(value)) return toDecimal128(exactDouble(value));
  return Decimal128.fromString(String(value));
}

/** A rounded sum and what it lost, together more than a hundred bits. */
class DoubleSum {
  #sum = 0;
  #lost = 0;
  /** What a plain sum makes of infinities, which the compensation turns into NaN. */
  #plain = 0;

  add(value: number): void {
    this.#plain += value;
    const small = value + this.#lost;
    this.#lost -= small - value;
    const next = this.#sum + small;
    const before = next - small;
    this.#lost += this.#sum - before + (small - (next - before));
    this.#sum = next;
  }

  /** In two parts that a double holds exactly. */
  addWhole(value: bigint): void {
    const high = (value / 2n ** 32n) * 2n ** 32n;
    this.add(Number(value - high));
    this.add(Number(high));
  }

  get double(): number {
    return Number.isNaN(this.#sum) ? this.#plain : this.#sum;
  }

  /** The sum of whole numbers; undefined for what is none. */
  get whole(): bigint | undefined {
    if (!Number.isInteger(this.#sum) || !Number.isInteger(this.#lost)) return undefined;
    return BigInt(this.#sum) + BigInt(this.#lost);
  }

  get decimal(): Value {
    if (!Number.isFinite(this.#sum)) return decimalOf(this.#plain);
    return add(decimalOf(this.#sum), decimalOf(this.#lost)) ?? 0;
  }
}

type Total = { kind: Kind; doubles: DoubleSum; decimals: Value };

function totalOf(values: readonly Value[]): Total {
  const doubles = new DoubleSum();
  let kind: Kind = 'int';
  let decimals: Value = Decimal128.fromString('0');
  for (const value of values) {
    const own = kindOf(value) ?? 'int';
    kind = wider(kind, own);
    if (own === 'decimal') decimals = add(decimals, value) ?? decimals;
    else if (own === 'double') doubles.add(Number(value));
    else doubles.addWhole(bigOf(value));
  }
  return { kind, doubles, decimals };
}

/** The sum in the widest of the numbers' kinds; whole numbers beyond an int64 become a double. 0 for none. */
export function sum(values: readonly Value[]): Value {
  const { kind, doubles, decimals } = totalOf(values);
  if (kind === 'decimal') return add(decimals, doubles.decimal) ?? decimals;
  const { whole } = doubles;
  if (kind === 'double' || whole === undefined || !fitsLong(whole)) return doubleOf(doubles.double);
  return kind === 'int' && isInt32(Number(whole)) ? Number(whole) : Long.fromBigInt(whole);
}

/** Null for none. */
export function average(values: readonly Value[]): Value {
  if (values.length === 0) return null;
  const { kind, doubles, decimals } = totalOf(values);
  if (kind !== 'decimal') return doubleOf(doubles.double / values.length);
  return divide(add(decimals, doubles.decimal) ?? decimals, decimalOf(values.length));
}
