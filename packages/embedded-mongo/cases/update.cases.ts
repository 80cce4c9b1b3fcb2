/** Cases of updates to fields, by pipelines, and those that must fail. */
import assert from 'node:assert/strict';
import { Decimal128, Double, Long } from 'mongodb';
import type { Case } from './case.ts';
import { checks, fails, updateFails, updates } from './case.ts';

const fields: Case[] = [
  updates('$set replaces and adds', {
    doc: { _id: 1, a: 1 },
    update: { $set: { a: 2, b: 'x' } },
    becomes: { _id: 1, a: 2, b: 'x' },
  }),
  updates('$set makes the documents on the way', {
    doc: { _id: 1 },
    update: { $set: { 'a.b.c': 1, 'a.d': 2 } },
    becomes: { _id: 1, a: { b: { c: 1 }, d: 2 } },
  }),
  updates('$set pads an array with null', {
    doc: { _id: 1, a: [1] },
    update: { $set: { 'a.3': 4 } },
    becomes: { _id: 1, a: [1, null, null, 4] },
  }),
  updates('$set of a whole document', {
    doc: { _id: 1, a: { x: 1, y: 2 } },
    update: { $set: { a: { z: 3 } } },
    becomes: { _id: 1, a: { z: 3 } },
  }),
  updates('$unset nested', {
    doc: { _id: 1, a: { x: 1, y: 2 } },
    update: { $unset: { 'a.x': 1 } },
    becomes: { _id: 1, a: { y: 2 } },
  }),
  updates('$unset of an array element leaves null', {
    doc: { _id: 1, a: [1, 2] },
    update: { $unset: { 'a.0': 1 } },
    becomes: { _id: 1, a: [null, 2] },
  }),
  updates('$unset of nothing', {
    doc: { _id: 1, a: 1 },
    update: { $unset: { 'b.c': 1 } },
    becomes: { _id: 1, a: 1 },
  }),
  updates('$inc adds', {
    doc: { _id: 1, n: 5 },
    update: { $inc: { n: -7 } },
    becomes: { _id: 1, n: -2 },
  }),
  updates('$inc goes over int32 into int64', {
    doc: { _id: 1, n: 2147483647 },
    update: { $inc: { n: 1 } },
    becomes: { _id: 1, n: 2147483648 },
  }),
  updates('$inc of decimals keeps the scale', {
    doc: { _id: 1, n: Decimal128.fromString('1.10') },
    update: { $inc: { n: Decimal128.fromString('0.15') } },
    becomes: { _id: 1, n: Decimal128.fromString('1.25') },
  }),
  updates('$inc of an int by a decimal', {
    doc: { _id: 1, n: 1 },
    update: { $inc: { n: Decimal128.fromString('0.5') } },
    becomes: { _id: 1, n: Decimal128.fromString('1.5') },
  }),
  updates('$mul of a missing field is 0', {
    doc: { _id: 1 },
    update: { $mul: { n: 5 } },
    becomes: { _id: 1, n: 0 },
  }),
  updates('$mul by a double', {
    doc: { _id: 1, n: 3 },
    update: { $mul: { n: 1.5 } },
    becomes: { _id: 1, n: 4.5 },
  }),
  updates('$min keeps the lower, by BSON order', {
    doc: { _id: 1, a: 5, b: 'x' },
    update: { $min: { a: 7, b: 3, c: 1 } },
    becomes: { _id: 1, a: 5, b: 3, c: 1 },
  }),
  updates('$max of dates', {
    doc: { _id: 1, d: new Date(5) },
    update: { $max: { d: new Date(3) } },
    becomes: { _id: 1, d: new Date(5) },
  }),
  updates('$rename into a new place', {
    doc: { _id: 1, a: 1, o: {} },
    update: { $rename: { a: 'o.b' } },
    becomes: { _id: 1, o: { b: 1 } },
  }),
  updates('$rename over an existing field', {
    doc: { _id: 1, a: 1, b: 2 },
    update: { $rename: { a: 'b' } },
    becomes: { _id: 1, b: 1 },
  }),
  updates('$rename of a missing field does nothing', {
    doc: { _id: 1, b: 2 },
    update: { $rename: { a: 'b' } },
    becomes: { _id: 1, b: 2 },
  }),
  updates('$bit or and xor', {
    doc: { _id: 1, a: 5, b: 5 },
    update: { $bit: { a: { or: 2 }, b: { xor: 1 } } },
    becomes: { _id: 1, a: 7, b: 4 },
  }),
  updates('$setOnInsert leaves an existing one alone', {
    doc: { _id: 1 },
    update: { $setOnInsert: { a: 1 }, $set: { b: 1 } },
    becomes: { _id: 1, b: 1 },
  }),
  checks('update: $currentDate sets a date near now', async ({ collection }) => {
    await collection.insertOne({ a: 1 });
    await collection.updateOne({ a: 1 }, { $currentDate: { at: true } });
    const found = await collection.findOne({ a: 1 });
    assert.ok(Math.abs(Number(found?.at) - Date.now()) < 60_000);
  }),
  checks('update: an int64 stays an int64 under $inc', async ({ collection }) => {
    await collection.insertOne({ n: Long.fromNumber(5) });
    await collection.updateOne({}, { $inc: { n: 1 } });
    const found = await collection.findOne({}, { promoteLongs: false });
    assert.equal(found?.n.toString(), '6');
    assert.equal(found?.n._bsontype, 'Long');
  }),
  checks('update: a whole double stays a double under $inc', async ({ collection }) => {
    await collection.insertOne({ n: new Double(5) });
    await collection.updateOne({}, { $inc: { n: 1 } });
    const found = await collection.findOne({}, { promoteValues: false });
    assert.equal(found?.n._bsontype, 'Double');
  }),
];

