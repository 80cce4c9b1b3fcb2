/** Cases of what stages, updates and variables are refused with, to the word. */
import assert from 'node:assert/strict';
import type { Document } from 'mongodb';
import { Long } from 'mongodb';
import type { Case } from './case.ts';
import { checks, failsWith } from './case.ts';

const dollar =
  "FieldPath field names may not start with '$'. Consider using $getField or $setField.";
const inTheMiddle =
  "As of 4.4, it's illegal to specify positional operator in the middle of a path.Positional projection may only be used at the end, for example: a.b.$. If the query previously used a form like a.b.$.d, remove the parts following the '$' and the results will be equivalent.";

const stages: [stage: Document, code: number, message: string][] = [
  [{ $project: { a: 1, b: 0 } }, 31254, 'Cannot do exclusion on field b in inclusion projection'],
  [{ $project: {} }, 51272, 'projection specification must have at least one field'],
  [
    { $project: { a: {} } },
    51270,
    'An empty sub-projection is not a valid value. Found empty object at path',
  ],
  [{ $project: { 'a.$': 1 } }, 31324, 'Cannot use positional projection in aggregation projection'],
  [{ $project: { 'a.$.b': 1 } }, 31394, inTheMiddle],
  [{ $project: { a: { $frob: 1 } } }, 31325, 'Unknown expression $frob'],
  [{ $addFields: { $a: 1 } }, 16410, dollar],
  [{ $set: { $a: 1 } }, 16410, dollar],
  [{ $unset: '$a' }, 16410, dollar],
  [{ $unset: ['a', 'a'] }, 31250, 'Path collision at a'],
  [{ $unset: ['a', 'a.b'] }, 31249, 'Path collision at a.b remaining portion b'],
].map(([stage, code, why]) => {
  const [name] = Object.keys(stage as Document);
  return [stage as Document, Number(code), `Invalid ${name} :: caused by :: ${why}`];
});

stages.push(
  [{ $set: 'a' }, 40272, '$set specification stage must be an object, got string'],
  [{ $limit: '5' }, 5107201, 'invalid argument to $limit stage: Expected a number in: $limit: "5"'],
  [{ $limit: 4.5 }, 5107201, 'invalid argument to $limit stage: Expected an integer: $limit: 4.5'],
  [{ $group: { n: { $sum: [] } } }, 40237, 'The $sum accumulator is a unary operator'],
  [{ $group: { _id: 1, n: { a: 1 } } }, 40234, "The field 'n' must be an accumulator object"],
  [{ $group: { _id: 1, n: {} } }, 40234, "The field 'n' must be an accumulator object"],
  [{ $group: { _id: 1, n: { $count: 1 } } }, 14, '$count takes no arguments, i.e. $count:{}'],
);

const updates: [update: Document, code: number, message: string][] = [
  [
    { $rename: { 'v.foo': 'foo' } },
    28,
    'cannot use the part (v of v.foo) to traverse the element ({v: [ { a: 1 } ]})',
  ],
  [
    { $pop: { 'v.foo': 1 } },
    28,
    'Cannot use the part (foo) of (v.foo) to traverse the element ({v: [ { a: 1 } ]})',
  ],
  [{ $rename: { '': 'v' } }, 56, 'An empty update path is not valid.'],
  [
    { $inc: { max: 1 } },
    2,
    'Failed to apply $inc operations to current value ((NumberLong)9223372036854775807) for document {_id: 1}',
  ],
];

/** Unbound variables in places that no document ever evaluates. */
const unbound: unknown[] = [
  '$$frob',
  { $cond: [true, 1, '$$frob'] },
  { $let: { vars: { a: 1 }, in: '$$b' } },
  { $let: { vars: { a: '$$a' }, in: '$$a' } },
  { $map: { input: [], as: 'a', in: '$$this' } },
  { $filter: { input: '$$this', cond: true } },
  { $reduce: { input: [], initialValue: '$$value', in: 1 } },
];

export const wordingCases: Case[] = [
  checks('tells: stages', async ({ collection }) => {
    for (const [stage, code, message] of stages)
      await assert.rejects(collection.aggregate([stage]).toArray(), { code, message });
  }),
  checks('tells: updates', async ({ collection }) => {
    await collection.insertOne({ _id: 1 as never, v: [{ a: 1 }], max: Long.MAX_VALUE });
    for (const [update, code, message] of updates)
      await assert.rejects(collection.updateOne({}, update), { code, message });
  }),
  checks('an unbound variable fails without a document', async ({ collection }) => {
    for (const value of unbound) {
      await failsWith(17276, collection.aggregate([{ $set: { value } }]).toArray());
      await failsWith(17276, collection.find({ $expr: value as Document }).toArray());
    }
    for (const name of ['$$$', '$$$a', '$$1'])
      await failsWith(9, collection.aggregate([{ $set: { name } }]).toArray(), name);
  }),
];
