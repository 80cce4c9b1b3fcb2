/** Cases of indexes: uniqueness, definitions and their conflicts, and which plan a query gets. */
import assert from 'node:assert/strict';
import type { Collection, Document } from 'mongodb';
import type { Case } from './case.ts';
import { checks, fails, failsWith, refuses } from './case.ts';

function stages(plan: Document): string[] {
  const inner = plan.inputStage ? [plan.inputStage] : (plan.inputStages ?? []);
  return [String(plan.stage), ...inner.flatMap(stages)];
}

/** The stage names of the plan that a query gets. */
async function planOf(
  collection: Collection<Document>,
  filter: Document,
  sort: Document = {},
): Promise<string[]> {
  const explained = await collection
    .find(filter)
    .sort(sort as never)
    .explain('queryPlanner');
  const { winningPlan } = explained.queryPlanner;
  return stages(winningPlan.queryPlan ?? winningPlan);
}

const unique: Case[] = [
  checks('unique: the second of a value fails and names the key', async ({ collection }) => {
    await collection.createIndex({ mail: 1 }, { unique: true });
    await collection.insertOne({ mail: 'a' });
    await assert.rejects(collection.insertOne({ mail: 'a' }), (error: Document) => {
      assert.deepEqual(
        [error.code, error.keyPattern, error.keyValue],
        [11000, { mail: 1 }, { mail: 'a' }],
      );
      return true;
    });
  }),
  checks('unique: missing counts as null', async ({ collection }) => {
    await collection.createIndex({ mail: 1 }, { unique: true });
    await collection.insertOne({});
    await failsWith(11000, collection.insertOne({ mail: null }));
  }),
  checks('unique and sparse: missing fields are free, null is not', async ({ collection }) => {
    await collection.createIndex({ mail: 1 }, { unique: true, sparse: true });
    await collection.insertMany([{}, {}, { mail: null }]);
    await failsWith(11000, collection.insertOne({ mail: null }));
  }),
  checks('unique and partial: only inside the filter', async ({ collection }) => {
    await collection.createIndex(
      { domain: 1 },
      { unique: true, partialFilterExpression: { open: true } },
    );
    await collection.insertMany([
      { domain: 'd', open: false },
      { domain: 'd', open: false },
      { domain: 'd', open: true },
    ]);
    await failsWith(11000, collection.insertOne({ domain: 'd', open: true }));
    await failsWith(11000, collection.updateMany({ open: false }, { $set: { open: true } }));
    await collection.updateOne({ open: true }, { $set: { open: false } });
    await collection.insertOne({ domain: 'd', open: true });
  }),
  checks('unique over two fields', async ({ collection }) => {
    await collection.createIndex({ a: 1, b: -1 }, { unique: true });
    await collection.insertMany([
      { a: 1, b: 1 },
      { a: 1, b: 2 },
    ]);
    await failsWith(11000, collection.insertOne({ a: 1, b: 2 }));
  }),
  checks('unique over array elements, not within one document', async ({ collection }) => {
    await collection.createIndex({ tags: 1 }, { unique: true });
    await collection.insertOne({ tags: ['x', 'x', 'y'] });
    await failsWith(11000, collection.insertOne({ tags: ['z', 'y'] }));
  }),
  checks(
    'unique: a failed update leaves document and index as they were',
    async ({ collection }) => {
      await collection.createIndex({ k: 1 }, { unique: true });
      await collection.insertMany([
        { _id: 1, k: 'a' },
        { _id: 2, k: 'b' },
      ] as never[]);
      await failsWith(11000, collection.updateOne({ k: 'b' }, { $set: { k: 'a', other: 1 } }));
      assert.deepEqual(await collection.findOne({ k: 'b' }), { _id: 2, k: 'b' });
      await collection.updateOne({ k: 'a' }, { $set: { k: 'c' } });
      await collection.updateOne({ k: 'b' }, { $set: { k: 'a' } });
      assert.equal(await collection.countDocuments({ k: 'a' }), 1);
    },
  ),
  checks('unique: a freed value may be taken again', async ({ collection }) => {
    await collection.createIndex({ k: 1 }, { unique: true });
    await collection.insertOne({ k: 1 });
    await collection.deleteOne({ k: 1 });
    await collection.insertOne({ k: 1 });
    assert.equal(await collection.countDocuments({ k: 1 }), 1);
  }),
  fails('building a unique index over duplicates', 11000, async ({ collection }) => {
    await collection.insertMany([{ a: 1 }, { a: 1 }]);
    await collection.createIndex({ a: 1 }, { unique: true });
  }),
  fails('two arrays in one compound index', 171, async ({ collection }) => {
    await collection.createIndex({ a: 1, b: 1 });
    await collection.insertOne({ a: [1, 2], b: [1, 2] });
  }),
];

