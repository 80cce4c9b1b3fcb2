/** Cases of stages that read or write other collections. */
import assert from 'node:assert/strict';
import type { Long } from 'mongodb';
import type { Case } from './case.ts';
import { checks, fails } from './case.ts';

export const joinCases: Case[] = [
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
  fails('$out of an _id that cannot be stored', 53, ({ collection }) =>
    collection
      .insertOne({})
      .then(() =>
        collection.aggregate([{ $project: { _id: [1] } }, { $out: 'refused_out' }]).toArray(),
      ),
  ),
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
