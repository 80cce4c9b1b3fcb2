/** Cases of pipelines, stages and projections. */
import assert from 'node:assert/strict';
import { Decimal128, Long } from 'mongodb';
import { aggregates, type Case, checks, fails, projects } from './case.ts';

const SALES = [
  { _id: 1, shop: 'n', cents: 100, items: ['x', 'y'] },
  { _id: 2, shop: 'n', cents: 250, items: [] },
  { _id: 3, shop: 's', cents: 50, items: ['x'] },
  { _id: 4, shop: null, cents: 5 },
  { _id: 5, cents: 7, items: 'z' },
];

const GROUPS: Case[] = [
  aggregates(
    '$group sums per key',
    SALES,
    [
      { $match: { shop: { $ne: null } } },
      { $group: { _id: '$shop', total: { $sum: '$cents' } } },
      { $sort: { _id: 1 } },
    ],
    [
      { _id: 'n', total: 350 },
      { _id: 's', total: 50 },
    ],
  ),
  aggregates(
    'null and missing are one group',
    SALES,
    [{ $match: { shop: null } }, { $group: { _id: '$shop', n: { $sum: 1 } } }],
    [{ _id: null, n: 2 }],
  ),
  aggregates(
    '1 and 1.0 are one group',
    [
      { _id: 1, k: 1 },
      { _id: 2, k: Long.fromNumber(1) },
    ],
    [{ $group: { _id: '$k', n: { $sum: 1 } } }],
    [{ _id: 1, n: 2 }],
  ),
  aggregates(
    '$avg, $min and $max pass over what is no number',
    [{ _id: 1, v: 1 }, { _id: 2, v: 4 }, { _id: 3 }, { _id: 4, v: null }],
    [{ $group: { _id: null, avg: { $avg: '$v' }, min: { $min: '$v' }, max: { $max: '$v' } } }],
    [{ _id: null, avg: 2.5, min: 1, max: 4 }],
  ),
  aggregates(
    '$avg of nothing is null',
    [{ _id: 1 }],
    [{ $group: { _id: null, avg: { $avg: '$v' } } }],
    [{ _id: null, avg: null }],
  ),
  aggregates(
    '$first and $last follow the sort',
    SALES,
    [
      { $sort: { cents: -1 } },
      { $group: { _id: null, f: { $first: '$_id' }, l: { $last: '$_id' } } },
    ],
    [{ _id: null, f: 2, l: 4 }],
  ),
  aggregates(
    '$push of documents',
    SALES,
    [
      { $match: { shop: 'n' } },
      { $sort: { _id: 1 } },
      { $group: { _id: '$shop', all: { $push: { c: '$cents' } } } },
    ],
    [{ _id: 'n', all: [{ c: 100 }, { c: 250 }] }],
  ),
  aggregates(
    '$addToSet',
    [
      { _id: 1, v: 2 },
      { _id: 2, v: 2 },
    ],
    [{ $group: { _id: null, s: { $addToSet: '$v' } } }],
    [{ _id: null, s: [2] }],
  ),
  aggregates(
    'a sum of int64 beyond doubles is exact',
    [
      { _id: 1, v: Long.fromString('9007199254740993') },
      { _id: 2, v: 0 },
    ],
    [{ $group: { _id: null, s: { $sum: '$v' } } }, { $project: { s: { $toString: '$s' } } }],
    [{ _id: null, s: '9007199254740993' }],
  ),
  aggregates(
    'a sum of decimals is exact',
    [
      { _id: 1, v: Decimal128.fromString('0.1') },
      { _id: 2, v: Decimal128.fromString('0.2') },
    ],
    [{ $group: { _id: null, s: { $sum: '$v' } } }],
    [{ _id: null, s: Decimal128.fromString('0.3') }],
  ),
  aggregates('$count', SALES, [{ $match: { cents: { $gte: 50 } } }, { $count: 'n' }], [{ n: 3 }]),
  aggregates(
    '$count of nothing gives no document',
    SALES,
    [{ $match: { cents: 1e9 } }, { $count: 'n' }],
    [],
  ),
  aggregates(
    '$sortByCount',
    [
      { _id: 1, k: 'a' },
      { _id: 2, k: 'b' },
      { _id: 3, k: 'b' },
    ],
    [{ $sortByCount: '$k' }],
    [
      { _id: 'b', count: 2 },
      { _id: 'a', count: 1 },
    ],
  ),
  aggregates(
    '$bucket with a default',
    SALES,
    [{ $bucket: { groupBy: '$cents', boundaries: [0, 10, 100], default: 'more' } }],
    [
      { _id: 0, count: 2 },
      { _id: 10, count: 1 },
      { _id: 'more', count: 2 },
    ],
  ),
  aggregates(
    '$top and $bottomN',
    SALES,
    [
      {
        $group: {
          _id: null,
          top: { $top: { sortBy: { cents: -1 }, output: '$_id' } },
          low: { $bottomN: { n: 2, sortBy: { cents: -1 }, output: '$_id' } },
        },
      },
    ],
    [{ _id: null, top: 2, low: [5, 4] }],
  ),
  aggregates(
    '$maxN and $firstN',
    SALES,
    [
      { $sort: { _id: 1 } },
      {
        $group: {
          _id: null,
          m: { $maxN: { n: 2, input: '$cents' } },
          f: { $firstN: { n: 2, input: '$_id' } },
        },
      },
    ],
    [{ _id: null, m: [250, 100], f: [1, 2] }],
  ),
  aggregates(
    '$mergeObjects as accumulator',
    [
      { _id: 1, o: { a: 1 } },
      { _id: 2, o: { b: 2, a: 3 } },
    ],
    [{ $sort: { _id: 1 } }, { $group: { _id: null, o: { $mergeObjects: '$o' } } }],
    [{ _id: null, o: { a: 3, b: 2 } }],
  ),
];

