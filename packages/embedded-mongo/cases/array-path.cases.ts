/** Cases of paths through arrays: the keys that indexes and sorts see, and what filters and joins reach. */
import assert from 'node:assert/strict';
import type { Document } from 'mongodb';
import type { Case, CaseContext } from './case.ts';
import { checks, fails, fill, finds } from './case.ts';

/** Documents that one after the other must not have a key in common with the one before, under a unique index. */
function rivals(name: string, key: Document, ...[first, second]: [Document, Document]): Case {
  return fails(`unique: ${name}`, 11000, async ({ collection }) => {
    await collection.createIndex(key as never, { unique: true });
    await collection.insertOne({ ...first });
    await collection.insertOne({ ...second });
  });
}

/** Documents that may stand side by side under a unique index. */
function neighbours(
  name: string,
  [key, options = {}]: [Document, Document?],
  documents: readonly Document[],
): Case {
  return checks(`unique: ${name}`, async ({ collection }) => {
    await collection.createIndex(key as never, { unique: true, ...options });
    for (const document of documents) await collection.insertOne({ ...document });
  });
}

// Source: BtreeKeyGenerator::_getKeysWithArray and SortKeyGenerator, whose keys are those of an index.
const keys: Case[] = [
  finds('a scalar next to documents in an array counts as missing', {
    docs: [{ _id: 1, d: [{ z: 5 }, 'c'] }, { _id: 2, d: { z: 1 } }, { _id: 3 }],
    filter: {},
    ids: [1, 3, 2],
    options: { sort: { 'd.z': 1, _id: 1 } },
    indexes: [{ 'd.z': 1, _id: 1 }],
  }),
  finds('an array in an array is no document either', {
    docs: [
      { _id: 1, d: [{ z: 5 }, [{ z: 0 }]] },
      { _id: 2, d: { z: 1 } },
      { _id: 3, d: [] },
    ],
    filter: {},
    ids: [1, 3, 2],
    options: { sort: { 'd.z': 1, _id: 1 } },
    indexes: [{ 'd.z': 1, _id: 1 }],
  }),
  finds('a compound sort takes the least key of one element, not the least value of each', {
    docs: [
      {
        _id: 1,
        d: [
          { x: 1, y: 5 },
          { x: 2, y: 9 },
        ],
      },
      { _id: 2, d: { x: 1, y: 7 } },
    ],
    filter: {},
    ids: [2, 1],
    options: { sort: { 'd.x': 1, 'd.y': -1 } },
    indexes: [{ 'd.x': 1, 'd.y': -1 }],
  }),
  finds('an empty array comes before null', {
    docs: [
      { _id: 1, d: null },
      { _id: 2, d: [] },
      { _id: 3, d: [[]] },
    ],
    filter: {},
    ids: [2, 1, 3],
    options: { sort: { d: 1 } },
    indexes: [{ d: 1 }],
  }),
  finds('an array at a position is one key', {
    docs: [
      { _id: 1, a: [0, [9, 1]] },
      { _id: 2, a: [0, 5] },
      { _id: 3, a: [7] },
    ],
    filter: {},
    ids: [3, 2, 1],
    options: { sort: { 'a.1': 1 } },
    indexes: [{ 'a.1': 1 }],
  }),
  rivals('missing and a scalar in an array of documents', { 'd.z': 1 }, {}, { d: [{ z: 5 }, 'c'] }),
  rivals('a scalar in an array and null', { 'd.z': 1 }, { d: ['c'] }, { d: { z: null } }),
  rivals('an empty array on the way and null', { 'd.z': 1 }, { d: [] }, { d: { z: null } }),
  rivals(
    'compound, by one element',
    { 'd.x': 1, 'd.y': 1 },
    { d: [{ x: 1, y: 2 }] },
    {
      d: [
        { x: 9, y: 9 },
        { x: 1, y: 2 },
      ],
    },
  ),
  neighbours(
    'the fields of two elements make no key',
    [{ 'd.x': 1, 'd.y': 1 }],
    [
      { d: [{ x: 1, y: 2 }] },
      {
        d: [
          { x: 1, y: 3 },
          { x: 2, y: 2 },
        ],
      },
    ],
  ),
  neighbours(
    'compound, through one array below a document',
    [{ 'd.e.x': 1, 'd.e.y': 1 }],
    [
      { d: { e: [{ x: 1, y: 2 }] } },
      {
        d: {
          e: [
            { x: 1, y: 3 },
            { x: 2, y: 2 },
          ],
        },
      },
    ],
  ),
  neighbours(
    'sparse: a scalar in an array is not held',
    [{ 'd.z': 1 }, { sparse: true }],
    [{ d: ['c'] }, { d: ['c'] }, {}],
  ),
  neighbours('an empty array and null', [{ d: 1 }], [{ d: [] }, { d: null }]),
  fails('two arrays under one element in a compound index', 171, async ({ collection }) => {
    await collection.createIndex({ 'd.x': 1, 'd.y': 1 });
    await collection.insertOne({ d: [{ x: [1], y: [2] }] });
  }),
  fails('a position that is also a field', 16746, async ({ collection }) => {
    await collection.createIndex({ 'a.0.b': 1 });
    await collection.insertOne({ a: [{ 0: { b: 1 } }, { b: 2 }] });
  }),
  fails('a sort by two arrays', 2, async (context) => {
    await fill(context, [{ a: [1, 2], b: [1, 2] }]);
    await context.collection.find().sort({ a: 1, b: 1 }).toArray();
  }),
  fails('$sort by two arrays', 2, async (context) => {
    await fill(context, [{ a: [1, 2], b: [1, 2] }]);
    await context.collection.aggregate([{ $sort: { a: 1, b: 1 } }]).toArray();
  }),
];

