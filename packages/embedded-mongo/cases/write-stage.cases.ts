/** Cases of $out and $merge. */
import assert from 'node:assert/strict';
import type { Document } from 'mongodb';
import type { Case } from './case.ts';
import { checks, failsWith } from './case.ts';
import { valuesBut } from './samples.ts';
import { stagesFail } from './table.ts';

/** What $merge leaves in a target, whose `k` is unique; or the code that it fails with. */
function merges(
  name: string,
  given: {
    source: Document[];
    target: Document[];
    how: Document;
    becomes?: Document[];
    code?: number;
  },
): Case {
  return checks(`$merge: ${name}`, async ({ db, collection }) => {
    const { source, target, how, becomes, code } = given;
    const into = db.collection(`${collection.collectionName}_target`);
    await into.createIndex({ k: 1 }, { unique: true, sparse: true });
    await collection.insertMany(source);
    if (target.length > 0) await into.insertMany(target);
    const run = collection.aggregate([{ $merge: { into: into.collectionName, ...how } }]).toArray();
    if (code === undefined) assert.deepEqual(await run, []);
    else await failsWith(code, run);
    if (becomes) assert.deepEqual(await into.find().sort({ _id: 1 }).toArray(), becomes);
  });
}

const modes: Case[] = [
  merges('fields side by side, whole where both have one', {
    source: [{ _id: 1, o: { z: 3 }, b: 3 }],
    target: [{ _id: 1, a: 1, o: { x: 1 } }],
    how: {},
    becomes: [{ _id: 1, a: 1, o: { z: 3 }, b: 3 }],
  }),
  merges('replace keeps only _id', {
    source: [{ _id: 1, b: 1 }],
    target: [{ _id: 1, a: 1 }],
    how: { whenMatched: 'replace' },
    becomes: [{ _id: 1, b: 1 }],
  }),
  merges('keepExisting inserts what is new', {
    source: [
      { _id: 1, b: 1 },
      { _id: 2, b: 2 },
    ],
    target: [{ _id: 1, a: 1 }],
    how: { whenMatched: 'keepExisting' },
    becomes: [
      { _id: 1, a: 1 },
      { _id: 2, b: 2 },
    ],
  }),
  merges('a failure leaves other writes', {
    source: [
      { _id: 1, b: 1 },
      { _id: 2, b: 2 },
    ],
    target: [{ _id: 1, a: 1 }],
    how: { whenMatched: 'fail' },
    code: 11000,
    becomes: [
      { _id: 1, a: 1 },
      { _id: 2, b: 2 },
    ],
  }),
  merges('a pipeline sees the new document, and let', {
    source: [{ _id: 1, n: 5, m: 2 }],
    target: [{ _id: 1, n: 10 }],
    how: {
      let: { times: '$m' },
      whenMatched: [{ $set: { n: { $add: ['$n', '$$times'] } } }],
    },
    becomes: [{ _id: 1, n: 12 }],
  }),
  merges('a pipeline sees the new document as $$new', {
    source: [{ _id: 1, n: 5 }],
    target: [{ _id: 1, n: 10 }],
    how: { whenMatched: [{ $set: { n: { $add: ['$n', '$$new.n'] } } }] },
    becomes: [{ _id: 1, n: 15 }],
  }),
  merges('discard leaves what is new out', {
    source: [
      { _id: 1, b: 1 },
      { _id: 2, b: 2 },
    ],
    target: [{ _id: 1, a: 1 }],
    how: { whenNotMatched: 'discard' },
    becomes: [{ _id: 1, a: 1, b: 1 }],
  }),
  merges('what is new may not be', {
    source: [{ _id: 2 }],
    target: [{ _id: 1 }],
    how: { whenNotMatched: 'fail' },
    code: 13113,
  }),
  ...['replace', 'merge', [{ $set: { _id: 9 } }], [{ $replaceWith: { _id: 9, k: 'a' } }]].map(
    (whenMatched) =>
      merges(`another _id by ${JSON.stringify(whenMatched)}`, {
        source: [{ _id: 2, k: 'a' }],
        target: [{ _id: 1, k: 'a' }],
        how: { on: 'k', whenMatched },
        code: 66,
        becomes: [{ _id: 1, k: 'a' }],
      }),
  ),
  merges('a missing join field', {
    source: [{ _id: 1 }],
    target: [],
    how: { on: 'k' },
    code: 51132,
  }),
  merges('a join field that is null', {
    source: [{ _id: 1, k: null }],
    target: [],
    how: { on: 'k' },
    code: 51132,
  }),
  merges('a join field that is an array', {
    source: [{ _id: 1, k: ['a'] }],
    target: [],
    how: { on: 'k' },
    code: 51185,
  }),
  merges('join fields without a unique index', {
    source: [{ _id: 1, v: 1 }],
    target: [],
    how: { on: ['v'] },
    code: 51183,
  }),
];