const SHAPES: Case[] = [
  aggregates(
    '$unwind',
    SALES,
    [{ $unwind: '$items' }, { $sort: { _id: 1, items: 1 } }, { $project: { items: 1 } }],
    [
      { _id: 1, items: 'x' },
      { _id: 1, items: 'y' },
      { _id: 3, items: 'x' },
      { _id: 5, items: 'z' },
    ],
  ),
  aggregates(
    '$unwind that keeps the empty',
    SALES,
    [
      { $unwind: { path: '$items', preserveNullAndEmptyArrays: true } },
      { $match: { _id: { $in: [2, 4] } } },
      { $project: { items: 1 } },
    ],
    [{ _id: 2 }, { _id: 4 }],
  ),
  aggregates(
    '$unwind of a nested array',
    [{ _id: 1, o: { v: [1, 2] } }],
    [{ $unwind: '$o.v' }],
    [
      { _id: 1, o: { v: 1 } },
      { _id: 1, o: { v: 2 } },
    ],
  ),
  aggregates(
    '$addFields into each element',
    [{ _id: 1, a: [{ k: 1 }, { k: 2 }] }],
    [{ $addFields: { 'a.z': 0 } }],
    [
      {
        _id: 1,
        a: [
          { k: 1, z: 0 },
          { k: 2, z: 0 },
        ],
      },
    ],
  ),
  aggregates(
    '$set with $$REMOVE drops a field',
    [{ _id: 1, a: 1, b: 2 }],
    [{ $set: { a: '$$REMOVE' } }],
    [{ _id: 1, b: 2 }],
  ),
  aggregates(
    '$set merges a nested document',
    [{ _id: 1, o: { a: 1 } }],
    [{ $set: { o: { b: 2 } } }],
    [{ _id: 1, o: { a: 1, b: 2 } }],
  ),
  aggregates(
    '$unset of several',
    [{ _id: 1, a: 1, b: { c: 1, d: 2 } }],
    [{ $unset: ['a', 'b.c'] }],
    [{ _id: 1, b: { d: 2 } }],
  ),
  aggregates(
    '$project computes and keeps',
    [{ _id: 1, a: 2, b: 3 }],
    [{ $project: { _id: 0, a: 1, sum: { $add: ['$a', '$b'] } } }],
    [{ a: 2, sum: 5 }],
  ),
  aggregates(
    '$project leaves a missing value out',
    [{ _id: 1, a: 2 }],
    [{ $project: { x: '$nothing', a: 1 } }],
    [{ _id: 1, a: 2 }],
  ),
  aggregates(
    '$replaceRoot',
    [{ _id: 1, o: { a: 1 } }],
    [{ $replaceRoot: { newRoot: { $mergeObjects: ['$o', { b: 2 }] } } }],
    [{ a: 1, b: 2 }],
  ),
  aggregates(
    '$skip and $limit after $sort',
    SALES,
    [{ $sort: { cents: 1 } }, { $skip: 1 }, { $limit: 2 }, { $project: { cents: 1 } }],
    [
      { _id: 5, cents: 7 },
      { _id: 3, cents: 50 },
    ],
  ),
  aggregates(
    '$limit before $sort',
    [
      { _id: 1, v: 2 },
      { _id: 2, v: 1 },
      { _id: 3, v: 0 },
    ],
    [{ $limit: 2 }, { $sort: { v: 1 } }],
    [
      { _id: 2, v: 1 },
      { _id: 1, v: 2 },
    ],
  ),
  aggregates(
    '$match after $project sees the new shape',
    [{ _id: 1, a: 5 }],
    [{ $project: { b: '$a' } }, { $match: { b: 5 } }],
    [{ _id: 1, b: 5 }],
  ),
  aggregates(
    'two $match in a row',
    SALES,
    [
      { $match: { cents: { $gt: 5 } } },
      { $match: { cents: { $lt: 60 } } },
      { $sort: { _id: 1 } },
      { $project: { _id: 1 } },
    ],
    [{ _id: 3 }, { _id: 5 }],
  ),
  aggregates(
    '$facet',
    SALES,
    [
      {
        $facet: {
          n: [{ $count: 'n' }],
          top: [{ $sort: { cents: -1 } }, { $limit: 1 }, { $project: { _id: 1 } }],
        },
      },
    ],
    [{ n: [{ n: 5 }], top: [{ _id: 2 }] }],
  ),
  aggregates(
    '$setWindowFields numbers and runs totals',
    SALES,
    [
      { $match: { shop: 'n' } },
      {
        $setWindowFields: {
          partitionBy: '$shop',
          sortBy: { cents: 1 },
          output: {
            no: { $documentNumber: {} },
            run: { $sum: '$cents', window: { documents: ['unbounded', 'current'] } },
          },
        },
      },
      { $project: { no: 1, run: 1 } },
    ],
    [
      { _id: 1, no: 1, run: 100 },
      { _id: 2, no: 2, run: 350 },
    ],
  ),
  aggregates(
    '$setWindowFields ranks with ties',
    [
      { _id: 1, v: 5 },
      { _id: 2, v: 5 },
      { _id: 3, v: 9 },
    ],
    [
      {
        $setWindowFields: { sortBy: { v: 1 }, output: { r: { $rank: {} }, d: { $denseRank: {} } } },
      },
      { $project: { r: 1, d: 1 } },
    ],
    [
      { _id: 1, r: 1, d: 1 },
      { _id: 2, r: 1, d: 1 },
      { _id: 3, r: 3, d: 2 },
    ],
  ),
];

