/** Cases of what filter operators take and refuse, and of the bit tests. */
import { Binary, BSONRegExp, Decimal128, Double, Long, MaxKey, MinKey } from 'mongodb';
import type { Case } from './case.ts';
import { finds } from './case.ts';
import { numbers, sampleValues, valuesBut } from './samples.ts';
import { filtersFail } from './table.ts';

const dec = (text: string): Decimal128 => Decimal128.fromString(text);
const bytes = (...values: number[]): Binary => new Binary(Buffer.from(values));
const longMax = Long.MAX_VALUE;

const argumentCases: Case[] = [
  filtersFail('$size of what is no whole number from 0', 2, [
    ...valuesBut(...numbers).map((value) => ({ a: { $size: value } })),
    ...[-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].map((value) => ({
      a: { $size: value },
    })),
    ...['-1', '1.5', 'NaN', 'Infinity', '9999999999999999999999'].map((text) => ({
      a: { $size: dec(text) },
    })),
    { a: { $size: longMax } },
    { a: { $size: { $gt: 1 } } },
  ]),
  filtersFail('$mod of what is no pair of numbers', 2, [
    ...valuesBut('array').map((value) => ({ a: { $mod: value } })),
    ...[[], [2], [2, 1, 0], [0, 1], [0.5, 1]].map((value) => ({ a: { $mod: value } })),
    ...valuesBut(...numbers).flatMap((value) => [
      { a: { $mod: [value, 0] } },
      { a: { $mod: [2, value] } },
    ]),
    ...[Number.NaN, Number.POSITIVE_INFINITY, 2 ** 63, -1e300].flatMap((value) => [
      { a: { $mod: [value, 0] } },
      { a: { $mod: [2, value] } },
    ]),
  ]),
  filtersFail(
    '$elemMatch of what is no object',
    2,
    valuesBut('object').map((value) => ({ a: { $elemMatch: value } })),
  ),
  filtersFail('$all of what is no array, and mixed', 2, [
    ...valuesBut('array').map((value) => ({ a: { $all: value } })),
    { a: { $all: [{ $gt: 1 }] } },
    { a: { $all: [{ $elemMatch: { b: 1 } }, 5] } },
    { a: { $all: [5, { $elemMatch: { b: 1 } }] } },
  ]),
  filtersFail('$in and $nin of what is no array, or holds operators', 2, [
    ...['$in', '$nin'].flatMap((name) => [
      ...valuesBut('array').map((value) => ({ a: { [name]: value } })),
      { a: { [name]: [{ $gt: 1 }] } },
    ]),
  ]),
  filtersFail('$not of what is no condition', 2, [
    ...valuesBut('object', 'regex').map((value) => ({ a: { $not: value } })),
    ...[{}, { b: 1 }, { $frob: 1 }, { $where: 'true' }].map((value) => ({ a: { $not: value } })),
    { $not: { a: 1 } },
  ]),
  filtersFail('$and, $or and $nor of what is no array of filters', 2, [
    ...['$and', '$or', '$nor'].flatMap((name) => [
      ...valuesBut('array').map((value) => ({ [name]: value })),
      { [name]: [] },
      ...valuesBut('object').map((value) => ({ [name]: [{ a: 1 }, value] })),
      { [name]: [{ $frob: 1 }] },
      { a: { [name]: [{ b: 1 }] } },
    ]),
  ]),
  filtersFail('an ordered comparison with a regular expression, and $ne with one', 2, [
    ...['$gt', '$gte', '$lt', '$lte', '$ne'].map((name) => ({ a: { [name]: sampleValues.regex } })),
  ]),
  filtersFail('$type of no type', 2, [
    ...['float', '', 'missing', 'constructor'].map((value) => ({ a: { $type: value } })),
    ...[0, 42, -2, 1.5, Number.NaN].map((value) => ({ a: { $type: value } })),
    { a: { $type: ['string', 'float'] } },
  ]),
  filtersFail('$type of what names no type', 14, [
    ...valuesBut('string', 'array', ...numbers).map((value) => ({ a: { $type: value } })),
    { a: { $type: [true] } },
  ]),
  filtersFail('$type of an empty list', 9, [{ a: { $type: [] } }]),
  filtersFail('$regex of what is none', 2, [
    ...valuesBut('string', 'regex').map((value) => ({ a: { $regex: value } })),
    ...valuesBut('string').map((value) => ({ a: { $regex: 'x', $options: value } })),
    { a: { $options: 'i' } },
  ]),
  filtersFail('$regex with an option that is none', 51108, [{ a: { $regex: 'x', $options: 'q' } }]),
  filtersFail('$regex with options twice', 51075, [
    { a: { $regex: new BSONRegExp('x', 'i'), $options: 'm' } },
  ]),
  filtersFail('operators at the top that belong to a field, and the other way round', 2, [
    ...['$eq', '$gt', '$in', '$size', '$exists', '$elemMatch', '$frob'].map((name) => ({
      [name]: 1,
    })),
    ...['$where', '$text', '$expr', '$jsonSchema', '$ref'].map((name) => ({ a: { [name]: 1 } })),
    { a: { $elemMatch: { $expr: { $eq: [1, 1] } } } },
    { a: { $elemMatch: { $where: 'true' } } },
  ]),
];

