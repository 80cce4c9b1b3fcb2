/** Cases of what the real server refuses or takes and an engine easily does not. */
import assert from 'node:assert/strict';
import { Decimal128 } from 'bson';
import type { Document } from 'mongodb';
import type { Case } from './case.ts';
import { aggregates, checks, fails, failsWith, fill, refuses } from './case.ts';
import { stagesFail } from './table.ts';

const decimal = (text: string): Decimal128 => Decimal128.fromString(text);

function nested(depth: number): Document {
  const pipeline = depth === 0 ? [] : [nested(depth - 1)];
  return { $lookup: { from: 'x', pipeline, as: 'y' } };
}

const long = (count: number): Document[] => Array.from({ length: count }, () => ({ $match: {} }));

function pipelineFails(name: string, code: number, pipeline: readonly Document[]): Case {
  return fails(name, code, ({ collection }) => collection.aggregate([...pipeline]).toArray());
}

// Source: Pipeline::parse, kMaxSubPipelineViewDepth, StageConstraints::getStrictestConstraints.
const pipelines: Case[] = [
  pipelineFails('a pipeline of 1,001 stages', 7749501, long(1001)),
  pipelineFails('1,001 stages inside of a stage', 7749501, [{ $facet: { a: long(1001) } }]),
  pipelineFails('a pipeline inside of 21 others', 232, [nested(20)]),
  checks('aggregate: a pipeline inside of 20 others', async ({ collection }) => {
    assert.deepEqual(await collection.aggregate([nested(19)]).toArray(), []);
  }),
  stagesFail('$facet in a join in $facet', 40600, [
    { $facet: { a: [{ $lookup: { from: 'x', pipeline: [{ $facet: { b: [] } }], as: 'y' } }] } },
    { $facet: { a: [{ $unionWith: { coll: 'x', pipeline: [{ $facet: { b: [] } }] } }] } },
  ]),
  stagesFail('a join with a collection of no name', 73, [
    { $lookup: { from: '', localField: 'a', foreignField: 'b', as: 'c' } },
    { $unionWith: '' },
  ]),
  stagesFail('$group by a field of no name', 15998, [
    { $group: { _id: { '': '$x' } } },
    { $group: { _id: { a: { '': '$x' } } } },
  ]),
  stagesFail('$sample of less than one', 28747, [
    { $sample: { size: 0.5 } },
    { $sample: { size: decimal('0.5') } },
    { $sample: { size: Number.NaN } },
  ]),
  stagesFail('$merge that would do nothing', 51181, [
    { $merge: { into: 'x', whenMatched: 'keepExisting', whenNotMatched: 'discard' } },
    { $merge: { into: 'x', whenMatched: 'keepExisting', whenNotMatched: 'fail' } },
    { $merge: { into: 'x', whenMatched: 'fail', whenNotMatched: 'discard' } },
  ]),
  stagesFail('$merge by what is no stage', 14, [{ $merge: { into: 'x', whenMatched: [1] } }]),
  ...['admin', 'config', 'local'].flatMap((db) => [
    stagesFail(`$merge into ${db}`, 31320, [{ $merge: { into: { db, coll: 'x' } } }]),
    stagesFail(`$out into ${db}`, 31321, [{ $out: { db, coll: 'x' } }]),
  ]),
  stagesFail('$setWindowFields with bounds the wrong way round', 5339900, [
    {
      $setWindowFields: {
        sortBy: { a: 1 },
        output: { n: { $sum: 1, window: { documents: [5, 1] } } },
      },
    },
  ]),
  stagesFail('$setWindowFields with bounds and no order', 5339901, [
    { $setWindowFields: { output: { n: { $sum: 1, window: { documents: [-1, 1] } } } } },
    {
      $setWindowFields: {
        output: { n: { $sum: 1, window: { documents: ['unbounded', 'current'] } } },
      },
    },
  ]),
  aggregates(
    '$setWindowFields over everything',
    [{ _id: 1 }, { _id: 2 }],
    [
      {
        $setWindowFields: {
          sortBy: null,
          output: {
            n: { $sum: 1, window: {} },
            m: { $sum: 1, window: { documents: ['unbounded', 'unbounded'] } },
          },
        },
      },
      { $sort: { _id: 1 } },
    ],
    [
      { _id: 1, n: 2, m: 2 },
      { _id: 2, n: 2, m: 2 },
    ],
  ),
  checks('$merge of nothing makes no collection', async ({ db, collection }) => {
    const into = `${collection.collectionName}_into`;
    await collection.aggregate([{ $merge: { into } }]).toArray();
    assert.deepEqual(await db.listCollections({ name: into }).toArray(), []);
  }),
  checks('$merge inserts fields by name where it would merge', async (context) => {
    const { collection, db } = context;
    await fill(context, [{ _id: 1, z: 1, a: 2, m: 3 }]);
    const into = `${collection.collectionName}_into`;
    const order = async (whenMatched: string): Promise<string[]> => {
      await db.collection(into).deleteMany({});
      await collection.aggregate([{ $merge: { into, whenMatched } }]).toArray();
      return Object.keys((await db.collection(into).findOne()) ?? {});
    };
    assert.deepEqual(await order('merge'), ['_id', 'a', 'm', 'z']);
    assert.deepEqual(await order('keepExisting'), ['_id', 'a', 'm', 'z']);
    assert.deepEqual(await order('replace'), ['_id', 'z', 'a', 'm']);
  }),
];

