/** Cases of the positional operator: which condition decides the element. */
import assert from 'node:assert/strict';
import type { Document } from 'mongodb';
import type { Case } from './case.ts';
import { checks, failsWith, fill, projects } from './case.ts';

const doc = { _id: 1, arr: [1, 2, 3, 4, 5], b: [10, 20], c: 7 };

/** The element that a filter picks, for a projection and for an update alike. */
function picks(filter: Document, element: number): Case[] {
  const name = JSON.stringify(filter);
  return [
    projects(`positional by ${name}`, doc, { 'arr.$': 1 }, { _id: 1, arr: [element] }, filter),
    checks(`update: positional by ${name}`, async (context) => {
      await fill(context, [doc]);
      await context.collection.updateOne(filter, { $set: { 'arr.$': 'x' } });
      const after = await context.collection.findOne({});
      assert.deepEqual(
        after?.arr,
        doc.arr.map((each) => (each === element ? 'x' : each)),
      );
    }),
  ];
}

function picksNone(filter: Document): Case {
  return checks(`fails: positional by ${JSON.stringify(filter)}`, async (context) => {
    await fill(context, [doc]);
    const found = context.collection.find(filter).project({ 'arr.$': 1 }).toArray();
    await failsWith(51246, found);
    await failsWith(2, context.collection.updateOne(filter, { $set: { 'arr.$': 'x' } }));
    assert.deepEqual(await context.collection.findOne({}), doc);
  });
}

// Source: MatchExpression::sortTree, OrMatchExpression (which passes no details on), and its rewriting as $in.
export const positionalCases: Case[] = [
  ...picks({ $and: [{ arr: { $gt: 1 } }, { arr: { $lt: 5 } }] }, 2),
  ...picks({ $and: [{ arr: { $lt: 5 } }, { arr: { $gt: 1 } }] }, 2),
  ...picks({ arr: { $gt: 1, $lt: 5 } }, 2),
  ...picks({ arr: { $gte: 3, $in: [5, 4] } }, 4),
  ...picks({ arr: { $in: [5], $gte: 3 } }, 3),
  ...picks({ arr: { $all: [3, 5] } }, 5),
  ...picks({ arr: { $elemMatch: { $gt: 3 } } }, 4),
  ...picks({ $or: [{ arr: 4 }, { arr: 2 }] }, 2),
  ...picks({ $or: [{ arr: { $gt: 3 } }] }, 4),
  ...picks({ arr: 3, $or: [{ arr: { $gt: 4 } }, { c: 7 }] }, 3),
  picksNone({ $or: [{ arr: 1 }, { b: 10 }] }),
  picksNone({ $or: [{ arr: { $gt: 3 } }, { arr: 2 }] }),
  picksNone({ $nor: [{ arr: 9 }] }),
  picksNone({ c: 7 }),
  checks('fails: positional projection with $expr', async (context) => {
    await fill(context, [doc]);
    const expression = { $expr: { $gt: ['$c', 1] } };
    for (const filter of [
      { arr: 2, ...expression },
      { arr: 2, $and: [expression] },
    ]) {
      const found = context.collection.find(filter).project({ 'arr.$': 1 }).toArray();
      await failsWith(224, found);
    }
  }),
];