const JOINS: Case[] = [
  checks(
    'aggregate: $lookup by a field, the same with and without an index',
    async ({ db, collection }) => {
      const owners = db.collection<{ _id: number; ref: unknown }>(
        `${collection.collectionName}_owners`,
      );
      await owners.insertMany([
        { _id: 1, ref: 'a' },
        { _id: 2, ref: ['a', 'b'] },
        { _id: 3, ref: null },
      ] as never[]);
      await collection.insertMany([
        { _id: 1, k: 'a' },
        { _id: 2, k: ['b', 'a'] },
        { _id: 3 },
      ] as never[]);
      const joined = async (): Promise<unknown> => {
        const rows = await collection
          .aggregate([
            {
              $lookup: {
                from: owners.collectionName,
                localField: 'k',
                foreignField: 'ref',
                as: 'o',
              },
            },
            { $sort: { _id: 1 } },
          ])
          .toArray();
        return rows.map((row) => row.o.map((each: { _id: number }) => each._id).sort());
      };
      assert.deepEqual(await joined(), [[1, 2], [1, 2], [3]]);
      await owners.createIndex({ ref: 1 });
      assert.deepEqual(await joined(), [[1, 2], [1, 2], [3]]);
    },
  ),
  checks('aggregate: $lookup with let and pipeline', async ({ db, collection }) => {
    const bids = db.collection(`${collection.collectionName}_bids`);
    await bids.insertMany([
      { _id: 1, at: 5 },
      { _id: 2, at: 15 },
    ] as never[]);
    await collection.insertOne({ _id: 1, least: 10 } as never);
    const [row] = await collection
      .aggregate([
        {
          $lookup: {
            from: bids.collectionName,
            let: { least: '$least' },
            pipeline: [{ $match: { $expr: { $gte: ['$at', '$$least'] } } }],
            as: 'bids',
          },
        },
      ])
      .toArray();
    assert.deepEqual(row?.bids, [{ _id: 2, at: 15 }]);
  }),
  checks('aggregate: $lookup from a collection that is not there', async ({ collection }) => {
    await collection.insertOne({ _id: 1 } as never);
    const rows = await collection
      .aggregate([{ $lookup: { from: 'nowhere', localField: 'a', foreignField: 'b', as: 'o.x' } }])
      .toArray();
    assert.deepEqual(rows, [{ _id: 1, o: { x: [] } }]);
  }),
  checks('aggregate: $graphLookup climbs with a depth', async ({ collection }) => {
    await collection.insertMany([{ _id: 1 }, { _id: 2, up: 1 }, { _id: 3, up: 2 }] as never[]);
    const [row] = await collection
      .aggregate([
        { $match: { _id: 3 } },
        {
          $graphLookup: {
            from: collection.collectionName,
            startWith: '$up',
            connectFromField: 'up',
            connectToField: '_id',
            as: 'above',
            depthField: 'd',
          },
        },
      ])
      .toArray();
    const above = row?.above
      .map((each: { _id: number; d: Long }) => [each._id, Number(each.d)])
      .sort();
    assert.deepEqual(above, [
      [1, 1],
      [2, 0],
    ]);
  }),
  checks('aggregate: $unionWith', async ({ db, collection }) => {
    const other = db.collection(`${collection.collectionName}_more`);
    await other.insertOne({ _id: 2 } as never);
    await collection.insertOne({ _id: 1 } as never);
    assert.deepEqual(await collection.aggregate([{ $unionWith: other.collectionName }]).toArray(), [
      { _id: 1 },
      { _id: 2 },
    ]);
  }),
  checks('aggregate: $out replaces, $merge adds', async ({ db, collection }) => {
    const target = db.collection(`${collection.collectionName}_out`);
    await target.insertOne({ _id: 99 } as never);
    await collection.insertMany([
      { _id: 1, v: 1 },
      { _id: 2, v: 2 },
    ] as never[]);
    await collection.aggregate([{ $out: target.collectionName }]).toArray();
    assert.deepEqual(await target.find().sort({ _id: 1 }).toArray(), [
      { _id: 1, v: 1 },
      { _id: 2, v: 2 },
    ]);
    await collection
      .aggregate([
        { $match: { _id: 1 } },
        { $set: { w: 5 } },
        { $unset: 'v' },
        { $merge: { into: target.collectionName } },
      ])
      .toArray();
    assert.deepEqual(await target.findOne({ _id: 1 } as never), { _id: 1, v: 1, w: 5 });
  }),
];