const inList = [
  { _id: 1, b: [true] },
  { _id: 2, b: [null] },
  { _id: 3, b: [{ y: 1 }] },
  { _id: 4, b: [{ x: null }] },
  { _id: 5, b: 1 },
  { _id: 6 },
  { _id: 7, b: [[]] },
  { _id: 8, b: [] },
  { _id: 9, b: [[{ y: 1 }]] },
];

// Source: BSONElementIterator::more; a scalar at the position ends the walk.
const reached: Case[] = [
  finds('null behind a position that holds a scalar', {
    docs: inList,
    filter: { 'b.0.x': null },
    ids: [3, 4, 5, 6, 9],
    indexes: [{ 'b.0.x': 1 }],
  }),
  finds('null behind an array', {
    docs: inList,
    filter: { 'b.x': null },
    ids: [3, 4, 5, 6],
    indexes: [{ 'b.x': 1 }],
  }),
  finds('a list at a position is compared as a whole', {
    docs: [
      { _id: 1, a: [[1, 2]] },
      { _id: 2, a: [1] },
      { _id: 3, a: { 0: [1] } },
      { _id: 4, a: [[1]] },
    ],
    filter: { 'a.0': 1 },
    ids: [2, 3],
    indexes: [{ 'a.0': 1 }],
  }),
  finds('a list at a position, by its size and its elements', {
    docs: [
      { _id: 1, a: [[1, 2]] },
      { _id: 2, a: [1, 2] },
    ],
    filter: { 'a.0': { $size: 2, $elemMatch: { $gt: 1 } } },
    ids: [1],
    indexes: [{ 'a.0': 1 }],
  }),
];

async function joined(
  { db, collection }: CaseContext,
  ...[localField, foreignField, foreign]: [string, string, readonly Document[]]
): Promise<Record<string, unknown>> {
  const from = `${collection.collectionName}_foreign`;
  await db.collection(from).insertMany(foreign.map((each) => ({ ...each })));
  const rows = await collection
    .aggregate([{ $lookup: { from, localField, foreignField, as: 'm' } }, { $sort: { _id: 1 } }])
    .toArray();
  return Object.fromEntries(
    rows.map((row) => [row._id, row.m.map((each: Document) => each._id).sort()]),
  );
}

// Source: jstests/aggregation/sources/lookup/lookup_equijoin_semantics.js, and visitAllValuesAtPath.
const joins: Case[] = [
  checks('aggregate: $lookup by an empty array joins null and missing', async (context) => {
    await fill(context, [
      { _id: 1, lf: [] },
      { _id: 2, lf: [[]] },
      { _id: 3, lf: [null] },
    ]);
    const foreign = [{ _id: 10, ff: null }, { _id: 11 }, { _id: 12, ff: [] }, { _id: 13, ff: 1 }];
    assert.deepEqual(await joined(context, 'lf', 'ff', foreign), {
      1: [10, 11],
      2: [12],
      3: [10, 11],
    });
  }),
  checks('aggregate: $lookup joins null only if the path reaches nothing', async (context) => {
    await fill(context, [
      { _id: 0, a: { y: 1 } },
      { _id: 2, a: [{ y: 1 }, { y: 2 }] },
      { _id: 3, a: [{ y: 2 }, { x: 1 }] },
      { _id: 6, a: [{ x: null }, { x: 1 }] },
      { _id: 8 },
      { _id: 9, a: [1] },
      { _id: 11, a: [[1]] },
      { _id: 12, a: [[{ x: 1 }]] },
    ]);
    const foreign = [
      { _id: 10, b: null },
      { _id: 11, b: 1 },
    ];
    assert.deepEqual(await joined(context, 'a.x', 'b', foreign), {
      0: [10],
      2: [10],
      3: [11],
      6: [10, 11],
      8: [10],
      9: [10],
      11: [10],
      12: [10],
    });
  }),
  checks('aggregate: $lookup by a position', async (context) => {
    await fill(context, [
      { _id: 0, a: [{ x: 1 }, { x: 2 }] },
      { _id: 10, a: [{ x: 2 }, { x: 1 }] },
      { _id: 12, a: { x: 1 } },
      { _id: 14, a: [{ y: 1 }, { x: 1 }] },
    ]);
    const foreign = [
      { _id: 1, b: 1 },
      { _id: 2, b: null },
    ];
    assert.deepEqual(await joined(context, 'a.0.x', 'b', foreign), {
      0: [1],
      10: [],
      12: [2],
      14: [2],
    });
  }),
  checks('aggregate: $lookup against a position that holds a scalar', async (context) => {
    await fill(context, [{ _id: 1 }]);
    const found = await joined(context, 'lf', 'b.0.x', inList);
    assert.deepEqual(found, { 1: [3, 4, 5, 6, 9] });
  }),
];

// Source: PatternValueCmp of $sortArray, which enter no arrays.
const sortArray: Case[] = [
  checks('expression: $sortArray by a path enters no arrays', async (context) => {
    await fill(context, [
      { _id: 1, v: [{ p: [{ k: 1 }] }, { p: { k: 2 } }, { p: { k: [0, 9] } }, 7] },
    ]);
    const [row] = await context.collection
      .aggregate([{ $project: { v: { $sortArray: { input: '$v', sortBy: { 'p.k': 1 } } } } }])
      .toArray();
    assert.deepEqual(row?.v, [{ p: [{ k: 1 }] }, 7, { p: { k: 2 } }, { p: { k: [0, 9] } }]);
  }),
];

export const arrayPathCases: Case[] = [...keys, ...reached, ...joins, ...sortArray];
