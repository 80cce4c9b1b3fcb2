/** Cases of equality in filters, each with and without the indexes that could serve it. */
import { Binary, Decimal128, Long, Timestamp } from 'mongodb';
import type { Case } from './case.ts';
import { finds } from './case.ts';
import { both, price, prices, tags } from './samples.ts';

export const equalityCases: Case[] = [
  finds('a number equals', { docs: prices, filter: { price: 25 }, ids: [2, 3], indexes: price }),
  finds('$eq spelled out', {
    docs: prices,
    filter: { price: { $eq: 10 } },
    ids: [1],
    indexes: price,
  }),
  finds('a string is no number', {
    docs: prices,
    filter: { price: '25' },
    ids: [6],
    indexes: price,
  }),
  finds('null finds null and missing', {
    docs: prices,
    filter: { price: null },
    ids: [4, 5],
    indexes: price,
  }),
  finds('$ne null finds the rest', {
    docs: prices,
    filter: { price: { $ne: null } },
    ids: [1, 2, 3, 6],
    indexes: price,
  }),
  finds('an element of an array', {
    docs: prices,
    filter: { tags: 'b' },
    ids: [1, 2, 5],
    indexes: tags,
  }),
  finds('a whole array', { docs: prices, filter: { tags: ['a', 'b'] }, ids: [1], indexes: tags }),
  finds('the empty array', { docs: prices, filter: { tags: [] }, ids: [3], indexes: tags }),
  finds('null in an array', { docs: prices, filter: { tags: null }, ids: [4, 6], indexes: tags }),
  finds('$in over several values', {
    docs: prices,
    filter: { price: { $in: [10, '25', 99] } },
    ids: [1, 6],
    indexes: price,
  }),
  finds('$in of nothing', {
    docs: prices,
    filter: { price: { $in: [] } },
    ids: [],
    indexes: price,
  }),
  finds('$in with null', {
    docs: prices,
    filter: { price: { $in: [null, 10] } },
    ids: [1, 4, 5],
    indexes: price,
  }),
  finds('$nin', {
    docs: prices,
    filter: { price: { $nin: [25, null] } },
    ids: [1, 6],
    indexes: price,
  }),
  finds('$ne on an array wants no element', {
    docs: prices,
    filter: { tags: { $ne: 'b' } },
    ids: [3, 4, 6],
    indexes: tags,
  }),
  finds('two fields of a compound index', {
    docs: prices,
    filter: { status: 'open', price: 25 },
    ids: [2],
    indexes: both,
  }),
  finds('1 equals 1.0 and Long 1', {
    docs: [
      { _id: 1, n: 1 },
      { _id: 2, n: Long.fromNumber(1) },
      { _id: 3, n: Decimal128.fromString('1.0') },
      { _id: 4, n: 1.5 },
    ],
    filter: { n: 1 },
    ids: [1, 2, 3],
    indexes: [{ n: 1 }],
  }),
  finds('neighbouring int64 values stay apart', {
    docs: [
      { _id: 1, n: Long.fromString('9007199254740992') },
      { _id: 2, n: Long.fromString('9007199254740993') },
    ],
    filter: { n: Long.fromString('9007199254740993') },
    ids: [2],
    indexes: [{ n: 1 }],
  }),
  finds('a decimal is not the nearest double', {
    docs: [
      { _id: 1, n: Decimal128.fromString('0.1') },
      { _id: 2, n: 0.1 },
    ],
    filter: { n: Decimal128.fromString('0.1') },
    ids: [1],
    indexes: [{ n: 1 }],
  }),
  finds('minus zero is zero', {
    docs: [
      { _id: 1, n: -0 },
      { _id: 2, n: 0 },
    ],
    filter: { n: 0 },
    ids: [1, 2],
    indexes: [{ n: 1 }],
  }),
  finds('NaN equals NaN', {
    docs: [
      { _id: 1, n: Number.NaN },
      { _id: 2, n: 1 },
    ],
    filter: { n: Number.NaN },
    ids: [1],
    indexes: [{ n: 1 }],
  }),
  finds('booleans are no numbers', {
    docs: [
      { _id: 1, v: true },
      { _id: 2, v: 1 },
    ],
    filter: { v: true },
    ids: [1],
    indexes: [{ v: 1 }],
  }),
  finds('a sub-document in its order', {
    docs: [
      { _id: 1, a: { x: 1, y: 2 } },
      { _id: 2, a: { y: 2, x: 1 } },
      { _id: 3, a: { x: 1 } },
    ],
    filter: { a: { y: 2, x: 1 } },
    ids: [2],
    indexes: [{ a: 1 }],
  }),
  finds('binary by content and subtype', {
    docs: [
      { _id: 1, b: new Binary(Buffer.from('xy')) },
      { _id: 2, b: new Binary(Buffer.from('xy'), 5) },
    ],
    filter: { b: new Binary(Buffer.from('xy'), 5) },
    ids: [2],
    indexes: [{ b: 1 }],
  }),
  finds('a timestamp is not a date', {
    docs: [
      { _id: 1, t: new Timestamp({ t: 5, i: 0 }) },
      { _id: 2, t: new Date(5000) },
    ],
    filter: { t: { $gte: new Date(0) } },
    ids: [2],
    indexes: [{ t: 1 }],
  }),
];
