/** Cases of what commands and their statements take as options, and what they say of the others. */
import assert from 'node:assert/strict';
import type { Document } from 'mongodb';
import { Double, Long } from 'mongodb';
import type { Case, CaseContext } from './case.ts';
import { checks, failsWith, fill } from './case.ts';

type ErrorCase = [what: string, code: number, message: string, command: (name: string) => Document];

const switchTypes = "types '[bool, long, int, decimal, double']";
const numberTypes = "types '[long, int, decimal, double']";
const statement = (of: Document): Document[] => [{ q: {}, u: { $set: { a: 1 } }, ...of }];

const options: ErrorCase[] = [
  ...['remove', 'new', 'upsert'].map(
    (field): ErrorCase => [
      `findAndModify with a text for ${field}`,
      14,
      `BSON field 'findAndModify.${field}' is the wrong type 'string', expected ${switchTypes}`,
      (name) => ({ findAndModify: name, update: { a: 1 }, [field]: '123' }),
    ],
  ),
  [
    'findAndModify by a sort of another type',
    14,
    "BSON field 'findAndModify.sort' is the wrong type 'string', expected type 'object'",
    (name) => ({ findAndModify: name, update: {}, sort: '123' }),
  ],
  [
    'an update whose multi is a number',
    14,
    "BSON field 'update.updates.multi' is the wrong type 'int', expected type 'bool'",
    (name) => ({ update: name, updates: statement({ multi: 1 }) }),
  ],
  [
    'an update whose upsert is a text',
    14,
    "BSON field 'update.updates.upsert' is the wrong type 'string', expected type 'bool'",
    (name) => ({ update: name, updates: statement({ upsert: 'x' }) }),
  ],
  [
    'an update by no filter',
    14,
    "BSON field 'update.updates.q' is the wrong type 'int', expected type 'object'",
    (name) => ({ update: name, updates: statement({ q: 1 }) }),
  ],
  [
    'an insert ordered by a text',
    14,
    "BSON field 'insert.ordered' is the wrong type 'string', expected type 'bool'",
    (name) => ({ insert: name, documents: [{ a: 1 }], ordered: 'foo' }),
  ],
  [
    'an insert of a list after a document',
    14,
    "BSON field 'insert.documents.1' is the wrong type 'array', expected type 'object'",
    (name) => ({ insert: name, documents: [{ a: 1 }, []] }),
  ],
  [
    'a delete without limit, after one with',
    40414,
    "BSON field 'delete.deletes.limit' is missing but a required field",
    (name) => ({ delete: name, deletes: [{ q: {}, limit: 0 }, { q: {} }] }),
  ],
  [
    'a delete of two',
    9,
    'The limit field in delete objects must be 0 or 1. Got 2',
    (name) => ({
      delete: name,
      deletes: [
        { q: {}, limit: 0 },
        { q: {}, limit: 2 },
      ],
    }),
  ],
  [
    'a time limit of another type',
    14,
    `BSON field 'aggregate.maxTimeMS' is the wrong type 'string', expected ${numberTypes}`,
    (name) => ({ aggregate: name, pipeline: [], cursor: {}, maxTimeMS: 'x' }),
  ],
  [
    'a batch size of another type',
    14,
    `BSON field 'cursor.batchSize' is the wrong type 'bool', expected ${numberTypes}`,
    (name) => ({ aggregate: name, pipeline: [], cursor: { batchSize: true } }),
  ],
  [
    'aggregate of a number that is not 1',
    9,
    "Invalid command format: the 'aggregate' field must specify a collection name or 1",
    () => ({ aggregate: 2, pipeline: [], cursor: {} }),
  ],
  [
    'a collection that is named by a number',
    2,
    'collection name has invalid type int',
    () => ({ count: 42 }),
  ],
];

const indexOptions: ErrorCase[] = [
  [
    'dropIndexes of nothing',
    40414,
    "BSON field 'dropIndexes.index' is missing but a required field",
    (name) => ({ dropIndexes: name }),
  ],
  [
    'dropIndexes by a switch',
    14,
    "BSON field 'dropIndexes.index' is the wrong type 'bool', expected types '[string, object']",
    (name) => ({ dropIndexes: name, index: true }),
  ],
  [
    'dropIndexes by a list of keys',
    14,
    "BSON field 'dropIndexes.index' is the wrong type 'array', expected types '[string']",
    (name) => ({ dropIndexes: name, index: [{ a: 1 }] }),
  ],
  [
    'dropIndexes by names that are none',
    27,
    'index not found with name [none]',
    (name) => ({ dropIndexes: name, index: ['none'] }),
  ],
  [
    'dropIndexes by a key that is none',
    27,
    "can't find index with key: { none: 1 }",
    (name) => ({ dropIndexes: name, index: { none: 1 } }),
  ],
  [
    'an index of _id that says unique',
    197,
    `The field 'unique' is not valid for an _id index specification. Specification: { key: { _id: 1 }, name: "_id_", unique: true, v: 2 }`,
    (name) => ({
      createIndexes: name,
      indexes: [{ key: { _id: 1 }, name: '_id_', unique: true }],
    }),
  ],
  [
    'an index that is unique by an object',
    14,
    'Error in specification { key: { v: 1 }, name: "v", unique: {} } :: caused by :: The field \'unique has value unique: {}, which is not convertible to bool',
    (name) => ({ createIndexes: name, indexes: [{ key: { v: 1 }, name: 'v', unique: {} }] }),
  ],
];