const definitions: Case[] = [
  checks('index: the same twice is no fault', async ({ collection }) => {
    assert.equal(await collection.createIndex({ a: 1, b: -1 }), 'a_1_b_-1');
    assert.equal(await collection.createIndex({ a: 1, b: -1 }), 'a_1_b_-1');
    assert.equal((await collection.indexes()).length, 2);
  }),
  fails('the same name with other keys', 86, async ({ collection }) => {
    await collection.createIndex({ a: 1 }, { name: 'mine' });
    await collection.createIndex({ b: 1 }, { name: 'mine' });
  }),
  fails('the same keys under another name', 85, async ({ collection }) => {
    await collection.createIndex({ a: 1 }, { name: 'one' });
    await collection.createIndex({ a: 1 }, { name: 'two' });
  }),
  fails('the same name, unique this time', 86, async ({ collection }) => {
    await collection.createIndex({ a: 1 });
    await collection.createIndex({ a: 1 }, { unique: true });
  }),
  fails('the same keys with another lifetime', 85, async ({ collection }) => {
    await collection.createIndex({ a: 1 }, { expireAfterSeconds: 1 });
    await collection.createIndex({ a: 1 }, { expireAfterSeconds: 2 });
  }),
  fails('an index dropped by keys that two have', 181, async ({ collection }) => {
    await collection.createIndex({ a: 1 });
    await collection.createIndex({ a: 1 }, { unique: true, name: 'mine' });
    await collection.dropIndex({ a: 1 } as never);
  }),
  fails('an index option that does not exist', 197, ({ db, collection }) =>
    db.command({
      createIndexes: collection.collectionName,
      indexes: [{ key: { a: 1 }, name: 'a', frob: 1 }],
    }),
  ),
  fails('an index order of 0', 67, ({ collection }) => collection.createIndex({ a: 0 as never })),
  fails('$exists false in a partial filter', 67, ({ collection }) =>
    collection.createIndex({ a: 1 }, { partialFilterExpression: { b: { $exists: false } } }),
  ),
  fails('sparse and partial at once', 67, ({ collection }) =>
    collection.createIndex({ a: 1 }, { sparse: true, partialFilterExpression: { b: 1 } }),
  ),
  fails('a TTL over two fields', 67, ({ collection }) =>
    collection.createIndex({ a: 1, b: 1 }, { expireAfterSeconds: 5 }),
  ),
  checks('index: listed with its options, dropped by name', async ({ collection }) => {
    await collection.createIndex({ at: 1 }, { expireAfterSeconds: 60, name: 'ttl' });
    const listed = (await collection.indexes()).find((index) => index.name === 'ttl');
    assert.deepEqual([listed?.key, listed?.expireAfterSeconds], [{ at: 1 }, 60]);
    await collection.dropIndex('ttl');
    assert.deepEqual(
      (await collection.indexes()).map((index) => index.name),
      ['_id_'],
    );
  }),
  fails('dropping an index that is not there', 27, async ({ collection }) => {
    await collection.insertOne({});
    await collection.dropIndex('nothing');
  }),
  fails('dropping the _id index', 72, async ({ collection }) => {
    await collection.insertOne({});
    await collection.dropIndex('_id_');
  }),
  checks('collection: created, listed, renamed, dropped', async ({ db, collection }) => {
    const name = collection.collectionName;
    await db.createCollection(name);
    // No fault since MongoDB 7.0, with the same options.
    await db.createCollection(name);
    await db.renameCollection(name, `${name}_new`);
    const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(
      (each) => each.name,
    );
    assert.ok(names.includes(`${name}_new`) && !names.includes(name));
    await db.dropCollection(`${name}_new`);
    assert.equal((await db.listCollections({ name: `${name}_new` }).toArray()).length, 0);
  }),
  checks('rename: onto an existing one only when it is dropped', async ({ db, collection }) => {
    const other = db.collection(`${collection.collectionName}_b`);
    await collection.insertOne({ _id: 1 } as never);
    await other.insertOne({ _id: 2 } as never);
    await failsWith(48, collection.rename(other.collectionName));
    await collection.rename(other.collectionName, { dropTarget: true });
    assert.deepEqual(await other.find().toArray(), [{ _id: 1 }]);
  }),
  fails('an invalid collection name', 73, ({ db }) =>
    db.command({ insert: 'a$b', documents: [{}] }),
  ),
];

