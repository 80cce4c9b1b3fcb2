/** Cases of nested fields, arrays, logic and the other filter operators. */
import { Long } from 'mongodb';
import type { Case } from './case.ts';
import { finds } from './case.ts';
import { both, loans, price, prices, tags } from './samples.ts';

const nested: Case[] = [
  finds('a dotted path into a document', {
    docs: loans,
    filter: { 'owner.name': 'ann' },
    ids: [1, 3],
    indexes: [{ 'owner.name': 1 }],
  }),
  finds('a dotted path into an array of documents', {
    docs: loans,
    filter: { 'terms.rate': 9 },
    ids: [1, 2],
    indexes: [{ 'terms.rate': 1 }],
  }),
  finds('two dotted paths may meet different elements', {
    docs: loans,
    filter: { 'terms.days': 30, 'terms.rate': 9 },
    ids: [1, 2],
    indexes: [{ 'terms.days': 1, 'terms.rate': 1 }, { 'terms.rate': 1 }],
  }),
  finds('$elemMatch wants one document for both', {
    docs: loans,
    filter: { terms: { $elemMatch: { days: 30, rate: 9 } } },
    ids: [2],
    indexes: [{ 'terms.days': 1, 'terms.rate': 1 }, { 'terms.rate': 1 }],
  }),
  finds('a position in an array', {
    docs: loans,
    filter: { 'terms.1.rate': 9 },
    ids: [1],
    indexes: [{ 'terms.1.rate': 1 }],
  }),
  finds('$exists false on a nested field', {
    docs: loans,
    filter: { 'owner.age': { $exists: false } },
    ids: [2, 3, 4],
    indexes: [{ 'owner.age': 1 }],
  }),
  finds('null on a nested field', {
    docs: loans,
    filter: { 'owner.age': null },
    ids: [2, 3, 4],
    indexes: [{ 'owner.age': 1 }],
  }),
  finds('a missing field inside elements is null', {
    docs: loans,
    filter: { 'terms.rate': null },
    ids: [4],
    indexes: [{ 'terms.rate': 1 }],
  }),
  finds('$size', { docs: loans, filter: { terms: { $size: 2 } }, ids: [1, 4] }),
  finds('$size 0', { docs: loans, filter: { terms: { $size: 0 } }, ids: [3] }),
  finds('$all over elements', {
    docs: prices,
    filter: { tags: { $all: ['a', 'b'] } },
    ids: [1],
    indexes: tags,
  }),
  finds('$all with one value', {
    docs: prices,
    filter: { tags: { $all: ['b'] } },
    ids: [1, 2, 5],
    indexes: tags,
  }),
  finds('$elemMatch reads an array in the array as a document of positions', {
    docs: [
      { _id: 1, a: [[1, 2]] },
      { _id: 2, a: [{ 0: 1 }] },
      { _id: 3, a: [5, [1]] },
      { _id: 4, a: [1] },
    ],
    filter: { a: { $elemMatch: { 0: 1 } } },
    ids: [1, 2, 3],
    indexes: [{ a: 1 }],
  }),
  finds('$elemMatch for what an array in the array lacks', {
    docs: [
      { _id: 1, a: [[1], { b: 5 }] },
      { _id: 2, a: [{ b: 5 }] },
      { _id: 3, a: [{ c: 5 }] },
    ],
    filter: { a: { $elemMatch: { b: null } } },
    ids: [1, 3],
    indexes: [{ 'a.b': 1 }],
  }),
  finds('$all with $elemMatch', {
    docs: loans,
    filter: { terms: { $all: [{ $elemMatch: { days: 30 } }, { $elemMatch: { rate: 9 } }] } },
    ids: [1, 2],
  }),
  finds('$all of nothing finds nothing', { docs: prices, filter: { tags: { $all: [] } }, ids: [] }),
  finds('an array in an array', {
    docs: [
      { _id: 1, m: [[1, 2], [3]] },
      { _id: 2, m: [1, 2] },
    ],
    filter: { m: [1, 2] },
    ids: [1, 2],
    indexes: [{ m: 1 }],
  }),
];

