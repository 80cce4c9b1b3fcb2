/** Cases of $rename, of the positional operators, and of names with a dollar. */
import assert from 'node:assert/strict';
import type { Case } from './case.ts';
import { checks, failsWith, updateFails, updates } from './case.ts';
import { valuesBut } from './samples.ts';
import { updatesFail } from './table.ts';

const doc = { _id: 1, a: 1, n: 5, o: { x: 1, y: 2 }, list: [{ k: 1 }], plain: [1, 2] };

const renames: Case[] = [
  updates('$rename from nested to the top', {
    doc: { _id: 1, o: { x: 1, y: 2 } },
    update: { $rename: { 'o.x': 'x' } },
    becomes: { _id: 1, o: { y: 2 }, x: 1 },
  }),
  updates('$rename within one document', {
    doc: { _id: 1, o: { x: 1 } },
    update: { $rename: { 'o.x': 'o.z' } },
    becomes: { _id: 1, o: { z: 1 } },
  }),
  updates('$rename of a whole array', {
    doc: { _id: 1, a: [1] },
    update: { $rename: { a: 'b' } },
    becomes: { _id: 1, b: [1] },
  }),
  updates('$rename of nothing, in a nested place', {
    doc: { _id: 1, o: {} },
    update: { $rename: { 'o.x.y': 'z' } },
    becomes: { _id: 1, o: {} },
  }),
  updatesFail('$rename to what is no string', 2, {
    doc,
    updates: valuesBut('string').map((to) => ({ $rename: { a: to } })),
  }),
  updatesFail('$rename onto itself, its parent, its child', 2, {
    doc,
    updates: [
      { $rename: { a: 'a' } },
      { $rename: { o: 'o.z' } },
      { $rename: { 'o.x': 'o' } },
      { $rename: { 'o.x': 'o.x.y' } },
    ],
  }),
  updatesFail('$rename of or to an empty name', 56, {
    doc,
    updates: [{ $rename: { a: '' } }, { $rename: { '': 'b' } }, { $rename: { a: 'b..c' } }],
  }),
  updatesFail('$rename in arrays', 2, {
    doc,
    updates: [
      { $rename: { 'list.0': 'b' } },
      { $rename: { 'list.0.k': 'b' } },
      { $rename: { a: 'list.0' } },
      { $rename: { a: 'list.x' } },
      { $rename: { a: 'list.0.z' } },
      { $rename: { 'list.$': 'b' } },
      { $rename: { 'list.$[].k': 'b' } },
      { $rename: { a: 'list.$[].k' } },
    ],
  }),
  updatesFail('$rename through what is no document', 28, {
    doc,
    updates: [
      { $rename: { 'n.x': 'b' } },
      { $rename: { a: 'n.x' } },
      { $rename: { 'list.k': 'b' } },
    ],
  }),
  updatesFail('$rename of or to _id', 66, {
    doc,
    updates: [{ $rename: { _id: 'b' } }, { $rename: { n: '_id' } }],
  }),
  updatesFail('$rename with another change of either end', 40, {
    doc,
    updates: [
      { $rename: { a: 'b' }, $set: { a: 1 } },
      { $rename: { a: 'b' }, $set: { b: 1 } },
      { $rename: { a: 'b' }, $inc: { 'b.c': 1 } },
      { $rename: { a: 'b', c: 'b' } },
      { $rename: { a: 'b', b: 'c' } },
    ],
  }),
];

const positions: Case[] = [
  updates('$ counts in a field that is a document', {
    doc: { _id: 1, a: [7, 8], o: {} },
    filter: { a: 8 },
    update: { $set: { 'o.$': 1 } },
    becomes: { _id: 1, a: [7, 8], o: { 1: 1 } },
  }),
  updates('$[] on an empty array', {
    doc: { _id: 1, a: [] },
    update: { $set: { 'a.$[]': 1 } },
    becomes: { _id: 1, a: [] },
  }),
  updates('$[] within $[]', {
    doc: { _id: 1, a: [[1, 2], [3]] },
    update: { $inc: { 'a.$[].$[]': 10 } },
    becomes: { _id: 1, a: [[11, 12], [13]] },
  }),
  updatesFail('$ without a match in an array', 2, {
    doc: { _id: 1, a: [1, 2] },
    filter: { _id: 1, a: { $ne: 5 } },
    updates: [{ $set: { 'a.$': 9 } }],
  }),
  updatesFail('$ twice in a path, or at its beginning', 2, {
    doc: { _id: 1, a: [{ b: [1] }] },
    filter: { 'a.b': 1 },
    updates: [
      { $set: { 'a.$.b.$': 9 } },
      { $set: { $: 9 } },
      { $set: { '$.a': 9 } },
      { $set: { '$[].a': 9 } },
      { $set: { '$[x].a': 9 } },
    ],
  }),
  updateFails('$ through a number', {
    doc: { _id: 1, a: [1], n: 5 },
    filter: { a: 1 },
    update: { $set: { 'n.$': 9 } },
    code: 28,
  }),
  updatesFail('$[] on what is no array', 2, {
    doc,
    updates: [
      { $set: { 'n.$[]': 1 } },
      { $set: { 'o.$[]': 1 } },
      { $set: { 'none.$[]': 1 } },
      { $push: { 'n.$[]': 1 } },
    ],
  }),
  updateFails('$ in an upsert that finds nothing', {
    doc,
    filter: { list: 5 },
    update: { $set: { 'list.$': 9 } },
    options: { upsert: true },
    code: 2,
  }),
  ...['1x', 'X', 'a-b', ''].map((name) =>
    updateFails(`an array filter named '${name}'`, {
      doc,
      update: { $set: { [`plain.$[${name}]`]: 9 } },
      options: { arrayFilters: [{ [name]: 1 }] },
      code: 2,
    }),
  ),
];