const numbersAndBytes = [
  { _id: 1, a: 54 },
  { _id: 2, a: 20 },
  { _id: 3, a: new Double(20) },
  { _id: 4, a: Long.fromNumber(20) },
  { _id: 5, a: bytes(20) },
  { _id: 6, a: -1 },
  { _id: 7, a: -2 },
  { _id: 8, a: 20.5 },
  { _id: 9, a: 2 ** 63 },
  { _id: 10, a: Number.NaN },
  { _id: 11, a: 'text' },
  { _id: 12, a: null },
  { _id: 13 },
  { _id: 14, a: [20, 1] },
  { _id: 15, a: bytes(0, 0, 0, 1) },
  { _id: 16, a: longMax },
  { _id: 17, a: Long.MIN_VALUE },
  { _id: 18, a: dec('20') },
];

/** The `_id`s that a bit test finds among numbers of all kinds and bytes. */
function bits(operator: string, mask: unknown, ids: readonly number[]): Case {
  return finds(`${operator} ${String(mask)}`, {
    docs: numbersAndBytes,
    filter: { a: { [operator]: mask } },
    ids,
  });
}

const twenty = [1, 2, 3, 4, 5, 14, 18];

const bitOperators: Case[] = [
  bits(
    '$bitsAllSet',
    [2, 4],
    [...twenty, 6, 7, 16].sort((a, b) => a - b),
  ),
  bits(
    '$bitsAllSet',
    20,
    [...twenty, 6, 7, 16].sort((a, b) => a - b),
  ),
  bits(
    '$bitsAllSet',
    new Double(20),
    [...twenty, 6, 7, 16].sort((a, b) => a - b),
  ),
  bits(
    '$bitsAllSet',
    Long.fromNumber(20),
    [...twenty, 6, 7, 16].sort((a, b) => a - b),
  ),
  bits(
    '$bitsAllSet',
    bytes(20),
    [...twenty, 6, 7, 16].sort((a, b) => a - b),
  ),
  bits('$bitsAllSet', [63], [6, 7, 17]),
  bits('$bitsAllSet', [200], [6, 7, 17]),
  bits('$bitsAllSet', bytes(0, 0, 0, 1), [6, 7, 15, 16]),
  bits('$bitsAllSet', 0, [1, 2, 3, 4, 5, 6, 7, 14, 15, 16, 17, 18]),
  bits('$bitsAllSet', [], [1, 2, 3, 4, 5, 6, 7, 14, 15, 16, 17, 18]),
  bits('$bitsAnySet', [0], [6, 14, 16]),
  bits('$bitsAnySet', [1, 24], [1, 6, 7, 15, 16]),
  bits('$bitsAnySet', 0, []),
  bits('$bitsAllClear', [0, 1], [2, 3, 4, 5, 14, 15, 17, 18]),
  bits('$bitsAllClear', 35, [2, 3, 4, 5, 14, 15, 17, 18]),
  bits('$bitsAllClear', [63], [1, 2, 3, 4, 5, 14, 15, 16, 18]),
  bits('$bitsAnyClear', [0, 63], [1, 2, 3, 4, 5, 7, 14, 15, 16, 17, 18]),
  bits('$bitsAnyClear', longMax, [1, 2, 3, 4, 5, 7, 14, 15, 17, 18]),
  ...['$bitsAllSet', '$bitsAnySet', '$bitsAllClear', '$bitsAnyClear'].flatMap((name) => [
    filtersFail(`${name} of what is no mask, and of positions that are none`, 2, [
      ...valuesBut(...numbers, 'array', 'binData').map((value) => ({ a: { [name]: value } })),
      ...valuesBut(...numbers).map((value) => ({ a: { [name]: [value] } })),
      ...[-1, 1.5, 2 ** 31, Number.NaN].map((value) => ({ a: { [name]: [value] } })),
    ]),
    filtersFail(`${name} of a number that is no mask`, 9, [
      ...[-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 63].map((value) => ({
        a: { [name]: value },
      })),
      { a: { [name]: dec('1.5') } },
      { a: { [name]: Long.fromNumber(-5) } },
    ]),
  ]),
];

