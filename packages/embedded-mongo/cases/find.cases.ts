/** Cases of query filters and sorts, each with and without the indexes that could serve it. */
import { Binary, Decimal128, Long, ObjectId, Timestamp } from 'mongodb';
import { type Case, finds } from './case.ts';

const PRICES = [
  { _id: 1, price: 10, status: 'open', tags: ['a', 'b'] },
  { _id: 2, price: 25, status: 'open', tags: ['b'] },
  { _id: 3, price: 25, status: 'sold', tags: [] },
  { _id: 4, price: null, status: 'sold' },
  { _id: 5, status: 'open', tags: 'b' },
  { _id: 6, price: '25', status: 'held', tags: ['c', null] },
];
const price = [{ price: 1 }, { price: -1 }];
const tags = [{ tags: 1 }, { tags: -1 }];
const both = [
  { status: 1, price: 1 },
  { status: 1, price: -1 },
  { price: 1, status: 1 },
];

const EQUALITY: Case[] = [
  finds('a number equals', { docs: PRICES, filter: { price: 25 }, ids: [2, 3], indexes: price }),
  finds('$eq spelled out', {
    docs: PRICES,
    filter: { price: { $eq: 10 } },
    ids: [1],
    indexes: price,
  }),
  finds('a string is no number', {
    docs: PRICES,
    filter: { price: '25' },
    ids: [6],
    indexes: price,
  }),
  finds('null finds null and missing', {
    docs: PRICES,
    filter: { price: null },
    ids: [4, 5],
    indexes: price,
  }),
  finds('$ne null finds the rest', {
    docs: PRICES,
    filter: { price: { $ne: null } },
    ids: [1, 2, 3, 6],
    indexes: price,
  }),
  finds('an element of an array', {
    docs: PRICES,
    filter: { tags: 'b' },
    ids: [1, 2, 5],
    indexes: tags,
  }),
  finds('a whole array', { docs: PRICES, filter: { tags: ['a', 'b'] }, ids: [1], indexes: tags }),
  finds('the empty array', { docs: PRICES, filter: { tags: [] }, ids: [3], indexes: tags }),
  finds('null in an array', { docs: PRICES, filter: { tags: null }, ids: [4, 6], indexes: tags }),
  finds('$in over several values', {
    docs: PRICES,
    filter: { price: { $in: [10, '25', 99] } },
    ids: [1, 6],
    indexes: price,
  }),
  finds('$in of nothing', {
    docs: PRICES,
    filter: { price: { $in: [] } },
    ids: [],
    indexes: price,
  }),
  finds('$in with null', {
    docs: PRICES,
    filter: { price: { $in: [null, 10] } },
    ids: [1, 4, 5],
    indexes: price,
  }),
  finds('$nin', {
    docs: PRICES,
    filter: { price: { $nin: [25, null] } },
    ids: [1, 6],
    indexes: price,
  }),
  finds('$ne on an array wants no element', {
    docs: PRICES,
    filter: { tags: { $ne: 'b' } },
    ids: [3, 4, 6],
    indexes: tags,
  }),
  finds('two fields of a compound index', {
    docs: PRICES,
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
  finds('a decimal is not the double beside it', {
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

const oids = [
  '6550000000000000000000aa',
  '6550000000000000000000bb',
  '6550000000000000000000cc',
].map((hex) => new ObjectId(hex));

const RANGES: Case[] = [
  finds('$gt stays among numbers', {
    docs: PRICES,
    filter: { price: { $gt: 10 } },
    ids: [2, 3],
    indexes: price,
  }),
  finds('$gte and $lt together', {
    docs: PRICES,
    filter: { price: { $gte: 10, $lt: 25 } },
    ids: [1],
    indexes: price,
  }),
  finds('$lte', { docs: PRICES, filter: { price: { $lte: 25 } }, ids: [1, 2, 3], indexes: price }),
  finds('a range of strings', {
    docs: PRICES,
    filter: { status: { $gt: 'held', $lt: 'sold' } },
    ids: [1, 2, 5],
    indexes: [{ status: 1 }, { status: -1 }],
  }),
  finds('equality then range on a compound index', {
    docs: PRICES,
    filter: { status: 'open', price: { $gte: 11 } },
    ids: [2],
    indexes: both,
  }),
  finds('$in then range on a compound index', {
    docs: PRICES,
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

const LOANS = [
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

const NESTED: Case[] = [
  finds('a dotted path into a document', {
    docs: LOANS,
    filter: { 'owner.name': 'ann' },
    ids: [1, 3],
    indexes: [{ 'owner.name': 1 }],
  }),
  finds('a dotted path into an array of documents', {
    docs: LOANS,
    filter: { 'terms.rate': 9 },
    ids: [1, 2],
    indexes: [{ 'terms.rate': 1 }],
  }),
  finds('two dotted paths may meet different elements', {
    docs: LOANS,
    filter: { 'terms.days': 30, 'terms.rate': 9 },
    ids: [1, 2],
    indexes: [{ 'terms.days': 1, 'terms.rate': 1 }, { 'terms.rate': 1 }],
  }),
  finds('$elemMatch wants one document for both', {
    docs: LOANS,
    filter: { terms: { $elemMatch: { days: 30, rate: 9 } } },
    ids: [2],
    indexes: [{ 'terms.days': 1, 'terms.rate': 1 }, { 'terms.rate': 1 }],
  }),
  finds('a position in an array', {
    docs: LOANS,
    filter: { 'terms.1.rate': 9 },
    ids: [1],
    indexes: [{ 'terms.1.rate': 1 }],
  }),
  finds('$exists false on a nested field', {
    docs: LOANS,
    filter: { 'owner.age': { $exists: false } },
    ids: [2, 3, 4],
    indexes: [{ 'owner.age': 1 }],
  }),
  finds('null on a nested field', {
    docs: LOANS,
    filter: { 'owner.age': null },
    ids: [2, 3, 4],
    indexes: [{ 'owner.age': 1 }],
  }),
  finds('a missing field inside elements is null', {
    docs: LOANS,
    filter: { 'terms.rate': null },
    ids: [4],
    indexes: [{ 'terms.rate': 1 }],
  }),
  finds('$size', { docs: LOANS, filter: { terms: { $size: 2 } }, ids: [1, 4] }),
  finds('$size 0', { docs: LOANS, filter: { terms: { $size: 0 } }, ids: [3] }),
  finds('$all over elements', {
    docs: PRICES,
    filter: { tags: { $all: ['a', 'b'] } },
    ids: [1],
    indexes: tags,
  }),
  finds('$all with one value', {
    docs: PRICES,
    filter: { tags: { $all: ['b'] } },
    ids: [1, 2, 5],
    indexes: tags,
  }),
  finds('$all with $elemMatch', {
    docs: LOANS,
    filter: { terms: { $all: [{ $elemMatch: { days: 30 } }, { $elemMatch: { rate: 9 } }] } },
    ids: [1, 2],
  }),
  finds('$all of nothing finds nothing', { docs: PRICES, filter: { tags: { $all: [] } }, ids: [] }),
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

const LOGIC: Case[] = [
  finds('$or over two indexes', {
    docs: PRICES,
    filter: { $or: [{ price: 10 }, { status: 'held' }] },
    ids: [1, 6],
    indexes: both,
  }),
  finds('$or gives a document once', {
    docs: PRICES,
    filter: { $or: [{ price: 25 }, { status: 'open' }] },
    ids: [1, 2, 3, 5],
    indexes: price,
  }),
  finds('$or beside a field', {
    docs: PRICES,
    filter: { status: 'open', $or: [{ price: 10 }, { price: null }] },
    ids: [1, 5],
    indexes: both,
  }),
  finds('$and of ranges', {
    docs: PRICES,
    filter: { $and: [{ price: { $gt: 5 } }, { price: { $lt: 20 } }] },
    ids: [1],
    indexes: price,
  }),
  finds('$nor', {
    docs: PRICES,
    filter: { $nor: [{ price: 25 }, { status: 'open' }] },
    ids: [4, 6],
    indexes: both,
  }),
  finds('$not of a range keeps other types', {
    docs: PRICES,
    filter: { price: { $not: { $gte: 25 } } },
    ids: [1, 4, 5, 6],
    indexes: price,
  }),
  finds('$not with $in', {
    docs: PRICES,
    filter: { price: { $not: { $in: [25, 10] } } },
    ids: [4, 5, 6],
    indexes: price,
  }),
  finds('nested $or in $and', {
    docs: PRICES,
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
    docs: PRICES,
    filter: { price: 10, $comment: 'why' },
    ids: [1],
    indexes: price,
  }),
  finds('the empty filter finds all', { docs: PRICES, filter: {}, ids: [1, 2, 3, 4, 5, 6] }),
];

const WORDS = [
  { _id: 1, w: 'Domain' },
  { _id: 2, w: 'domains' },
  { _id: 3, w: 'a\nDomain' },
  { _id: 4, w: 5 },
  { _id: 5, w: ['x', 'dom'] },
];

const OTHERS: Case[] = [
  finds('a regular expression', {
    docs: WORDS,
    filter: { w: /^dom/ },
    ids: [2, 5],
    indexes: [{ w: 1 }],
  }),
  finds('a regular expression, any case', {
    docs: WORDS,
    filter: { w: /^DOM/i },
    ids: [1, 2, 5],
    indexes: [{ w: 1 }],
  }),
  finds('a regular expression over lines', {
    docs: WORDS,
    filter: { w: /^Domain$/m },
    ids: [1, 3],
  }),
  finds('$regex with $options', {
    docs: WORDS,
    filter: { w: { $regex: 'a.D', $options: 's' } },
    ids: [3],
  }),
  finds('$not of a regular expression', { docs: WORDS, filter: { w: { $not: /dom/i } }, ids: [4] }),
  finds('$in with a regular expression', {
    docs: WORDS,
    filter: { w: { $in: [/^Dom/, 5] } },
    ids: [1, 4],
    indexes: [{ w: 1 }],
  }),
  finds('$type by name', { docs: WORDS, filter: { w: { $type: 'int' } }, ids: [4] }),
  finds('$type by number', { docs: WORDS, filter: { w: { $type: 2 } }, ids: [1, 2, 3, 5] }),
  finds('$type array', { docs: WORDS, filter: { w: { $type: 'array' } }, ids: [5] }),
  finds('$type of several', {
    docs: PRICES,
    filter: { price: { $type: ['string', 'null'] } },
    ids: [4, 6],
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

const SORTS: Case[] = [
  finds('ascending, missing and null first', {
    docs: PRICES,
    filter: {},
    ids: [4, 5, 1, 2, 3, 6],
    options: { sort: { price: 1, _id: 1 } },
    indexes: [
      { price: 1, _id: 1 },
      { price: -1, _id: -1 },
    ],
  }),
  finds('descending', {
    docs: PRICES,
    filter: {},
    ids: [6, 2, 3, 1, 4, 5],
    options: { sort: { price: -1, _id: 1 } },
    indexes: [
      { price: -1, _id: 1 },
      { price: 1, _id: -1 },
    ],
  }),
  finds('equality, then sort, skip and limit', {
    docs: PRICES,
    filter: { status: 'open' },
    ids: [1],
    options: { sort: { price: 1 }, skip: 1, limit: 1 },
    indexes: both,
  }),
  finds('range and sort on one index', {
    docs: PRICES,
    filter: { price: { $gte: 10 } },
    ids: [3, 2, 1],
    options: { sort: { price: -1, _id: -1 } },
    indexes: [{ price: 1, _id: 1 }],
  }),
  finds('arrays by their least element', {
    docs: [
      { _id: 1, v: [5, 1] },
      { _id: 2, v: 3 },
      { _id: 3, v: [] },
    ],
    filter: {},
    ids: [3, 1, 2],
    options: { sort: { v: 1 } },
    indexes: [{ v: 1 }],
  }),
  finds('arrays by their greatest element', {
    docs: [
      { _id: 1, v: [5, 1] },
      { _id: 2, v: 3 },
      { _id: 3, v: [] },
    ],
    filter: {},
    ids: [1, 2, 3],
    options: { sort: { v: -1 } },
    indexes: [{ v: -1 }],
  }),
  finds('all kinds in BSON order', {
    docs: [
      { _id: 1, v: /x/ },
      { _id: 2, v: true },
      { _id: 3, v: 'a' },
      { _id: 4, v: 1 },
      { _id: 5, v: { a: 1 } },
      { _id: 6, v: new Date(0) },
      { _id: 7, v: new Binary(Buffer.from('a')) },
      { _id: 8, v: null },
    ],
    filter: {},
    ids: [8, 4, 3, 5, 7, 2, 6, 1],
    options: { sort: { v: 1 } },
    indexes: [{ v: 1 }, { v: -1 }],
  }),
  finds('a nested field', {
    docs: LOANS,
    filter: {},
    ids: [1, 3, 2],
    options: { sort: { 'owner.name': 1, _id: 1 }, skip: 1 },
    indexes: [{ 'owner.name': 1, _id: 1 }],
  }),
  finds('limit without a sort', {
    docs: PRICES,
    filter: { status: 'open' },
    ids: [1, 2],
    options: { limit: 2, sort: { _id: 1 } },
    indexes: both,
  }),
];

export const FIND_CASES: Case[] = [
  ...EQUALITY,
  ...RANGES,
  ...NESTED,
  ...LOGIC,
  ...OTHERS,
  ...SORTS,
];