const dollars: Case[] = [
  checks('insert: names with a dollar are stored', async ({ collection }) => {
    const stored = { _id: 1, a: 1, $a: 2, $id: 3, nested: { $b: 1, $ref: 'x', $inc: true } };
    await collection.insertOne(stored as never);
    assert.deepEqual(await collection.findOne({ 'nested.$b': 1 }), stored);
  }),
  checks('find: $ref, $id and $db are fields', async ({ collection }) => {
    const dbRef = { $ref: 'c', $id: 7, $db: 'd' };
    await collection.insertMany([
      { _id: 1, r: dbRef },
      { _id: 2, r: { $ref: 'c', $id: 8 } },
      { _id: 3, r: [{ $ref: 'c', $id: 7 }] },
      { _id: 4, $id: 7 },
    ] as never[]);
    const ids = async (filter: object): Promise<unknown[]> =>
      (await collection.find(filter).sort({ _id: 1 }).toArray()).map(({ _id }) => _id);
    assert.deepEqual(await ids({ r: dbRef }), [1]);
    assert.deepEqual(await ids({ r: { $ref: 'c', $id: 7 } }), [3]);
    assert.deepEqual(await ids({ 'r.$id': 7 }), [1, 3]);
    assert.deepEqual(await ids({ 'r.$id': { $gt: 7 } }), [2]);
    assert.deepEqual(await ids({ 'r.$db': 'd' }), [1]);
    assert.deepEqual(await ids({ r: { $elemMatch: { $id: 7 } } }), [3]);
    assert.deepEqual(await ids({ r: { $in: [{ $ref: 'c', $id: 8 }] } }), [2]);
    assert.deepEqual(await ids({ $id: 7 }), [4]);
  }),
  checks('replace: nested names with a dollar are stored', async ({ collection }) => {
    await collection.insertOne({ _id: 1 } as never);
    await collection.replaceOne({ _id: 1 } as never, { a: { $c: 1, $ref: 2 } });
    assert.deepEqual(await collection.findOne(), { _id: 1, a: { $c: 1, $ref: 2 } });
  }),
  checks('replace: a name with a dollar at the top is refused', async ({ db, collection }) => {
    await collection.insertOne({ _id: 1 } as never);
    const update = collection.collectionName;
    const codeOf = async (u: object): Promise<unknown> => {
      const { writeErrors } = await db.command({ update, updates: [{ q: { _id: 1 }, u }] });
      return writeErrors?.[0]?.code;
    };
    assert.equal(await codeOf({ $c: 1 }), 9);
    assert.equal(await codeOf({ $ref: 'c', $id: 1 }), 9);
    assert.equal(await codeOf({ a: 1, $c: 1 }), 52);
    assert.equal(await codeOf({ a: 1, $id: 1 }), 52);
  }),
  checks('upsert: a new document may have a name with a dollar', async ({ collection }) => {
    const options = { upsert: true };
    await collection.updateOne(
      { _id: 1 } as never,
      { $set: { $price: 5, a: 1 } } as never,
      options,
    );
    assert.deepEqual(await collection.findOne(), { _id: 1, a: 1, $price: 5 });
    await failsWith(
      52,
      collection.updateOne({ _id: 1 } as never, { $set: { $price: 6 } } as never, options),
    );
  }),
  updates('$set of a nested name with a dollar, and of a document that has one', {
    doc: { _id: 1, a: {} },
    update: { $set: { 'a.$b': 1, c: { $d: 1 } } },
    becomes: { _id: 1, a: { $b: 1 }, c: { $d: 1 } },
  }),
  updates('a pipeline may make a name with a dollar', {
    doc: { _id: 1 },
    update: [{ $replaceWith: { $literal: { _id: 1, $a: 1 } } }],
    becomes: { _id: 1, $a: 1 },
  }),
  updatesFail('a name with a dollar at the top', 52, {
    doc: { _id: 1, a: 1 },
    updates: ['$set', '$inc', '$unset', '$min'].map((operator) => ({ [operator]: { $x: 1 } })),
  }),
  checks('insert: an _id with a dollar inside is refused', async ({ collection }) => {
    await failsWith(52, collection.insertOne({ _id: { $b: 1 } } as never));
    await failsWith(52, collection.insertOne({ _id: { a: 1, $b: 1 } } as never));
  }),
  updates('$set of documents inside an array keeps the other fields', {
    doc: { _id: 1, a: [{ k: 1, v: 1 }] },
    update: { $set: { 'a.0.v': 2 } },
    becomes: { _id: 1, a: [{ k: 1, v: 2 }] },
  }),
];

const operands: Case[] = [
  updatesFail('operators of no fields', 9, {
    doc,
    updates: ['$set', '$inc', '$push', '$pull', '$currentDate', '$rename', '$bit'].flatMap(
      (operator) => valuesBut('object').map((value) => ({ [operator]: value })),
    ),
  }),
  updatesFail('$currentDate by what is no kind of date', 2, {
    doc,
    updates: [
      ...valuesBut('bool', 'object').map((value) => ({ $currentDate: { d: value } })),
      { $currentDate: { d: {} } },
      { $currentDate: { d: { $type: 'time' } } },
      { $currentDate: { d: { $type: 9 } } },
      { $currentDate: { d: { $type: 'date', x: 1 } } },
    ],
  }),
  updates('an operator without fields changes nothing', {
    doc: { _id: 1, a: 1 },
    update: { $set: {}, $inc: { a: 1 } },
    becomes: { _id: 1, a: 2 },
  }),
];

export const pathUpdateCases: Case[] = [...renames, ...positions, ...dollars, ...operands];