const logic: Case[] = [
  finds('$or over two indexes', {
    docs: prices,
    filter: { $or: [{ price: 10 }, { status: 'held' }] },
    ids: [1, 6],
    indexes: both,
  }),
  finds('$or gives a document once', {
    docs: prices,
    filter: { $or: [{ price: 25 }, { status: 'open' }] },
    ids: [1, 2, 3, 5],
    indexes: price,
  }),
  finds('$or with a field', {
    docs: prices,
    filter: { status: 'open', $or: [{ price: 10 }, { price: null }] },
    ids: [1, 5],
    indexes: both,
  }),
  finds('$and of ranges', {
    docs: prices,
    filter: { $and: [{ price: { $gt: 5 } }, { price: { $lt: 20 } }] },
    ids: [1],
    indexes: price,
  }),
  finds('$nor', {
    docs: prices,
    filter: { $nor: [{ price: 25 }, { status: 'open' }] },
    ids: [4, 6],
    indexes: both,
  }),
  finds('$not of a range keeps other types', {
    docs: prices,
    filter: { price: { $not: { $gte: 25 } } },
    ids: [1, 4, 5, 6],
    indexes: price,
  }),
  finds('$not with $in', {
    docs: prices,
    filter: { price: { $not: { $in: [25, 10] } } },
    ids: [4, 5, 6],
    indexes: price,
  }),
  finds('nested $or in $and', {
    docs: prices,
    filter: {
      $and: [{ $or: [{ price: 10 }, { price: 25 }] }, { $or: [{ status: 'sold' }, { tags: 'a' }] }],
    },
    ids: [1, 3],
    indexes: both,
  }),
  finds('$expr compares two fields', {
    docs: [
      { _id: 1, a: 2, b: 1 },
      { _id: 2, a: 1, b: 2 },
    ],
    filter: { $expr: { $gt: ['$a', '$b'] } },
    ids: [1],
  }),
  finds('$expr with arithmetic', {
    docs: [
      { _id: 1, a: 2, b: 4 },
      { _id: 2, a: 3, b: 4 },
    ],
    filter: { $expr: { $eq: [{ $multiply: ['$a', 2] }, '$b'] } },
    ids: [1],
  }),
  finds('a comment changes nothing', {
    docs: prices,
    filter: { price: 10, $comment: 'why' },
    ids: [1],
    indexes: price,
  }),
  finds('the empty filter finds all', { docs: prices, filter: {}, ids: [1, 2, 3, 4, 5, 6] }),
];

const words = [
  { _id: 1, w: 'Domain' },
  { _id: 2, w: 'domains' },
  { _id: 3, w: 'a\nDomain' },
  { _id: 4, w: 5 },
  { _id: 5, w: ['x', 'dom'] },
];

const lines = [
  { _id: 1, w: 'ab' },
  { _id: 2, w: 'ab\n' },
  { _id: 3, w: 'ab\n\n' },
  { _id: 4, w: 'a\rb.' },
  { _id: 5, w: 'a\u2028b.' },
  { _id: 6, w: 'a\nb.' },
  { _id: 7, w: '\u00a0b.' },
];

const others: Case[] = [
  finds('a regular expression', {
    docs: words,
    filter: { w: /^dom/ },
    ids: [2, 5],
    indexes: [{ w: 1 }],
  }),
  finds('a regular expression, any case', {
    docs: words,
    filter: { w: /^DOM/i },
    ids: [1, 2, 5],
    indexes: [{ w: 1 }],
  }),
  finds('a regular expression over lines', {
    docs: words,
    filter: { w: /^Domain$/m },
    ids: [1, 3],
  }),
  finds('a $ before the last line end', {
    docs: lines,
    filter: { w: /b$/ },
    ids: [1, 2],
  }),
  finds('a dot is anything but a line feed', {
    docs: lines,
    filter: { w: /a.b/ },
    ids: [4, 5],
  }),
  finds('only a line feed begins a line', {
    docs: lines,
    filter: { w: /^b/m },
    ids: [6],
  }),
  finds('only a line feed ends a line', {
    docs: lines,
    filter: { w: /a$/m },
    ids: [6],
  }),
  finds('white space is that of ASCII', {
    docs: lines,
    filter: { w: /^[x\s]\s?b|a\sb/ },
    ids: [4, 6],
  }),
  finds('$regex with $options', {
    docs: words,
    filter: { w: { $regex: 'a.D', $options: 's' } },
    ids: [3],
  }),
  finds('$not of a regular expression', { docs: words, filter: { w: { $not: /dom/i } }, ids: [4] }),
  finds('$in with a regular expression', {
    docs: words,
    filter: { w: { $in: [/^Dom/, 5] } },
    ids: [1, 4],
    indexes: [{ w: 1 }],
  }),
  finds('$type by name', { docs: words, filter: { w: { $type: 'int' } }, ids: [4] }),
  finds('$type by number', { docs: words, filter: { w: { $type: 2 } }, ids: [1, 2, 3, 5] }),
  finds('$type array', { docs: words, filter: { w: { $type: 'array' } }, ids: [5] }),
  finds('$type of several', {
    docs: prices,
    filter: { price: { $type: ['string', 'null'] } },
    ids: [4, 6],
  }),
  finds('$mod of int64 beyond doubles', {
    docs: [{ _id: 1, n: Long.fromString('9007199254740993') }],
    filter: { n: { $mod: [10, 3] } },
    ids: [1],
  }),
  finds('$mod', {
    docs: [4, 5, 6, 7.9, -4].map((n, at) => ({ _id: at, n })),
    filter: { n: { $mod: [2, 0] } },
    ids: [0, 2, 4],
  }),
  finds('$bitsAnySet by mask', {
    docs: [1, 2, 4].map((n) => ({ _id: n, n })),
    filter: { n: { $bitsAnySet: 3 } },
    ids: [1, 2],
  }),
  finds('$bitsAllClear by positions', {
    docs: [1, 2, 4].map((n) => ({ _id: n, n })),
    filter: { n: { $bitsAllClear: [0, 1] } },
    ids: [4],
  }),
  finds('field names that objects inherit are just names', {
    docs: [{ _id: 1 }, { _id: 2, constructor: 1 }],
    filter: { constructor: { $exists: true } },
    ids: [2],
  }),
];

export const filterCases: Case[] = [...nested, ...logic, ...others];