const edges: Case[] = [
  finds('$mod cuts towards zero, of all number types', {
    docs: [
      { _id: 1, a: 7 },
      { _id: 2, a: 7.9 },
      { _id: 3, a: -7 },
      { _id: 4, a: Long.fromString('9007199254740993') },
      { _id: 5, a: dec('7.5') },
      { _id: 6, a: Number.POSITIVE_INFINITY },
      { _id: 7, a: 1e300 },
      { _id: 8, a: '7' },
      { _id: 9, a: [3, 7] },
    ],
    filter: { a: { $mod: [4.7, 3] } },
    ids: [1, 2, 5, 9],
  }),
  finds('$mod with a negative remainder', {
    docs: [
      { _id: 1, a: 7 },
      { _id: 2, a: -7 },
    ],
    filter: { a: { $mod: [Long.fromNumber(-4), -3] } },
    ids: [2],
  }),
  finds('$mod of numbers beyond the exact doubles', {
    docs: [
      { _id: 1, a: Long.fromString('9007199254740993') },
      { _id: 2, a: Long.fromString('9007199254740992') },
    ],
    filter: { a: { $mod: [2, 1] } },
    ids: [1],
  }),
  finds('$size of 0, by any number type', {
    docs: [{ _id: 1, a: [] }, { _id: 2, a: [[]] }, { _id: 3, a: 0 }, { _id: 4 }],
    filter: { a: { $size: dec('0') } },
    ids: [1],
  }),
  finds('the least and the greatest key are beyond everything, also NaN', {
    docs: [
      { _id: 1, a: new MinKey() },
      { _id: 2, a: Number.NaN },
      { _id: 3, a: 'x' },
      { _id: 4, a: new MaxKey() },
    ],
    filter: { a: { $gt: new MinKey(), $lt: new MaxKey() } },
    ids: [2, 3],
  }),
  finds('Decimal128 beyond doubles is compared', {
    docs: [
      { _id: 1, a: dec('1E400') },
      { _id: 2, a: Number.MAX_VALUE },
      { _id: 3, a: dec('1E-400') },
      { _id: 4, a: 0 },
      { _id: 5, a: Number.POSITIVE_INFINITY },
      { _id: 6, a: dec('2E400') },
    ],
    filter: { a: { $gt: 0, $lte: dec('1E400') } },
    ids: [1, 2, 3],
    indexes: [{ a: 1 }, { a: -1 }],
  }),
  finds('$all of several $elemMatch', {
    docs: [
      { _id: 1, a: [{ k: 1 }, { k: 2 }] },
      { _id: 2, a: [{ k: 1 }] },
    ],
    filter: { a: { $all: [{ $elemMatch: { k: 1 } }, { $elemMatch: { k: 2 } }] } },
    ids: [1],
  }),
  finds('$elemMatch of nothing wants a document or an array', {
    docs: [
      { _id: 1, a: [1] },
      { _id: 2, a: [{}] },
      { _id: 3, a: [[]] },
      { _id: 4, a: {} },
    ],
    filter: { a: { $elemMatch: {} } },
    ids: [2, 3],
  }),
];

export const filterArgumentCases: Case[] = [...argumentCases, ...bitOperators, ...edges];
