/** Cases of what commands share: their general fields, the form of their statements, and their replies. */
import assert from 'node:assert/strict';
import type { Document } from 'mongodb';
import { Long } from 'mongodb';
import type { Case, CaseContext } from './case.ts';
import { checks, fails, failsWith } from './case.ts';

/** Commands that all have to fail with one code; `name` stands for the collection. */
function commandsFail(
  name: string,
  code: number | number[],
  commands: (name: string) => readonly Document[],
): Case {
  return {
    name: `commands fail: ${name}`,
    run: async ({ db, collection }) => {
      await collection.insertOne({ _id: 1 } as never);
      for (const command of commands(collection.collectionName))
        await failsWith(code, db.command(command), JSON.stringify(command));
      assert.deepEqual(await collection.find().toArray(), [{ _id: 1 }]);
    },
  };
}

const txnNumber = Long.fromNumber(1);
const set = { $set: { a: 1 } };

const form: Case[] = [
  commandsFail('a switch that is neither true nor false', 14, (name) => [
    { insert: name, documents: [{ _id: 2 }], ordered: 'no' },
    { find: name, singleBatch: 'yes' },
    { findAndModify: name, query: {}, update: set, upsert: {} },
  ]),
  commandsFail('a required field that is missing', 40414, (name) => [
    { update: name, updates: [{ q: {}, u: set }, { q: {} }] },
    { delete: name, deletes: [{ q: {}, limit: 1 }, { q: {} }] },
    { distinct: name },
    { dropIndexes: name },
  ]),
  commandsFail(
    'a statement with a field that does not exist, before the first runs',
    40415,
    (name) => [
      {
        update: name,
        updates: [
          { q: {}, u: set },
          { q: {}, u: set, frob: 1 },
        ],
      },
      {
        delete: name,
        deletes: [
          { q: {}, limit: 1 },
          { q: {}, limit: 1, frob: 1 },
        ],
      },
    ],
  ),
  commandsFail('a delete of two', 9, (name) => [{ delete: name, deletes: [{ q: {}, limit: 2 }] }]),
  commandsFail('a document that is none, before the first is inserted', 14, (name) => [
    { insert: name, documents: [{ _id: 2 }, 5] },
  ]),
  commandsFail('array filters of a removal', 9, (name) => [
    { findAndModify: name, query: {}, remove: true, arrayFilters: [{ x: 1 }] },
  ]),
  commandsFail('a verbosity that does not exist', 2, (name) => [
    { explain: { find: name }, verbosity: 'chatty' },
  ]),
  fails('a count by an index that is not there', 2, async ({ db, collection }) => {
    await collection.insertOne({});
    await db.command({ count: collection.collectionName, hint: 'nothing' });
  }),
];

const concerns: Case[] = [
  commandsFail('a read concern that does not exist', 2, (name) => [
    { find: name, readConcern: { level: 'bogus' } },
  ]),
  commandsFail('a write with a read concern', 72, (name) => [
    { insert: name, documents: [{ _id: 2 }], readConcern: { level: 'majority' } },
  ]),
  commandsFail('$out of a linearizable read', 72, (name) => [
    {
      aggregate: name,
      pipeline: [{ $out: 'elsewhere' }],
      cursor: {},
      readConcern: { level: 'linearizable' },
    },
  ]),
  checks('write concern: an unnamed mode is in the reply', async ({ db, collection }) => {
    const insert = { insert: collection.collectionName, documents: [{}] };
    await failsWith(79, db.command({ ...insert, writeConcern: { w: 'dc' } }));
    assert.equal(await collection.countDocuments(), 1);
  }),
];

/** The transaction's second statement with `fields` fails with 72, and ends it. */
async function secondFails(
  { client, db, collection }: CaseContext,
  fields: Document,
): Promise<void> {
  await db.createCollection(collection.collectionName);
  const session = client.startSession();
  try {
    session.startTransaction();
    await collection.insertOne({}, { session });
    await failsWith(72, db.command({ find: collection.collectionName, ...fields }, { session }));
    await failsWith(251, session.commitTransaction());
    assert.equal(await collection.countDocuments(), 0);
  } finally {
    await session.endSession();
  }
}

const transactions: Case[] = [
  commandsFail('the fields of a transaction without each other', 72, (name) => [
    { find: name, autocommit: false },
    { find: name, startTransaction: true },
    { find: name, txnNumber, startTransaction: true },
    { find: name, txnNumber, autocommit: true, startTransaction: true },
    { find: name, txnNumber, autocommit: false, startTransaction: false },
  ]),
  commandsFail('a number of a retryable write for a read', 50768, (name) => [
    { find: name, txnNumber },
  ]),
  commandsFail('a commit outside of admin', 13, () => [
    { commitTransaction: 1, txnNumber, autocommit: false },
  ]),
  checks('transaction: a read concern belongs to the first statement', (context) =>
    secondFails(context, { readConcern: { level: 'local' } }),
  ),
  checks('transaction: a write concern belongs to the commit', (context) =>
    secondFails(context, { writeConcern: { w: 1 } }),
  ),
  checks('retryable: not for many documents', async ({ client, db, collection }) => {
    await collection.insertOne({ _id: 1 } as never);
    const name = collection.collectionName;
    const highest = { txnNumber: Long.fromNumber(2 ** 40) };
    // Their sessions are not ended: the driver would take them, and their number, for another write.
    for (const command of [
      { update: name, updates: [{ q: {}, u: set, multi: true }], ...highest },
      { delete: name, deletes: [{ q: {}, limit: 0 }], ...highest },
    ]) {
      const session = client.startSession();
      assert.equal((await db.command(command, { session })).writeErrors[0].code, 72);
    }
    assert.deepEqual(await collection.find().toArray(), [{ _id: 1 }]);
  }),
];

const definitions: Case[] = [
  checks('collection: to drop one that is not there is no error', async ({ db }) => {
    assert.equal((await db.command({ drop: 'never_made' })).ok, 1);
  }),
  fails('an index of a kind that does not exist', 67, ({ collection }) =>
    collection.createIndex({ a: 'frob' as never }),
  ),
  checks('index: a duplicate found by its build is shown', async ({ collection }) => {
    await collection.insertMany([{ a: 'x' }, { a: 'x' }]);
    await assert.rejects(
      collection.createIndex({ a: 1 }, { unique: true }),
      /E11000 duplicate key error collection: .* index: a_1 dup key: \{ a: "x" \}/,
    );
  }),
  checks('index: its whole collation is listed', async ({ collection }) => {
    await collection.createIndex({ a: 1 }, { collation: { locale: 'en_US', strength: 2 } });
    const [, index] = await collection.indexes();
    const { version, ...collation } = (index as Document).collation;
    assert.equal(typeof version, 'string');
    assert.deepEqual(collation, {
      locale: 'en_US',
      caseLevel: false,
      caseFirst: 'off',
      strength: 2,
      numericOrdering: false,
      alternate: 'non-ignorable',
      maxVariable: 'punct',
      normalization: false,
      backwards: false,
    });
  }),
];

export const commandCases: Case[] = [...form, ...concerns, ...transactions, ...definitions];