// Source: RenameNode, EqualityMatches, SortPattern, index_key_validate and checkValidPartialFilterExpressions.
const commands: Case[] = [
  fails('an index of _id that descends', 2, ({ collection }) =>
    collection.createIndex({ _id: -1 }),
  ),
  fails('$rename to _id of the same value', 66, async (context) => {
    await fill(context, [{ _id: 1, a: 1 }]);
    await context.collection.updateOne({}, { $rename: { a: '_id' } });
  }),
  checks('$rename: a name with a dollar that is not there', async (context) => {
    await fill(context, [{ _id: 1, b: 1 }]);
    const { collection } = context;
    const { modifiedCount } = await collection.updateOne({}, { $rename: { $a: 'b' } });
    assert.equal(modifiedCount, 0);
    await failsWith(52, collection.updateOne({}, { $rename: { b: '$a' } }));
  }),
  fails('an upsert by two values of one field', 54, ({ collection }) =>
    collection.updateOne({ c: { $all: [1, 2] } }, { $set: { a: 1 } }, { upsert: true }),
  ),
  checks('upsert: by a list of one value', async ({ collection }) => {
    await collection.updateOne(
      { _id: 1 as never, c: { $all: [1] } },
      { $set: { a: 1 } },
      { upsert: true },
    );
    assert.deepEqual(await collection.findOne(), { _id: 1, c: 1, a: 1 });
  }),
  fails('distinct of a key with NUL', 31032, ({ db, collection }) =>
    db.command({ distinct: collection.collectionName, key: 'a\0b' }),
  ),
  ...[1.5, decimal('0.51'), decimal('1.4')].map((order) =>
    aggregates(
      `$sort by ${order}`,
      [{ _id: 2 }, { _id: 1 }],
      [{ $sort: { _id: order } }],
      [{ _id: 1 }, { _id: 2 }],
    ),
  ),
  fails('a sort by a decimal that rounds to 0', 15975, ({ db, collection }) =>
    db.command({ find: collection.collectionName, sort: { a: decimal('0.5') } }),
  ),
  checks('index: a partial filter in another order is the same', async ({ collection }) => {
    const create = (partialFilterExpression: Document): Promise<string> =>
      collection.createIndex({ a: 1 }, { name: 'p', partialFilterExpression });
    await create({ $and: [{ a: 1 }, { b: { $gt: 2, $lt: 9 } }] });
    await create({ b: { $lt: 9, $gt: 2 }, $and: [{ a: { $eq: 1 } }] });
    await failsWith(86, create({ a: 1, b: { $gt: 2 } }));
  }),
  checks('index: a partial filter with $all', async ({ collection }) => {
    await collection.createIndex(
      { k: 1 },
      { unique: true, partialFilterExpression: { a: { $all: [1, 2] } } },
    );
    await collection.insertMany([
      { k: 1, a: [1] },
      { k: 1, a: [1, 2] },
    ]);
    await failsWith(11000, collection.insertOne({ k: 1, a: [2, 1, 3] }));
    assert.equal(await collection.countDocuments({ k: 1, a: { $all: [1, 2] } }), 1);
  }),
  fails('a partial filter with $all of conditions', 67, ({ collection }) =>
    collection.createIndex({ k: 1 }, { partialFilterExpression: { a: { $all: [/x/] } } }),
  ),
  checks('let: a variable may use an earlier one', async ({ db, collection }) => {
    await collection.insertOne({ _id: 1, a: 3 } as never);
    const find = { find: collection.collectionName, filter: { $expr: { $eq: ['$a', '$$y'] } } };
    const { cursor } = await db.command({ ...find, let: { x: 1, y: { $add: ['$$x', 2] } } });
    assert.deepEqual(cursor.firstBatch, [{ _id: 1, a: 3 }]);
    await failsWith(4890500, db.command({ ...find, let: { y: '$a' } }));
  }),
  checks('transaction: none in the databases of the server', async ({ client }) => {
    for (const name of ['config', 'local', 'admin']) {
      const session = client.startSession();
      session.startTransaction();
      await failsWith(263, client.db(name).collection('x').insertOne({}, { session }), name);
      await session.abortTransaction().catch(() => {});
      await session.endSession();
    }
  }),
];

const leftOut: Case[] = [
  refuses('a partial filter with $geoWithin', 238, ({ collection }) =>
    collection.createIndex({ k: 1 }, { partialFilterExpression: { a: { $geoWithin: {} } } }),
  ),
  ...[
    { $lookup: { pipeline: [{ $documents: [] }], as: 'x' } },
    { $unionWith: { pipeline: [{ $documents: [] }] } },
    { $project: { a: { $sigmoid: 1 } } },
    { $project: { a: '$$CLUSTER_TIME' } },
  ].map((stage) =>
    refuses(JSON.stringify(stage), 238, ({ collection }) =>
      collection.aggregate([stage]).toArray(),
    ),
  ),
];

export const strictnessCases: Case[] = [...pipelines, ...commands, ...leftOut];
