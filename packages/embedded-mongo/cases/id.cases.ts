/** Cases of `_id` where an update says nothing, or something else, about it. */
import assert from 'node:assert/strict';
import type { Case } from './case.ts';
import { checks, updateFails, updates } from './case.ts';

export const idCases: Case[] = [
  updates('a pipeline that replaces the document keeps its _id', {
    doc: { _id: 1, a: { x: 1 } },
    update: [{ $replaceWith: '$a' }],
    becomes: { _id: 1, x: 1 },
  }),
  updates('a pipeline cannot unset _id', {
    doc: { _id: 1, a: 1 },
    update: [{ $unset: '_id' }, { $set: { b: 2 } }],
    becomes: { _id: 1, a: 1, b: 2 },
  }),
  updateFails('a pipeline that makes another _id', {
    doc: { _id: 1, a: 1 },
    update: [{ $set: { _id: 2 } }],
    code: 66,
  }),
  checks('replace: an upsert by _id null, and a replacement of it, keep null', async (context) => {
    const { collection } = context;
    const byNull = { _id: null } as never;
    await collection.replaceOne(byNull, { a: 1 }, { upsert: true });
    assert.deepEqual(await collection.find().toArray(), [{ _id: null, a: 1 }]);
    await collection.replaceOne(byNull, { a: 2 });
    assert.deepEqual(await collection.find().toArray(), [{ _id: null, a: 2 }]);
    await assert.rejects(collection.replaceOne({ a: 2 }, { _id: 5, a: 3 } as never), { code: 66 });
  }),
];
