/** Cases of general options that most commands pass over: their values are checked all the same. */
import assert from 'node:assert/strict';
import { Decimal128, Double, Long, Timestamp } from 'bson';
import type { Document } from 'mongodb';
import type { Case } from './case.ts';
import { checks, failsWith, fill, refuses } from './case.ts';

const decimal = (text: string): Decimal128 => Decimal128.fromString(text);

/** Commands with options that fail with a code; one that changes data must not have done so. */
function refusesOptions(
  name: string,
  code: number,
  ...[command, options]: [(name: string) => Document, readonly Document[]]
): Case {
  return checks(`options fail: ${name}`, async ({ db, collection }) => {
    for (const each of options) {
      const attempt = db.command({ ...command(collection.collectionName), ...each });
      await failsWith(code, attempt, JSON.stringify(each));
    }
    assert.equal(await collection.countDocuments(), 0);
  });
}

function takesOptions(
  name: string,
  ...[command, options]: [(name: string) => Document, readonly Document[]]
): Case {
  return checks(`options: ${name}`, async ({ db, collection }) => {
    for (const each of options)
      assert.equal((await db.command({ ...command(collection.collectionName), ...each })).ok, 1);
  });
}

const find = (name: string): Document => ({ find: name });
const insert = (name: string): Document => ({ insert: name, documents: [{}] });
const aggregate = (name: string): Document => ({ aggregate: name, pipeline: [], cursor: {} });
const reads = (options: readonly Document[]): Document[] =>
  options.map((readConcern) => ({ readConcern }));
const writes = (options: readonly Document[]): Document[] =>
  options.map((writeConcern) => ({ writeConcern }));
const { NaN: notANumber, POSITIVE_INFINITY: endless } = Number;

// Source: ReadConcernArgs::parse, and the functional tests of readConcern.
const readConcerns: Case[] = [
  refusesOptions(
    'readConcern with an unknown field',
    40415,
    find,
    reads([{ x: 1 }, { level: 'local', x: 1 }]),
  ),
  refusesOptions(
    'readConcern with fields of other types',
    14,
    find,
    reads([
      { level: 1 },
      { afterClusterTime: 1 },
      { afterClusterTime: null as never },
      { afterClusterTime: new Date() },
      { atClusterTime: 'x' },
      { provenance: 1 },
    ]),
  ),
  refusesOptions('readConcern with an unknown provenance', 2, find, reads([{ provenance: 'x' }])),
  refusesOptions(
    'readConcern with times that do not fit',
    72,
    find,
    reads([
      { afterClusterTime: new Timestamp({ t: 0, i: 0 }) },
      { atClusterTime: new Timestamp({ t: 1, i: 1 }) },
      { level: 'available', afterClusterTime: new Timestamp({ t: 1, i: 1 }) },
    ]),
  ),
  takesOptions('readConcern that is empty or null', find, [
    { readConcern: null },
    { readConcern: {} },
    { readConcern: { level: null } },
    { readConcern: { provenance: 'clientSupplied' } },
  ]),
];

// Source: WriteConcernOptions::parse, and the functional tests of writeConcern.
const writeConcerns: Case[] = [
  refusesOptions(
    'writeConcern that cannot be read',
    9,
    insert,
    writes([
      { w: -1 },
      { w: 51 },
      { w: [] },
      { w: true },
      { w: notANumber },
      { w: endless },
      { w: decimal('NaN') },
      { w: decimal('50.6') },
      { w: Long.MAX_VALUE },
      { w: {} },
      { w: { dc: 'x' } },
      { w: 1, wtimeout: new Double(2 ** 31) },
      { w: 1, wtimeout: Long.fromNumber(2 ** 31) },
      { w: 1, wtimeout: endless },
      { w: 1, wtimeout: decimal('Infinity') },
      { j: true, fsync: true },
    ]),
  ),
  refusesOptions('writeConcern with switches of other types', 14, insert, [
    ...writes([{ j: 'x' }, { fsync: {} }, { provenance: 1 }]),
    { writeConcern: 1 },
    { writeConcern: [] },
  ]),
  refusesOptions('writeConcern with an unknown field', 40415, insert, writes([{ w: 1, x: 1 }])),
  refusesOptions(
    'writeConcern with an unknown provenance',
    2,
    insert,
    writes([{ provenance: 'x' }]),
  ),
  ...[
    find,
    (name: string) => ({ count: name }),
    (name: string) => ({ distinct: name, key: 'a' }),
    (name: string) => ({ listIndexes: name }),
  ].map((command) =>
    refusesOptions(
      `writeConcern for ${Object.keys(command('x'))[0]}`,
      72,
      command,
      writes([{ w: 1 }]),
    ),
  ),
  takesOptions(
    'writeConcern for a pipeline',
    aggregate,
    writes([
      { w: 0 },
      { w: new Double(1.9) },
      { w: decimal('1.5') },
      { w: 'majority', j: 1, wtimeout: -1 },
      { wtimeout: 'x' },
      { wtimeout: notANumber },
    ]),
  ),
];

