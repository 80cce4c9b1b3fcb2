/** Cases of inserts, upserts, bulk writes, findAndModify, deletes, counts, cursors and definitions. */
import assert from 'node:assert/strict';
import { Double, Long, ObjectId, Timestamp, UUID } from 'mongodb';
import type { Case } from './case.ts';
import { checks, fails, failsWith } from './case.ts';

const upserts: Case[] = [
  checks('upsert: equalities of the filter go into the document', async ({ collection }) => {
    const result = await collection.updateOne(
      { a: 1, $and: [{ 'b.c': 2 }], n: { $gt: 5 } },
      { $set: { d: 3 } },
      { upsert: true },
    );
    const { _id, ...rest } = (await collection.findOne()) ?? {};
    assert.deepEqual(rest, { a: 1, b: { c: 2 }, d: 3 });
    assert.ok(result.upsertedId instanceof ObjectId && result.upsertedId.equals(_id));
  }),
  checks('upsert: $setOnInsert only then', async ({ collection }) => {
    for (let turn = 0; turn < 2; turn++)
      await collection.updateOne(
        { _id: 'k' } as never,
        { $inc: { n: 1 }, $setOnInsert: { first: true } },
        { upsert: true },
      );
    assert.deepEqual(await collection.findOne(), { _id: 'k', n: 2, first: true });
  }),
  checks('upsert: a replacement takes the _id of the filter', async ({ collection }) => {
    await collection.replaceOne({ _id: 7 } as never, { a: 1 }, { upsert: true });
    assert.deepEqual(await collection.findOne(), { _id: 7, a: 1 });
  }),
  checks('upsert: $in with one value counts as equality', async ({ collection }) => {
    await collection.updateOne({ k: { $in: ['only'] } }, { $set: { a: 1 } }, { upsert: true });
    assert.equal((await collection.findOne())?.k, 'only');
  }),
  checks(
    'upsert: findOneAndUpdate gives null before and the document after',
    async ({ collection }) => {
      const before = await collection.findOneAndUpdate(
        { k: 1 },
        { $set: { v: 1 } },
        { upsert: true, returnDocument: 'before' },
      );
      assert.equal(before, null);
      const after = await collection.findOneAndUpdate(
        { k: 2 },
        { $set: { v: 2 } },
        { upsert: true, returnDocument: 'after' },
      );
      assert.equal(after?.v, 2);
    },
  ),
  fails('an upsert that would break its filter’s _id', 66, ({ collection }) =>
    collection.updateOne({ _id: 1 } as never, { $set: { _id: 2 } } as never, { upsert: true }),
  ),
];