const PROJECTIONS: Case[] = [
  projects(
    'inclusion keeps _id and the order of the document',
    { _id: 1, b: 2, a: 1, c: 3 },
    { a: 1, b: 1 },
    { _id: 1, b: 2, a: 1 },
  ),
  projects('only without _id', { _id: 1, a: 1 }, { _id: 0 }, { a: 1 }),
  projects('only _id', { _id: 1, a: 1 }, { _id: 1 }, { _id: 1 }),
  projects(
    'nested exclusion in an array',
    { _id: 1, a: [{ x: 1, y: 2 }, 5] },
    { 'a.x': 0 },
    { _id: 1, a: [{ y: 2 }, 5] },
  ),
  projects(
    'nested inclusion drops scalars',
    { _id: 1, a: [{ x: 1, y: 2 }, 5] },
    { 'a.x': 1 },
    { _id: 1, a: [{ x: 1 }] },
  ),
  projects(
    'a nested document as projection',
    { _id: 1, a: { b: 1, c: 2 } },
    { a: { c: 1 } },
    { _id: 1, a: { c: 2 } },
  ),
  projects(
    '$slice from the middle',
    { _id: 1, a: [1, 2, 3, 4], b: 1 },
    { a: { $slice: [1, 2] } },
    { _id: 1, a: [2, 3], b: 1 },
  ),
  projects(
    '$elemMatch gives the first',
    {
      _id: 1,
      a: [
        { k: 1, v: 1 },
        { k: 1, v: 2 },
      ],
    },
    { a: { $elemMatch: { k: 1 } } },
    { _id: 1, a: [{ k: 1, v: 1 }] },
  ),
  projects(
    '$elemMatch that matches nothing',
    { _id: 1, a: [1], b: 2 },
    { a: { $elemMatch: { $gt: 5 } }, b: 1 },
    { _id: 1, b: 2 },
  ),
  projects(
    'the positional element',
    { _id: 1, a: [3, 6, 9], b: 1 },
    { 'a.$': 1 },
    { _id: 1, a: [6] },
    { a: { $gt: 4 } },
  ),
  projects(
    'a computed field',
    { _id: 1, a: 2 },
    { a: 1, twice: { $multiply: ['$a', 2] } },
    { _id: 1, a: 2, twice: 4 },
  ),
  projects('a literal', { _id: 1, a: 2 }, { v: { $literal: '$a' } }, { _id: 1, v: '$a' }),
  projects('a field by another name', { _id: 1, a: { b: 5 } }, { v: '$a.b' }, { _id: 1, v: 5 }),
  fails('an exclusion in an inclusion', 31254, ({ collection }) =>
    collection.find({}, { projection: { a: 1, b: 0 } }).toArray(),
  ),
  fails('an inclusion in an exclusion', 31253, ({ collection }) =>
    collection.find({}, { projection: { a: 0, b: 1 } }).toArray(),
  ),
  fails('colliding paths', 31250, ({ collection }) =>
    collection.find({}, { projection: { a: 1, 'a.b': 1 } }).toArray(),
  ),
];