const merge = (...specifications: unknown[]): object[] =>
  specifications.map(($merge) => ({ $merge }));

const argumentCases: Case[] = [
  stagesFail('$merge of what names no target', 51182, merge(...valuesBut('string', 'object'))),
  stagesFail('$merge without into', 40414, merge({}, { on: '_id' })),
  stagesFail('$merge with another field', 40415, merge({ into: 't', x: 1 })),
  stagesFail(
    '$merge into what is no name',
    51178,
    merge(...valuesBut('string', 'object', 'null').map((into) => ({ into }))),
  ),
  stagesFail(
    '$merge on what is no field',
    51186,
    merge(...valuesBut('string', 'array', 'null').map((on) => ({ into: 't', on }))),
  ),
  stagesFail('$merge on no field', 51187, merge({ into: 't', on: [] })),
  stagesFail(
    '$merge on a list with other than fields',
    51134,
    merge(...valuesBut('string').map((value) => ({ into: 't', on: [value] }))),
  ),
  stagesFail('$merge on a field twice', 31465, merge({ into: 't', on: ['a', 'a'] })),
  stagesFail(
    '$merge by modes that are none',
    2,
    merge({ into: 't', whenMatched: 'x' }, { into: 't', whenNotMatched: 'x' }),
  ),
  stagesFail(
    '$merge by a mode of another type',
    51191,
    merge(
      ...valuesBut('string', 'array', 'null').map((whenMatched) => ({ into: 't', whenMatched })),
    ),
  ),
  stagesFail(
    '$merge with let and no pipeline',
    51199,
    merge({ into: 't', let: { a: 1 }, whenMatched: 'merge' }),
  ),
  stagesFail(
    '$merge with another variable new',
    51273,
    merge({ into: 't', let: { new: 1 }, whenMatched: [] }),
  ),
  stagesFail(
    '$out of what names no target',
    16990,
    valuesBut('string', 'object').map(($out) => ({ $out })),
  ),
  stagesFail('$out without a database or collection', 40414, [
    { $out: {} },
    { $out: { coll: 't' } },
    { $out: { db: 'd' } },
    { $out: { db: null, coll: 't' } },
    { $out: { db: 'd', coll: null } },
  ]),
  stagesFail('$out with another field', 40415, [{ $out: { db: 'd', coll: 't', x: 1 } }]),
  checks('$out replaces what was there and keeps its indexes', async ({ db, collection }) => {
    const target = db.collection<Document>(`${collection.collectionName}_out`);
    await target.createIndex({ v: 1 }, { unique: true });
    await target.insertOne({ old: true });
    await collection.insertMany([
      { _id: 1, v: 1 },
      { _id: 2, v: 2 },
    ] as never[]);
    const $out = { db: db.databaseName, coll: target.collectionName };
    assert.deepEqual(await collection.aggregate([{ $match: { v: 2 } }, { $out }]).toArray(), []);
    assert.deepEqual(await target.find().toArray(), [{ _id: 2, v: 2 }]);
    await failsWith(11000, target.insertOne({ v: 2 }));
  }),
];

export const writeStageCases: Case[] = [...modes, ...argumentCases];
