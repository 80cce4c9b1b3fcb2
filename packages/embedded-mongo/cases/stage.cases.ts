/** Cases of stages that reshape documents, and of pipelines that must fail. */
import type { Case } from './case.ts';
import { aggregates, fails } from './case.ts';
import { sales } from './samples.ts';

const shapes: Case[] = [
  aggregates(
    '$unwind',
    sales,
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
    sales,
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
    sales,
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
    sales,
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
    sales,
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
    sales,
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

const faults: Case[] = [
  fails('an unknown stage', 40324, ({ collection }) =>
    collection.aggregate([{ $frob: {} }]).toArray(),
  ),
  fails('two names in a stage', 40323, ({ collection }) =>
    collection.aggregate([{ $match: {}, $limit: 1 }]).toArray(),
  ),
  fails('an unknown expression', 168, ({ collection }) =>
    collection.aggregate([{ $set: { a: { $frob: 1 } } }]).toArray(),
  ),
  fails('an unknown expression in a projection', 31325, ({ collection }) =>
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
  fails('an unbound variable', 17276, ({ collection }) =>
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

export const stageCases: Case[] = [...shapes, ...faults];