const writes: Case[] = [
  checks('insert: the server’s order of fields is kept, _id first', async ({ collection }) => {
    await collection.insertOne({ b: 1, a: 2, _id: 5 } as never);
    assert.deepEqual(Object.keys((await collection.findOne()) ?? {}), ['_id', 'b', 'a']);
  }),
  checks('insert: types survive the round trip', async ({ collection }) => {
    const uuid = new UUID();
    await collection.insertOne({
      l: Long.MAX_VALUE,
      d: new Double(3),
      u: uuid,
      n: -0,
      r: /a.b/is,
      big: 1e300,
    });
    const found = await collection.findOne({}, { promoteValues: false, bsonRegExp: true });
    assert.equal(found?.l.toString(), Long.MAX_VALUE.toString());
    assert.equal(found?.d._bsontype, 'Double');
    assert.equal(found?.u.toString(), uuid.toString());
    assert.ok(Object.is(Number(found?.n), -0));
    assert.equal(found?.r.pattern, 'a.b');
  }),
  checks('insert: ordered stops, unordered goes on', async ({ collection }) => {
    const docs = [{ _id: 1 }, { _id: 1 }, { _id: 2 }] as never[];
    await failsWith(11000, collection.insertMany(docs));
    assert.equal(await collection.countDocuments(), 1);
    await collection.deleteMany({});
    await failsWith(11000, collection.insertMany(docs, { ordered: false }));
    assert.equal(await collection.countDocuments(), 2);
  }),
  fails('an array as _id', 53, ({ collection }) => collection.insertOne({ _id: [1] } as never)),
  fails('the same _id as int and as int64', 11000, async ({ collection }) => {
    await collection.insertOne({ _id: 1 } as never);
    await collection.insertOne({ _id: Long.fromNumber(1) } as never);
  }),
  checks('update: matched and modified are counted apart', async ({ collection }) => {
    await collection.insertMany([{ a: 1 }, { a: 1, b: 1 }]);
    const result = await collection.updateMany({ a: 1 }, { $set: { b: 1 } });
    assert.deepEqual([result.matchedCount, result.modifiedCount], [2, 1]);
  }),
  checks('update: an int where an equal double stood is a change', async ({ collection }) => {
    await collection.insertOne({ a: new Double(1) });
    const result = await collection.updateOne({}, { $set: { a: 1 } });
    assert.equal(result.modifiedCount, 1);
  }),
  fails('a replacement of many', 9, ({ db, collection }) =>
    db
      .command({
        update: collection.collectionName,
        updates: [{ q: {}, u: { a: 1 }, multi: true }],
      })
      .then((reply) => {
        throw Object.assign(new Error('write error'), { code: reply.writeErrors?.[0]?.code });
      }),
  ),
  checks('delete: one and many', async ({ collection }) => {
    await collection.insertMany([{ a: 1 }, { a: 1 }, { a: 2 }]);
    assert.equal((await collection.deleteOne({ a: 1 })).deletedCount, 1);
    assert.equal((await collection.deleteMany({ a: { $gte: 1 } })).deletedCount, 2);
  }),
  checks('findAndModify: sort chooses, the projection trims', async ({ collection }) => {
    await collection.insertMany([
      { _id: 1, p: 5, q: 1 },
      { _id: 2, p: 3, q: 1 },
    ] as never[]);
    const taken = await collection.findOneAndUpdate(
      { q: 1 },
      { $set: { q: 2 } },
      { sort: { p: 1 }, projection: { p: 1 } },
    );
    assert.deepEqual(taken, { _id: 2, p: 3 });
  }),
  checks('findAndModify: delete and replace', async ({ collection }) => {
    await collection.insertMany([
      { _id: 1, a: 1 },
      { _id: 2, a: 2 },
    ] as never[]);
    assert.equal((await collection.findOneAndDelete({ a: 1 }))?._id as unknown, 1);
    assert.deepEqual(
      await collection.findOneAndReplace({ a: 2 }, { b: 1 }, { returnDocument: 'after' }),
      { _id: 2, b: 1 },
    );
  }),
  checks('findAndModify: nothing found is null', async ({ collection }) => {
    assert.equal(await collection.findOneAndUpdate({ a: 1 }, { $set: { b: 1 } }), null);
  }),
  checks('bulk: a mix in order, with its counts', async ({ collection }) => {
    const result = await collection.bulkWrite([
      { insertOne: { document: { _id: 1, n: 1 } as never } },
      { updateMany: { filter: {}, update: { $inc: { n: 1 } } } },
      { replaceOne: { filter: { _id: 9 } as never, replacement: { n: 9 }, upsert: true } },
      { deleteOne: { filter: { _id: 1 } as never } },
    ]);
    assert.deepEqual(
      [result.insertedCount, result.modifiedCount, result.upsertedCount, result.deletedCount],
      [1, 1, 1, 1],
    );
  }),
  fails('a field that update does not know', 40415, ({ db, collection }) =>
    db
      .command({ update: collection.collectionName, updates: [{ q: {}, u: {}, frob: 1 }] })
      .then((reply) => {
        throw Object.assign(new Error('write error'), { code: reply.writeErrors?.[0]?.code });
      }),
  ),
];

const zero = new Timestamp({ t: 0, i: 0 });

function isZero(value: unknown): boolean {
  return value instanceof Timestamp && value.isZero();
}

const stamps: Case[] = [
  {
    name: 'an empty top-level timestamp becomes the time',
    run: async ({ collection }) => {
      await collection.insertOne({
        _id: zero as never,
        a: zero,
        b: zero,
        o: { a: zero },
        l: [zero],
      });
      const stored = await collection.findOne({});
      assert.ok(isZero(stored?._id) && isZero(stored?.o.a) && isZero(stored?.l[0]));
      assert.ok(stored?.b.greaterThan(stored?.a), 'one after the other');
      assert.ok(stored?.a.t > Date.now() / 1000 - 600);
    },
  },
  {
    name: 'an empty timestamp becomes the time in replacements, not by operators',
    run: async ({ collection }) => {
      await collection.insertOne({ _id: 1 as never });
      await collection.replaceOne({}, { a: zero });
      assert.ok(!isZero((await collection.findOne({}))?.a));
      await collection.updateOne({}, { $set: { a: zero } });
      assert.ok(isZero((await collection.findOne({}))?.a));
    },
  },
];

