/** Random documents and filters from a seed, so that a failure can be run again. */
import { Binary, Decimal128, Double, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import type { Document, Value } from '../src/bson/values.ts';

export type Random = {
  integer(below: number): number;
  pick<T>(items: readonly T[]): T;
  /** A value of any kind; `depth` limits nesting. */
  value(depth: number): Value;
  /** A value from a small range, so that filters hit. */
  small(): Value;
};

const strings = [
  '',
  'a',
  'ab',
  'b',
  'B',
  'é',
  'a\u0000',
  'a\u0000b',
  '\uffff',
  '\u{1F600}',
  '\ud7ff',
  'zz',
];
const numbers = [
  0,
  -0,
  1,
  -1,
  1.5,
  -1.5,
  2 ** 53,
  -(2 ** 53),
  1e300,
  5e-324,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
];
const longs = [
  '0',
  '1',
  '-1',
  '9007199254740993',
  '-9007199254740993',
  '9223372036854775807',
  '-9223372036854775808',
];
const decimals = [
  '0',
  '1.0',
  '0.1',
  '-0.1',
  '9007199254740993.5',
  '1E20',
  '-1E-20',
  '0.1000000000000000055511151231257827',
];

/** Mulberry32: small, and the same on every machine. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function randomSource(seed: number): Random {
  const next = generator(seed);
  const integer = (below: number): number => Math.floor(next() * below);
  const pick = <T>(items: readonly T[]): T => items[integer(items.length)] as T;
  const bytes = (length: number): Buffer =>
    Buffer.from(Array.from({ length }, () => integer(4) * 85));
  const document = (depth: number): Document =>
    Object.fromEntries(
      Array.from({ length: integer(3) }, () => [pick(['a', 'b', 'aa']), value(depth - 1)]),
    );
  const value = (depth: number): Value => {
    switch (integer(depth > 0 ? 15 : 13)) {
      case 0:
        return null;
      case 1:
      case 2:
        return pick(strings);
      case 3:
        return pick(numbers);
      case 4:
        return integer(5) - 2;
      case 5:
        return Long.fromString(pick(longs));
      case 6:
        return Decimal128.fromString(pick(decimals));
      case 7:
        return new Double(integer(3));
      case 8:
        return new Binary(bytes(integer(3)), pick([0, 4]));
      case 9:
        return new ObjectId(bytes(12));
      case 10:
        return pick([true, false]);
      case 11:
        return pick([new Date(0), new Date(-5), new Date(1e12)]);
      case 12:
        return pick<Value>([
          new Timestamp({ t: integer(2), i: integer(2) }),
          new MinKey(),
          new MaxKey(),
        ]);
      case 13:
        return document(depth);
      default:
        return Array.from({ length: integer(3) }, () => value(depth - 1));
    }
  };
  const small = (): Value => pick<Value>([null, 0, 1, 2, 3, 4, 'a', 'b', new Date(1), true]);
  return { integer, pick, value, small };
}