const pipelines: Case[] = [
  updates('a pipeline computes from the old fields', {
    doc: { _id: 1, a: 2, b: 3 },
    update: [{ $set: { a: '$b', b: '$a' } }],
    becomes: { _id: 1, a: 3, b: 2 },
  }),
  updates('a pipeline of two stages', {
    doc: { _id: 1, a: 2 },
    update: [{ $set: { t: { $add: ['$a', 1] } } }, { $set: { u: { $multiply: ['$t', 2] } } }],
    becomes: { _id: 1, a: 2, t: 3, u: 6 },
  }),
  updates('$unset and $replaceWith in a pipeline', {
    doc: { _id: 1, a: { x: 1 }, b: 2 },
    update: [{ $unset: 'b' }, { $replaceWith: { $mergeObjects: ['$a', { _id: '$_id' }] } }],
    becomes: { _id: 1, x: 1 },
  }),
  updates('a conditional value', {
    doc: { _id: 1, n: 5 },
    update: [{ $set: { size: { $cond: [{ $gte: ['$n', 5] }, 'big', 'small'] } } }],
    becomes: { _id: 1, n: 5, size: 'big' },
  }),
];

const refusals: Case[] = [
  updateFails('two operators on one path', {
    doc: { _id: 1 },
    update: { $set: { a: 1 }, $unset: { a: 1 } },
    code: 40,
  }),
  updateFails('a path and its parent', {
    doc: { _id: 1 },
    update: { $set: { a: {} }, $inc: { 'a.b': 1 } },
    code: 40,
  }),
  updateFails('an unknown operator', { doc: { _id: 1 }, update: { $frob: { a: 1 } }, code: 9 }),
  updateFails('$inc with a string', {
    doc: { _id: 1, a: 1 },
    update: { $inc: { a: 'x' } },
    code: 14,
  }),
  updateFails('$inc on a string', {
    doc: { _id: 1, a: 'x' },
    update: { $inc: { a: 1 } },
    code: 14,
  }),
  updateFails('$inc on null', { doc: { _id: 1, a: null }, update: { $inc: { a: 1 } }, code: 14 }),
  updateFails('int64 overflow', {
    doc: { _id: 1, a: Long.MAX_VALUE.toString() },
    filter: {},
    update: { $inc: { a: 1 } },
    code: 14,
  }),
  updateFails('$push on a number', { doc: { _id: 1, a: 1 }, update: { $push: { a: 1 } }, code: 2 }),
  updateFails('$addToSet on a number', {
    doc: { _id: 1, a: 1 },
    update: { $addToSet: { a: 1 } },
    code: 2,
  }),
  updateFails('$pull on a number', { doc: { _id: 1, a: 1 }, update: { $pull: { a: 1 } }, code: 2 }),
  updateFails('$pop on a string', {
    doc: { _id: 1, a: 'x' },
    update: { $pop: { a: 1 } },
    code: 14,
  }),
  updateFails('$pop by 2', { doc: { _id: 1, a: [1] }, update: { $pop: { a: 2 } }, code: 9 }),
  updateFails('through a scalar', {
    doc: { _id: 1, a: 5 },
    update: { $set: { 'a.b': 1 } },
    code: 28,
  }),
  updateFails('a name into an array', {
    doc: { _id: 1, a: [1] },
    update: { $set: { 'a.x': 1 } },
    code: 28,
  }),
  updateFails('another _id', { doc: { _id: 1 }, update: { $set: { _id: 2 } }, code: 66 }),
  updateFails('$ without an array in the filter', {
    doc: { _id: 1, a: [1] },
    update: { $set: { 'a.$': 2 } },
    code: 2,
  }),
  updateFails('$[name] without its filter', {
    doc: { _id: 1, a: [1] },
    update: { $set: { 'a.$[x]': 2 } },
    code: 2,
  }),
  updateFails('an unused array filter', {
    doc: { _id: 1, a: [1] },
    update: { $set: { a: 2 } },
    options: { arrayFilters: [{ x: 1 }] },
    code: 9,
  }),
  updateFails('an array filter by script', {
    doc: { _id: 1, a: [1] },
    update: { $set: { 'a.$[x]': 2 } },
    options: { arrayFilters: [{ $where: 'true' }] },
    code: 2,
  }),
  updateFails('an empty path part', { doc: { _id: 1 }, update: { $set: { 'a..b': 1 } }, code: 56 }),
  updateFails('a stage not for updates', { doc: { _id: 1 }, update: [{ $match: {} }], code: 72 }),
  fails('an order for many', 9, async ({ db, collection }) => {
    const updates = [{ q: {}, u: { $set: { a: 1 } }, multi: true, sort: { a: 1 } }];
    const reply = await db.command({ update: collection.collectionName, updates });
    throw reply.writeErrors?.[0] ?? new Error('it was taken');
  }),
  updateFails('$rename onto itself', {
    doc: { _id: 1, a: 1 },
    update: { $rename: { a: 'a' } },
    code: 2,
  }),
  updateFails('$bit on a double', {
    doc: { _id: 1, a: 1.5 },
    update: { $bit: { a: { and: 1 } } },
    code: 2,
  }),
];

export const updateCases: Case[] = [...fields, ...pipelines, ...refusals];