const reads: Case[] = [
  checks('count: with skip and limit', async ({ collection }) => {
    await collection.insertMany(Array.from({ length: 10 }, (_, n) => ({ n })));
    assert.equal(await collection.countDocuments({ n: { $gte: 3 } }, { skip: 2, limit: 3 }), 3);
    assert.equal(await collection.estimatedDocumentCount(), 10);
  }),
  checks('let: values are expressions', async ({ collection }) => {
    await collection.insertMany([
      { _id: 1, n: 3 },
      { _id: 2, n: 4 },
    ] as never[]);
    const filter = { $expr: { $eq: ['$n', '$$wanted'] } };
    const found = await collection.find(filter, { let: { wanted: { $add: [1, 2] } } }).toArray();
    assert.deepEqual(found, [{ _id: 1, n: 3 }]);
    const result = await collection.updateOne(filter, { $set: { n: 5 } }, { let: { wanted: 4 } });
    assert.equal(result.modifiedCount, 1);
    const [row] = await collection
      .aggregate([{ $match: filter }], { let: { wanted: { $literal: 5 } } })
      .toArray();
    assert.deepEqual(row, { _id: 2, n: 5 });
  }),
  checks('distinct: elements of arrays, each once', async ({ collection }) => {
    await collection.insertMany([{ t: ['a', 'b'] }, { t: 'b' }, {}, { t: null }]);
    assert.deepEqual((await collection.distinct('t')).map(String).sort(), ['a', 'b', 'null']);
  }),
  checks('cursor: batches join without loss or repeat', async ({ collection }) => {
    await collection.insertMany(Array.from({ length: 300 }, (_, n) => ({ _id: n }) as never));
    const seen = await collection
      .find({}, { batchSize: 7 })
      .map((each) => Number(each._id))
      .toArray();
    assert.deepEqual(
      seen,
      Array.from({ length: 300 }, (_, n) => n),
    );
  }),
  checks('cursor: closed early is gone', async ({ db, collection }) => {
    await collection.insertMany(Array.from({ length: 300 }, (_, n) => ({ n })));
    const cursor = collection.find({}, { batchSize: 10 });
    await cursor.next();
    const { id } = cursor;
    await cursor.close();
    await failsWith(43, db.command({ getMore: id, collection: collection.collectionName }));
  }),
  checks('cursor: concurrent writes do not affect it', async ({ collection }) => {
    await collection.insertMany(Array.from({ length: 100 }, (_, n) => ({ _id: n, n }) as never));
    const cursor = collection.find({}, { batchSize: 10, sort: { _id: 1 } });
    const seen: unknown[] = [];
    for await (const each of cursor) {
      seen.push(each._id);
      await collection.updateOne({ _id: each._id }, { $inc: { n: 1000 } });
    }
    assert.equal(seen.length, 100);
  }),
  fails('an unknown cursor', 43, ({ db, collection }) =>
    db.command({ getMore: Long.fromNumber(12345), collection: collection.collectionName }),
  ),
  fails('a cursor id that is no whole number', 14, ({ db, collection }) =>
    db.command({ getMore: 1.5, collection: collection.collectionName }),
  ),
  checks('getMore: a cursor that has failed is gone', async ({ db, collection }) => {
    const docs = [1, 1, 0, 1].map((a, _id) => ({ _id, a }) as never);
    await collection.insertMany(docs);
    const { cursor } = await db.command({
      aggregate: collection.collectionName,
      pipeline: [{ $project: { x: { $divide: [1, '$a'] } } }],
      cursor: { batchSize: 2 },
    });
    const more = { getMore: cursor.id, collection: collection.collectionName };
    await failsWith([2, 16608, 4848401], db.command(more));
    await failsWith(43, db.command(more));
  }),
  fails('an unknown command', 59, ({ db }) => db.command({ frobnicate: 1 })),
  fails('an unknown field of find', 40415, ({ db, collection }) =>
    db.command({ find: collection.collectionName, frob: 1 }),
  ),
  fails('an unknown filter operator', 2, ({ collection }) =>
    collection.find({ a: { $frob: 1 } }).toArray(),
  ),
  fails('an unknown top-level operator', 2, ({ collection }) =>
    collection.find({ $frob: [] }).toArray(),
  ),
  fails('$in without an array', 2, ({ collection }) =>
    collection.find({ a: { $in: 5 } } as never).toArray(),
  ),
  fails('an empty $or', 2, ({ collection }) => collection.find({ $or: [] }).toArray()),
  fails('a broken regular expression', 51091, ({ collection }) =>
    collection.find({ a: { $regex: '(' } }).toArray(),
  ),
  fails('a sort order that is none', 15975, ({ db, collection }) =>
    db.command({ find: collection.collectionName, sort: { a: 5 } }),
  ),
  fails('a negative skip', 51024, ({ db, collection }) =>
    db.command({ find: collection.collectionName, skip: -1 }),
  ),
];

export const writeCases: Case[] = [...upserts, ...writes, ...stamps, ...reads];
