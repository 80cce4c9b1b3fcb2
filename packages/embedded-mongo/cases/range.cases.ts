/** Cases of ranges in filters, each with and without the indexes that could serve it. */
import { Long, ObjectId } from 'mongodb';
import type { Case } from './case.ts';
import { finds } from './case.ts';
import { both, price, prices } from './samples.ts';

const oids = [
  '6550000000000000000000aa',
  '6550000000000000000000bb',
  '6550000000000000000000cc',
].map((hex) => new ObjectId(hex));

export const rangeCases: Case[] = [
  finds('$gt stays among numbers', {
    docs: prices,
    filter: { price: { $gt: 10 } },
    ids: [2, 3],
    indexes: price,
  }),
  finds('$gte and $lt together', {
    docs: prices,
    filter: { price: { $gte: 10, $lt: 25 } },
    ids: [1],
    indexes: price,
  }),
  finds('$lte', { docs: prices, filter: { price: { $lte: 25 } }, ids: [1, 2, 3], indexes: price }),
  finds('a range of strings', {
    docs: prices,
    filter: { status: { $gt: 'held', $lt: 'sold' } },
    ids: [1, 2, 5],
    indexes: [{ status: 1 }, { status: -1 }],
  }),
  finds('equality then range on a compound index', {
    docs: prices,
    filter: { status: 'open', price: { $gte: 11 } },
    ids: [2],
    indexes: both,
  }),
  finds('$in then range on a compound index', {
    docs: prices,
    filter: { status: { $in: ['open', 'sold'] }, price: { $gt: 5, $lt: 20 } },
    ids: [1],
    indexes: both,
  }),
  finds('array elements may satisfy the two ends apart', {
    docs: [
      { _id: 1, v: [1, 9] },
      { _id: 2, v: [4, 5] },
      { _id: 3, v: 1 },
    ],
    filter: { v: { $gt: 3, $lt: 6 } },
    ids: [1, 2],
    indexes: [{ v: 1 }, { v: -1 }],
  }),
  finds('$elemMatch wants one element for both ends', {
    docs: [
      { _id: 1, v: [1, 9] },
      { _id: 2, v: [4, 5] },
    ],
    filter: { v: { $elemMatch: { $gt: 3, $lt: 6 } } },
    ids: [2],
    indexes: [{ v: 1 }],
  }),
  finds('ObjectId ranges', {
    docs: oids.map((ref, at) => ({ _id: at, ref })),
    filter: { ref: { $gt: oids[0], $lte: oids[2] } },
    ids: [1, 2],
    indexes: [{ ref: 1 }],
  }),
  finds('dates before and after 1970', {
    docs: [
      { _id: 1, d: new Date(-1000) },
      { _id: 2, d: new Date(0) },
      { _id: 3, d: new Date(1000) },
    ],
    filter: { d: { $lt: new Date(500) } },
    ids: [1, 2],
    indexes: [{ d: 1 }, { d: -1 }],
  }),
  finds('negative numbers in order', {
    docs: [-100, -1.5, -1, 0, 0.5, 3].map((n, at) => ({ _id: at, n })),
    filter: { n: { $gt: -1.5, $lt: 0.5 } },
    ids: [2, 3],
    indexes: [{ n: 1 }, { n: -1 }],
  }),
  finds('infinities bound every number', {
    docs: [
      { _id: 1, n: Number.POSITIVE_INFINITY },
      { _id: 2, n: 1e308 },
      { _id: 3, n: Number.NEGATIVE_INFINITY },
    ],
    filter: { n: { $lt: Number.POSITIVE_INFINITY, $gt: Number.NEGATIVE_INFINITY } },
    ids: [2],
    indexes: [{ n: 1 }],
  }),
  finds('NaN is below no number', {
    docs: [
      { _id: 1, n: Number.NaN },
      { _id: 2, n: -5 },
    ],
    filter: { n: { $lt: 0 } },
    ids: [2],
    indexes: [{ n: 1 }],
  }),
  finds('strings compare by code point', {
    docs: [
      { _id: 1, s: '\u{1F600}' },
      { _id: 2, s: '\uFF5E' },
      { _id: 3, s: 'z' },
    ],
    filter: { s: { $gt: '\uFF5E' } },
    ids: [1],
    indexes: [{ s: 1 }, { s: -1 }],
  }),
  finds('a prefix sorts before the longer string', {
    docs: [
      { _id: 1, s: 'ab' },
      { _id: 2, s: 'a' },
      { _id: 3, s: 'a\u0000b' },
    ],
    filter: { s: { $gt: 'a', $lt: 'ab' } },
    ids: [3],
    indexes: [{ s: 1 }],
  }),
  finds('mixed int64 and double ranges', {
    docs: [
      { _id: 1, n: Long.fromString('9007199254740993') },
      { _id: 2, n: 9007199254740992 },
    ],
    filter: { n: { $gt: 9007199254740992 } },
    ids: [1],
    indexes: [{ n: 1 }],
  }),
];