const FAULTS: Case[] = [
  fails('an unknown stage', 40324, ({ collection }) =>
    collection.aggregate([{ $frob: {} }]).toArray(),
  ),
  fails('two names in a stage', 40323, ({ collection }) =>
    collection.aggregate([{ $match: {}, $limit: 1 }]).toArray(),
  ),
  fails('an unknown expression', 168, ({ collection }) =>
    collection.aggregate([{ $project: { a: { $frob: 1 } } }]).toArray(),
  ),
  fails('an unknown accumulator', 15952, ({ collection }) =>
    collection.aggregate([{ $group: { _id: null, a: { $frob: 1 } } }]).toArray(),
  ),
  fails('$group without _id', 15955, ({ collection }) =>
    collection.aggregate([{ $group: { n: { $sum: 1 } } }]).toArray(),
  ),
  fails('$limit 0', 15958, ({ collection }) => collection.aggregate([{ $limit: 0 }]).toArray()),
  fails('$out before the end', 40601, ({ collection }) =>
    collection.aggregate([{ $out: 'x' }, { $match: {} }]).toArray(),
  ),
  fails('a variable that nobody bound', 17276, ({ collection }) =>
    collection
      .insertOne({})
      .then(() => collection.aggregate([{ $project: { a: '$$nobody' } }]).toArray()),
  ),
  fails('division by zero', 2, ({ collection }) =>
    collection
      .insertOne({})
      .then(() => collection.aggregate([{ $project: { a: { $divide: [1, 0] } } }]).toArray()),
  ),
  fails('adding a string', 14, ({ collection }) =>
    collection
      .insertOne({ s: 'x' })
      .then(() => collection.aggregate([{ $project: { a: { $add: ['$s', 1] } } }]).toArray()),
  ),
];

export const AGGREGATE_CASES: Case[] = [...GROUPS, ...SHAPES, ...JOINS, ...PROJECTIONS, ...FAULTS];
