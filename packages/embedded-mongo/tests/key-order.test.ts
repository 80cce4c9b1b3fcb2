/** The key encoding against a plain comparison of BSON values, on random values. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Binary, Decimal128, Double, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import { decimalOfDouble, parseDecimal } from '../src/bson/decimal.ts';
import { afterPrefix, encodeKey, invertKey } from '../src/bson/keys.ts';
import type { Value } from '../src/bson/values.ts';
import { isDocument, typeName } from '../src/bson/values.ts';
import { randomSource } from './random.ts';

/** The canonical order of BSON types, as the manual lists it. */
const classes = [
  ['minKey'],
  ['null'],
  ['int', 'long', 'double', 'decimal'],
  ['string'],
  ['object'],
  ['array'],
  ['binData'],
  ['objectId'],
  ['bool'],
  ['date'],
  ['timestamp'],
  ['maxKey'],
];

function classOf(value: Value): number {
  return classes.findIndex((names) => names.includes(typeName(value)));
}

/** Numerator and denominator. */
function ratio(value: Value): [bigint, bigint] {
  if (value instanceof Long) return [value.toBigInt(), 1n];
  const isDouble = typeof value === 'number' || value instanceof Double;
  const parts = isDouble ? decimalOfDouble(Number(value)) : parseDecimal(String(value));
  const { coefficient, exponent } = parts ?? { coefficient: 0n, exponent: 0 };
  return exponent < 0
    ? [coefficient, 10n ** BigInt(-exponent)]
    : [coefficient * 10n ** BigInt(exponent), 1n];
}

function isEndless(value: Value): boolean {
  return String(value).endsWith('Infinity');
}

function compareEndless(a: Value, b: Value): number {
  const side = (value: Value): number => (isEndless(value) ? Number(String(value)) : 0);
  return side(a) === side(b) ? 0 : side(a) < side(b) ? -1 : 1;
}

function compareNumbers(a: Value, b: Value): number {
  const [x, y] = [Number(String(a)), Number(String(b))];
  if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(y)) - Number(Number.isNaN(x));
  if (isEndless(a) || isEndless(b)) return compareEndless(a, b);
  const [[p, q], [r, s]] = [ratio(a), ratio(b)];
  const difference = p * s - r * q;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

function compareLists<T>(a: T[], b: T[], compare: (x: T, y: T) => number): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const order = compare(a[at] as T, b[at] as T);
    if (order !== 0) return order;
  }
  return Math.sign(a.length - b.length);
}

function compareDocuments(a: Record<string, Value>, b: Record<string, Value>): number {
  return compareLists(Object.entries(a), Object.entries(b), ([nameA, x], [nameB, y]) => {
    const kinds = Math.sign(classOf(x) - classOf(y));
    return kinds || Buffer.compare(Buffer.from(nameA), Buffer.from(nameB)) || compareValues(x, y);
  });
}

function compareBinary(a: Binary, b: Binary): number {
  return (
    Math.sign(a.position - b.position) ||
    Math.sign(a.sub_type - b.sub_type) ||
    Buffer.compare(a.buffer, b.buffer)
  );
}

/** Written without any key: type by type, as the manual describes comparisons. */
function compareValues(a: Value, b: Value): number {
  const kinds = Math.sign(classOf(a) - classOf(b));
  if (kinds !== 0) return kinds;
  if (typeof a === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b as string));
  if (Array.isArray(a)) return compareLists(a, b as Value[], compareValues);
  if (isDocument(a)) return compareDocuments(a, b as Record<string, Value>);
  if (a instanceof Binary) return compareBinary(a, b as Binary);
  if (a instanceof ObjectId) return Buffer.compare(a.id, (b as ObjectId).id);
  if (typeof a === 'boolean') return Number(a) - Number(b);
  if (a instanceof Date) return Math.sign(a.getTime() - (b as Date).getTime());
  if (a instanceof Timestamp)
    return Math.sign(a.t - (b as Timestamp).t) || Math.sign(a.i - (b as Timestamp).i);
  return a === null || a instanceof MinKey || a instanceof MaxKey ? 0 : compareNumbers(a, b);
}

test('the order of keys is the order of values, for every pair of 600 random values', () => {
  const random = randomSource(7);
  const values = Array.from({ length: 600 }, () => random.value(2));
  const keys = values.map((value) => encodeKey(value));
  for (const [i, a] of values.entries())
    for (const [j, b] of values.entries()) {
      const byKey = (keys[i] as string) < (keys[j] as string) ? -1 : keys[i] === keys[j] ? 0 : 1;
      assert.equal(byKey, compareValues(a, b), `${JSON.stringify(a)} against ${JSON.stringify(b)}`);
    }
});

test('inverted keys sort the other way round', () => {
  const random = randomSource(8);
  const keys = Array.from({ length: 200 }, () => encodeKey(random.value(1)));
  const ascending = [...new Set(keys)].sort();
  const descending = ascending.map(invertKey).sort().map(invertKey);
  assert.deepEqual(descending, ascending.reverse());
});

test('no key is the beginning of another one', () => {
  const random = randomSource(9);
  const keys = [...new Set(Array.from({ length: 500 }, () => encodeKey(random.value(2))))].sort();
  for (let at = 1; at < keys.length; at++)
    assert.ok(!(keys[at] as string).startsWith(keys[at - 1] as string));
});

test('the end of a prefix is above all that start with it', () => {
  assert.equal(afterPrefix('a'), 'b');
  assert.equal(afterPrefix('a\uffff'), 'b');
  assert.equal(afterPrefix('\uffff'), undefined);
});

test('numbers of different types and equal value share a key, unequal ones never do', () => {
  const equal = [
    5,
    Long.fromNumber(5),
    new Double(5),
    Decimal128.fromString('5.00'),
    Decimal128.fromString('0.5E1'),
  ];
  assert.equal(new Set(equal.map((value) => encodeKey(value))).size, 1);
  const close = ['9007199254740992', '9007199254740993', '9007199254740994'].map((text) =>
    Long.fromString(text),
  );
  assert.equal(new Set(close.map((value) => encodeKey(value))).size, 3);
});
