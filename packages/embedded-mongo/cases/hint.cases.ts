/** Cases of hints: the answer is what the named index holds, also of a sparse or partial one. */
import assert from 'node:assert/strict';
import type { Document } from 'mongodb';
import type { Case, CaseContext } from './case.ts';
import { checks, fill } from './case.ts';

const docs = [
  { _id: 1, s: 5, k: 'a' },
  { _id: 2, k: 'b' },
  { _id: 3, s: null, k: 'c' },
];

async function counts(
  { collection }: CaseContext,
  filter: Document,
  hint: string,
): Promise<number[]> {
  const found = await collection.find(filter).hint(hint).toArray();
  const gathered = await collection
    .aggregate([{ $match: filter }, { $project: { k: 1 } }], { hint })
    .toArray();
  const kinds = await collection.distinct('k', filter, { hint });
  const { matchedCount } = await collection.updateMany(filter, { $set: { seen: 1 } }, { hint });
  const counted = await collection.countDocuments(filter, { hint });
  return [found.length, gathered.length, kinds.length, matchedCount, counted];
}

// Source: the functional tests of count, find, distinct and aggregate with hints of sparse and partial indexes.
export const hintCases: Case[] = [
  checks('hint: a sparse index leaves out what lacks the field', async (context) => {
    await fill(context, docs);
    await context.collection.createIndex({ s: 1 }, { sparse: true, name: 's' });
    assert.deepEqual(await counts(context, {}, 's'), [2, 2, 2, 2, 2]);
    assert.deepEqual(await counts(context, { s: null }, 's'), [1, 1, 1, 1, 1]);
    assert.deepEqual(await counts(context, { s: { $exists: false } }, 's'), [0, 0, 0, 0, 0]);
    const { n } = await context.db.command({ count: context.collection.collectionName, hint: 's' });
    assert.equal(n, 2);
    assert.equal((await context.collection.find({ s: null }).toArray()).length, 2);
  }),
  checks('hint: a partial index leaves out what its filter does not hold', async (context) => {
    await fill(context, docs);
    await context.collection.createIndex(
      { k: 1 },
      { partialFilterExpression: { s: { $gt: 1 } }, name: 'p' },
    );
    assert.deepEqual(await counts(context, {}, 'p'), [1, 1, 1, 1, 1]);
    assert.deepEqual(await counts(context, { k: { $gt: 'a' } }, 'p'), [0, 0, 0, 0, 0]);
    const sorted = await context.collection.find().sort({ k: -1 }).hint('p').toArray();
    assert.deepEqual(
      sorted.map(({ _id }) => _id),
      [1],
    );
  }),
  checks('hint: an index of another collation holds all answers', async (context) => {
    await fill(context, [
      { _id: 1, k: 'B' },
      { _id: 2, k: 'a' },
      { _id: 3, k: 'b' },
    ]);
    const collation = { locale: 'en', strength: 2 };
    await context.collection.createIndex({ k: 1 }, { collation, name: 'c' });
    const found = await context.collection
      .find({ k: { $gte: 'a' } })
      .sort({ k: 1 })
      .hint('c')
      .toArray();
    assert.deepEqual(
      found.map(({ _id }) => _id),
      [2, 3],
    );
    assert.equal(await context.collection.countDocuments({ k: 'b' }, { hint: 'c' }), 1);
  }),
];
