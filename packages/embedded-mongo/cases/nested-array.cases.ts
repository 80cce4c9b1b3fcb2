/** Cases of stages and expressions that meet arrays in arrays, and of updates that write what is there already. */
import assert from 'node:assert/strict';
import type { Document } from 'mongodb';
import type { Case } from './case.ts';
import { aggregates, checks, evaluates, fill } from './case.ts';

// Source: ExpressionFieldPath::evaluatePathArray.
const paths: Case[] = [
  evaluates('a path passes arrays in arrays over', { a: [[{ x: 1 }], { x: 2 }] }, '$a.x', [2]),
  evaluates('a position is no part of a path', { a: [[1], { 0: 2 }] }, '$a.0', [2]),
  evaluates('a path through an empty array', { a: [] }, '$a.x', []),
  evaluates('a path through an array in an array', { a: [[], [[]]] }, '$a.0', []),
  evaluates(
    'a path through two arrays of documents',
    { a: [{ b: [{ c: 1 }, [{ c: 2 }], 3] }, { b: { c: 4 } }, { b: 5 }] },
    '$a.b.c',
    [[1], 4],
  ),
  evaluates(
    'the path of a variable',
    { a: [[{ x: 1 }], { x: 2 }] },
    { $let: { vars: { v: '$a' }, in: '$$v.x' } },
    [2],
  ),
];

/** What `as` makes of the documents. */
function joinsAs(name: string, as: string, ...[d, becomes]: [unknown, Document]): Case {
  return checks(`aggregate: $lookup as ${name}`, async (context) => {
    await fill(context, [{ _id: 1, d }]);
    const from = `${context.collection.collectionName}_none`;
    const lookup = { $lookup: { from, localField: 'x', foreignField: 'y', as } };
    assert.deepEqual(await context.collection.aggregate([lookup]).toArray(), [
      { _id: 1, ...becomes },
    ]);
  });
}

// Source: MutableDocument::getNestedFieldHelper, which replaces what is no document.
const nested: Case[] = [
  joinsAs('a field of an empty array', 'd.j', [], { d: { j: [] } }),
  joinsAs('a field of an array', 'd.j', [1, 2], { d: { j: [] } }),
  joinsAs('a field of a scalar', 'd.j', 7, { d: { j: [] } }),
  joinsAs('a field of a document', 'd.j', { k: 1 }, { d: { k: 1, j: [] } }),
  aggregates(
    '$unwind with an index under an array',
    [{ _id: 1, v: [7], d: [1] }],
    [{ $unwind: { path: '$v', includeArrayIndex: 'd.at' } }],
    [{ _id: 1, v: 7, d: { at: 0 } }],
  ),
  aggregates(
    '$graphLookup as a field of an array',
    [{ _id: 1, d: [1] }],
    [
      {
        $graphLookup: {
          from: 'nothing_here',
          startWith: '$_id',
          connectFromField: 'a',
          connectToField: 'b',
          as: 'd.j',
        },
      },
    ],
    [{ _id: 1, d: { j: [] } }],
  ),
];

function modifies(name: string, replacement: Document | Document[], count: number): Case {
  return checks(`update: ${name}`, async (context) => {
    const { collection } = context;
    await fill(context, [{ _id: 1, x: 5 }]);
    const done = Array.isArray(replacement)
      ? await collection.updateOne({ _id: 1 as never }, replacement)
      : await collection.replaceOne({ _id: 1 as never }, replacement);
    assert.deepEqual([done.matchedCount, done.modifiedCount], [1, count]);
    assert.deepEqual(await collection.findOne(), { _id: 1, x: 5 });
  });
}

// Source: ObjectReplacementExecutor::applyReplacementUpdate, which compares the bytes with those sent.
const replacements: Case[] = [
  modifies('a replacement without _id is always another document', { x: 5 }, 1),
  modifies('a replacement with _id that is the same', { _id: 1, x: 5 }, 0),
  modifies('a replacement with _id in another place', { x: 5, _id: 1 }, 1),
  modifies('a pipeline that leaves _id out', [{ $replaceWith: { x: '$x' } }], 1),
  modifies('a pipeline that changes nothing', [{ $set: { x: 5 } }], 0),
];

export const nestedArrayCases: Case[] = [...paths, ...nested, ...replacements];