const specs: [spec: Document, code: number, why: string][] = [
  [{ name: 'x' }, 9, "The 'key' field is a required property of an index specification"],
  [{ key: 1, name: 'x' }, 14, "The field 'key' must be an object, but got int"],
  [{ key: { a: 1 } }, 9, "The 'name' field is a required property of an index specification"],
  [{ key: { a: 1 }, name: 1 }, 14, "The field 'name' must be a string, but got int"],
  [{ key: { a: 'foo' }, name: 'x' }, 67, "Unknown index plugin 'foo'"],
  [
    { key: { a: true }, name: 'x' },
    67,
    'Values in v:2 index key pattern cannot be of type bool. Only numbers > 0, numbers < 0, and strings are allowed.',
  ],
  [{ key: { a: 0 }, name: 'x' }, 67, 'Values in the index key pattern cannot be 0.'],
  [{ key: { a: 1 }, name: 'x', v: 5 }, 67, 'cannot create an index with v=5'],
  [
    { key: { a: 1 }, name: 'x', safe: null },
    197,
    'The field \'safe\' is not valid for an index specification. Specification: { key: { a: 1 }, name: "x", safe: null }',
  ],
];

function toErrorCase([what, code, message, command]: ErrorCase): Case {
  return checks(`error: ${what}`, async (context: CaseContext) => {
    await fill(context, [{ _id: 1, a: 0 }]);
    await context.collection.createIndex({ a: 1 });
    const before = await context.collection.find().toArray();
    await failsWith(code, context.db.command(command(context.collection.collectionName)), what);
    await assert.rejects(context.db.command(command(context.collection.collectionName)), {
      message,
    });
    assert.deepEqual(await context.collection.find().toArray(), before, 'nothing is changed');
    assert.equal((await context.collection.indexes()).length, 2);
  });
}

const answers: Case[] = [
  checks('a double of a duplicate key shows as one', async ({ collection }) => {
    await collection.insertOne({ _id: Long.ONE as never });
    await assert.rejects(collection.insertOne({ _id: new Double(1) as never }), {
      code: 11000,
      message: /dup key: \{ _id: 1\.0 \}/,
    });
  }),
  checks('dropIndexes says when it drops all but that of _id', async ({ db, collection }) => {
    await collection.createIndex({ a: 1 });
    const { msg } = await db.command({ dropIndexes: collection.collectionName, index: '*' });
    assert.equal(msg, 'non-_id indexes dropped for collection');
  }),
  checks('reports: index specifications', async ({ db, collection }) => {
    for (const [spec, code, why] of specs) {
      const create = { createIndexes: collection.collectionName, indexes: [spec] };
      await assert.rejects(db.command(create), ({ code: got, message }) => {
        assert.deepEqual([got, message.split(' :: caused by :: ').at(-1)], [code, why]);
        return message.startsWith('Error in specification { ');
      });
    }
    const same = { key: { a: 1 }, name: 'a' };
    const twice = { createIndexes: collection.collectionName, indexes: [same, same] };
    await failsWith(68, db.command(twice), 'one index requested twice');
  }),
  checks('replies hold their figures in order', async ({ db, collection }) => {
    const name = collection.collectionName;
    const add = { q: { _id: 1 }, u: { $set: { a: 1 } }, upsert: true };
    const wrong = { q: {}, u: { $inc: { a: 'x' } } };
    const keys = async (command: Document): Promise<string[]> =>
      Object.keys(await db.command(command)).filter((key) => !/^(operation|\$cluster)/.test(key));
    assert.deepEqual(await keys({ update: name, updates: [add, wrong] }), [
      ...['n', 'writeErrors', 'upserted', 'nModified', 'ok'],
    ]);
    const create = { createIndexes: name, indexes: [{ key: { a: 1 }, name: 'a' }] };
    await db.command(create);
    assert.deepEqual(await keys(create), ['numIndexesBefore', 'numIndexesAfter', 'note', 'ok']);
  }),
  checks('whatsmyuri knows the port of a client', async ({ db }) => {
    assert.match((await db.command({ whatsmyuri: 1 })).you, /:\d+$/);
  }),
  checks('getLog knows its logs', async ({ client }) => {
    await failsWith(96, client.db('admin').command({ getLog: 'none' }));
    await failsWith(40414, client.db('admin').command({ getLog: null }));
  }),
  checks('getParameter passes over what it does not know', async ({ client }) => {
    const asked = { getParameter: 1, featureCompatibilityVersion: 1, frob: 1 };
    const { frob, featureCompatibilityVersion: known } = await client.db('admin').command(asked);
    assert.deepEqual([frob, typeof known], [undefined, 'object']);
    await failsWith(72, client.db('admin').command({ getParameter: 1, frob: 1 }));
  }),
];

export const commandOptionCases: Case[] = [
  ...[...options, ...indexOptions].map(toErrorCase),
  ...answers,
];