// Source: the functional tests of aggregate, count, find, dropDatabase, listIndexes and hints.
const others: Case[] = [
  refusesOptions('allowDiskUse that is no boolean', 14, aggregate, [
    { allowDiskUse: 1 },
    { allowDiskUse: 'x' },
  ]),
  refusesOptions('bypassDocumentValidation that is no switch', 14, aggregate, [
    { bypassDocumentValidation: 'x' },
    { bypassDocumentValidation: {} },
  ]),
  refusesOptions('explain of null', 14, aggregate, [{ explain: null }]),
  refusesOptions('an unknown field of a cursor', 40415, aggregate, [{ cursor: { x: 1 } }]),
  refusesOptions('find by null', 14, find, [
    { filter: null },
    { sort: null },
    { projection: null },
  ]),
  refusesOptions('count up to null', 2, (name) => ({ count: name }), [{ limit: null }]),
  refusesOptions('a natural hint without direction', 2, find, [
    { hint: { $natural: 0 } },
    { hint: { $natural: 2 } },
    { hint: { $natural: 'x' } },
  ]),
  refusesOptions('dropDatabase by another number', 5255100, () => ({ dropDatabase: 2 }), [
    {},
    { dropDatabase: 0 },
    { dropDatabase: 0.9 },
  ]),
  refusesOptions('dropDatabase by null', 40414, () => ({ dropDatabase: null }), [{}]),
  refusesOptions('dropDatabase by a text', 14, () => ({ dropDatabase: '1' }), [{}]),
  refusesOptions('a batch of listCollections that is no size', 14, () => ({ listCollections: 1 }), [
    { cursor: { batchSize: 'x' } },
  ]),
  refusesOptions('apiStrict without a version', 4886600, find, [{ apiStrict: true }]),
  refusesOptions('another version of the API', 322, find, [{ apiVersion: '2' }]),
  refuses('apiStrict', 238, ({ db, collection }) =>
    db.command({ ...find(collection.collectionName), apiVersion: '1', apiStrict: true }),
  ),
  ...[
    'validateDBMetadata',
    'planCacheSetFilter',
    'planCacheClearFilters',
    'setQuerySettings',
    'removeQuerySettings',
  ].map((name) => refuses(`the command ${name}`, 238, ({ db }) => db.command({ [name]: 1 }))),
  refuses('listIndexes with UUIDs', 238, async ({ db, collection }) => {
    await collection.insertOne({});
    await db.command({ listIndexes: collection.collectionName, includeBuildUUIDs: true });
  }),
  takesOptions('null for maxTimeMS and collation', find, [
    { maxTimeMS: null },
    { collation: null },
  ]),
  checks('count: a decimal is rounded to the even, a double cut', async (context) => {
    await fill(context, [{}, {}, {}, {}]);
    const count = async (options: Document): Promise<number> =>
      (await context.db.command({ count: context.collection.collectionName, ...options })).n;
    assert.deepEqual(
      [
        await count({ limit: decimal('1.5') }),
        await count({ limit: decimal('2.5') }),
        await count({ limit: new Double(1.9) }),
        await count({ skip: decimal('0.5') }),
        await count({ skip: decimal('1.5') }),
      ],
      [2, 2, 1, 4, 2],
    );
  }),
  checks(
    'listDatabases: those of every replica set, and names alone',
    async ({ client, collection }) => {
      await collection.insertOne({});
      const admin = client.db('admin');
      const all = await admin.command({ listDatabases: 1 });
      const names = all.databases.map(({ name }: { name: string }) => name);
      for (const name of ['admin', 'config', 'local', collection.dbName])
        assert.ok(names.includes(name));
      const short = await admin.command({
        listDatabases: 1,
        nameOnly: true,
        filter: { name: 'local' },
      });
      assert.deepEqual([short.databases, 'totalSize' in short], [[{ name: 'local' }], false]);
    },
  ),
  checks('listIndexes: without hidden: false, with whole seconds', async ({ collection }) => {
    await collection.createIndex(
      { at: 1 },
      { expireAfterSeconds: 60.5, hidden: false, name: 'at' },
    );
    const listed = (await collection.indexes()).find(({ name }) => name === 'at');
    assert.deepEqual(listed, { v: 2, key: { at: 1 }, name: 'at', expireAfterSeconds: 60 });
  }),
  checks('killCursors: by id, whatever collection is named', async (context) => {
    await fill(context, [{}, {}, {}]);
    const { collectionName } = context.collection;
    const { cursor } = await context.db.command({ find: collectionName, batchSize: 1 });
    const killed = await context.db.command({
      killCursors: 'another',
      cursors: [Long.fromValue(cursor.id)],
    });
    assert.equal(killed.cursorsKilled.length, 1);
  }),
];

export const concernCases: Case[] = [...readConcerns, ...writeConcerns, ...others];
