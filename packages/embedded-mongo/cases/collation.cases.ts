/** Cases of what a collation without regard to case decides, and of what is refused under one. */
import assert from 'node:assert/strict';
import type { Document, UpdateOptions } from 'mongodb';
import type { Case } from './case.ts';
import { checks, fill, refuses } from './case.ts';

const collation = { locale: 'en', strength: 2 } as const;

function updates(
  name: string,
  ...[update, a, options = {}]: [Document, unknown, UpdateOptions?]
): Case {
  return checks(`update under a collation: ${name}`, async (context) => {
    await fill(context, [{ _id: 1, a: ['x', 'y', { k: 'x' }] }]);
    await context.collection.updateOne({}, update, { ...options, collation });
    assert.deepEqual((await context.collection.findOne())?.a, a);
  });
}

function refusesUpdate(name: string, update: Document | Document[]): Case {
  return refuses(`${name} under a collation`, 238, async (context) => {
    await fill(context, [{ _id: 1, a: ['b'], s: 'b' }]);
    await context.collection.updateOne({}, update, { collation });
  });
}

// Source: UpdateNode::setCollator and its overrides; ArrayFilter and $elemMatch are parsed with the collator.
export const collationCases: Case[] = [
  updates('$pull of a value', { $pull: { a: 'X' } }, ['y', { k: 'x' }]),
  updates('$pull by a list', { $pull: { a: { $in: ['X', 'Y'] } } }, [{ k: 'x' }]),
  updates('$pull by a field', { $pull: { a: { k: 'X' } } }, ['x', 'y']),
  updates('$pullAll', { $pullAll: { a: ['X', { k: 'X' }] } }, ['y']),
  updates('$addToSet', { $addToSet: { a: { $each: ['X', 'z', 'Z'] } } }, [
    'x',
    'y',
    { k: 'x' },
    'z',
  ]),
  updates('arrayFilters', { $set: { 'a.$[e]': 1 } }, [1, 'y', { k: 'x' }], {
    arrayFilters: [{ e: 'X' }],
  }),
  updates('$min of a number', { $min: { n: 1 } }, ['x', 'y', { k: 'x' }]),
  checks('projection under a collation: $elemMatch', async (context) => {
    await fill(context, [{ _id: 1, a: [{ k: 'x' }, { k: 'Y' }] }]);
    const projection = { a: { $elemMatch: { k: 'y' } } };
    assert.deepEqual(await context.collection.findOne({}, { collation, projection }), {
      _id: 1,
      a: [{ k: 'Y' }],
    });
  }),
  refusesUpdate('$min of a text', { $min: { s: 'A' } }),
  refusesUpdate('$max of a list', { $max: { a: ['C'] } }),
  refusesUpdate('$push with $sort', { $push: { a: { $each: ['A'], $sort: 1 } } }),
  refusesUpdate('a pipeline update', [{ $set: { a: { $eq: ['$s', 'B'] } } }]),
  ...[
    { filter: { $expr: { $eq: ['$s', 'B'] } } },
    { let: { x: { $eq: ['a', 'A'] } } },
    { projection: { x: { $eq: ['$s', 'B'] } } },
  ].map((options) =>
    refuses(
      `${Object.keys(options)} with an expression under a collation`,
      238,
      ({ db, collection }) =>
        db.command({ find: collection.collectionName, collation, ...options }),
    ),
  ),
];