const plans: Case[] = [
  checks('plan: an equality uses the index, another field scans', async ({ collection }) => {
    await collection.insertMany([
      { a: 1, b: 1 },
      { a: 2, b: 2 },
    ]);
    await collection.createIndex({ a: 1 });
    assert.ok((await planOf(collection, { a: 1 })).includes('IXSCAN'));
    assert.ok((await planOf(collection, { b: 1 })).includes('COLLSCAN'));
  }),
  checks('plan: an index that only gives the order is walked whole', async ({ collection }) => {
    await collection.insertMany([{ a: 1, b: 1 }]);
    const boundsOf = async (filter: Document) =>
      JSON.stringify(await collection.find(filter).sort({ _id: 1 }).explain('queryPlanner'));
    assert.match(await boundsOf({ b: 1 }), /\[MinKey, MaxKey\]/);
    assert.doesNotMatch(await boundsOf({ _id: 1 }), /\[MinKey, MaxKey\]/);
  }),
  checks('plan: equality and sort on one compound index need no sort', async ({ collection }) => {
    await collection.insertMany([
      { a: 1, at: 2 },
      { a: 1, at: 1 },
    ]);
    await collection.createIndex({ a: 1, at: -1 });
    assert.ok(!(await planOf(collection, { a: 1 }, { at: -1 })).includes('SORT'));
    assert.ok(!(await planOf(collection, { a: 1 }, { at: 1 })).includes('SORT'));
    assert.ok((await planOf(collection, { a: 1 }, { other: 1 })).includes('SORT'));
  }),
  checks('plan: a partial index serves only queries inside its filter', async ({ collection }) => {
    await collection.insertMany([
      { a: 1, open: true },
      { a: 1, open: false },
    ]);
    await collection.createIndex({ a: 1 }, { partialFilterExpression: { open: true } });
    assert.ok((await planOf(collection, { a: 1, open: true })).includes('IXSCAN'));
    assert.ok((await planOf(collection, { a: 1 })).includes('COLLSCAN'));
    assert.equal(await collection.countDocuments({ a: 1 }), 2);
  }),
  checks('plan: all texts of a field are a range of its index', async ({ collection }) => {
    await collection.insertMany([{ a: 'x' }, { a: 1 }, { a: null }, { a: ['', 2] }, {}]);
    const filter = { a: { $type: 'string' } };
    await collection.createIndex({ a: 1 }, { partialFilterExpression: filter });
    assert.ok((await planOf(collection, filter)).includes('IXSCAN'));
    assert.equal(await collection.countDocuments(filter), 2);
  }),
  checks('plan: a sparse index does not answer for missing fields', async ({ collection }) => {
    await collection.insertMany([{ a: 1 }, {}]);
    await collection.createIndex({ a: 1 }, { sparse: true });
    assert.equal(await collection.countDocuments({ a: null }), 1);
    assert.equal((await collection.find({}).sort({ a: 1 }).toArray()).length, 2);
  }),
  fails('a hint for an index that is not there', 2, async ({ collection }) => {
    await collection.insertOne({});
    await collection.find({}).hint('nothing').toArray();
  }),
  checks(
    'collation: strength 2 finds and refuses without regard to case',
    async ({ collection }) => {
      await collection.createIndex(
        { n: 1 },
        { unique: true, collation: { locale: 'en', strength: 2 } },
      );
      await collection.insertOne({ n: 'Éa' });
      await failsWith(11000, collection.insertOne({ n: 'éA' }));
      await collection.insertOne({ n: 'ea' });
      assert.equal(
        (await collection.find({ n: 'EA' }, { collation: { locale: 'en', strength: 2 } }).toArray())
          .length,
        1,
      );
      assert.equal(
        (await collection.find({ n: 'EA' }, { collation: { locale: 'en', strength: 1 } }).toArray())
          .length,
        2,
      );
      assert.equal((await collection.find({ n: 'EA' }).toArray()).length, 0);
    },
  ),
  checks('collation: the positional $ finds by it too', async ({ collection }) => {
    await collection.insertOne({ l: ['x', 'Y'] });
    const collation = { locale: 'en', strength: 2 };
    await collection.updateOne({ l: 'y' }, { $set: { 'l.$': 'hit' } }, { collation });
    const options = { collation, projection: { _id: 0, 'l.$': 1 } };
    assert.deepEqual((await collection.findOne())?.l, ['x', 'hit']);
    const shown = await collection.findOneAndUpdate({ l: 'HIT' }, { $set: { a: 1 } }, options);
    assert.deepEqual(shown, { l: ['hit'] });
  }),
  refuses('collation of strength 3', 238, ({ collection }) =>
    collection.find({}, { collation: { locale: 'de', strength: 3 } }).toArray(),
  ),
];

export const indexCases: Case[] = [...unique, ...definitions, ...plans];
