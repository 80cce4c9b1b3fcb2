/** Documents, values and indexes that several tables of cases share. */
import {
  Binary,
  BSONRegExp,
  Code,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'mongodb';

/** A value of each BSON type, whole where it is a number. */
export const sampleValues = {
  double: new Double(3),
  string: 'text',
  object: { x: 1 },
  array: [1],
  binData: new Binary(Buffer.from([1, 2])),
  objectId: new ObjectId('6550000000000000000000aa'),
  bool: true,
  date: new Date(0),
  null: null,
  regex: new BSONRegExp('^x'),
  javascript: new Code('f()'),
  int: new Int32(3),
  timestamp: new Timestamp({ t: 1, i: 1 }),
  long: Long.fromNumber(3),
  decimal: Decimal128.fromString('3'),
  minKey: new MinKey(),
  maxKey: new MaxKey(),
} as const;

export type BsonType = keyof typeof sampleValues;

export const numbers: readonly BsonType[] = ['double', 'int', 'long', 'decimal'];

/** The values of all types but those named. */
export function valuesBut(...left: readonly BsonType[]): unknown[] {
  return (Object.keys(sampleValues) as BsonType[])
    .filter((type) => !left.includes(type))
    .map((type) => sampleValues[type]);
}

/** What is no number, and what is one but no int32. */
export const noNumber = valuesBut(...numbers, 'null');
export const noInt = [1.5, Number.NaN, 2 ** 31, Decimal128.fromString('0.5'), -(2 ** 40)];

export function each(make: (value: unknown) => unknown, values: readonly unknown[]): unknown[] {
  return values.map(make);
}

export const prices = [
  { _id: 1, price: 10, status: 'open', tags: ['a', 'b'] },
  { _id: 2, price: 25, status: 'open', tags: ['b'] },
  { _id: 3, price: 25, status: 'sold', tags: [] },
  { _id: 4, price: null, status: 'sold' },
  { _id: 5, status: 'open', tags: 'b' },
  { _id: 6, price: '25', status: 'held', tags: ['c', null] },
];

export const loans = [
  {
    _id: 1,
    terms: [
      { days: 30, rate: 5 },
      { days: 60, rate: 9 },
    ],
    owner: { name: 'ann', age: 30 },
  },
  { _id: 2, terms: [{ days: 30, rate: 9 }], owner: { name: 'bob' } },
  { _id: 3, terms: [], owner: [{ name: 'cid' }, { name: 'ann' }] },
  { _id: 4, terms: [{ days: 90 }, 'x'], owner: null },
];

export const price = [{ price: 1 }, { price: -1 }];

export const tags = [{ tags: 1 }, { tags: -1 }];

export const both = [
  { status: 1, price: 1 },
  { status: 1, price: -1 },
  { price: 1, status: 1 },
];

export const sales = [
  { _id: 1, shop: 'n', cents: 100, items: ['x', 'y'] },
  { _id: 2, shop: 'n', cents: 250, items: [] },
  { _id: 3, shop: 's', cents: 50, items: ['x'] },
  { _id: 4, shop: null, cents: 5 },
  { _id: 5, cents: 7, items: 'z' },
];
