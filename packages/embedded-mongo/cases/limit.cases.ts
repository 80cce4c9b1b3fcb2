/** What is too deep, too large or takes too long is refused, and refused in time. */
import assert from 'node:assert/strict';
import type { Case } from './case.ts';
import { checks, evaluationFails, fails, refuses, updateFails } from './case.ts';

const deepPath = Array(190).fill('a').join('.');

/** An expression whose value has the given nesting depth. */
function nesting(levels: number): unknown {
  const input = { $range: [0, levels] };
  return { $reduce: { input, initialValue: {}, in: { a: '$$value' } } };
}

const deep: Case[] = [
  updateFails('a path deeper than a document', {
    doc: { _id: 1 },
    update: { $set: { [deepPath]: 1 } },
    code: 15,
  }),
  updateFails('a pipeline that nests too deeply', {
    doc: { _id: 1 },
    update: [{ $set: { a: nesting(190) } }],
    code: 15,
  }),
  fails('an upsert of a path deeper than a document', 15, ({ collection }) =>
    collection.updateOne({ [deepPath]: 1 }, { $set: { x: 1 } }, { upsert: true }),
  ),
  evaluationFails('an answer that nests too deeply', 15, nesting(1000)),
];

const large: Case[] = [
  evaluationFails('a range larger than memory', 146, { $size: { $range: [0, 2147483647] } }),
  evaluationFails('arrays that double without end', 146, {
    $reduce: {
      input: { $range: [0, 40] },
      initialValue: [1, 2, 3],
      in: { $concatArrays: ['$$value', '$$value'] },
    },
  }),
  refuses('a string of more than 16 MB', 10334, ({ collection }) =>
    collection
      .insertOne({ text: 'x'.repeat(1024) })
      .then(() =>
        collection
          .aggregate([
            ...Array(15).fill({ $set: { text: { $concat: ['$text', '$text'] } } }),
            { $project: { bytes: { $strLenBytes: '$text' } } },
          ])
          .toArray(),
      ),
  ),
  refuses('more than 30 combining marks in a row under a collation', 238, ({ collection }) =>
    collection
      .insertOne({ text: `A${'\u0301\u0327'.repeat(20_000)}` })
      .then(() =>
        collection.find({ text: 'a' }, { collation: { locale: 'en', strength: 1 } }).toArray(),
      ),
  ),
  checks('as many elements of an index as a document holds change at once', async (context) => {
    const { collection } = context;
    await collection.createIndex({ a: 1 });
    await collection.insertOne({ a: Array.from({ length: 50_000 }, (_, at) => at) });
    await collection.updateOne({}, { $inc: { 'a.$[]': 100_000 } });
    assert.equal(await collection.countDocuments({ a: { $lt: 100_000 } }), 0);
    assert.equal(await collection.countDocuments({ a: 149_999 }), 1);
  }),
];

const long: Case[] = [
  refuses('a regular expression that goes back and forth', 51156, ({ collection }) =>
    collection
      .insertOne({ text: `${'a'.repeat(40)}!` })
      .then(() => collection.find({ text: /^(a+)+$/ }).toArray()),
  ),
  ...[/^(a|aa){60}$/, /^(a|a|a)*$/, new RegExp(`^${'(a|aa)'.repeat(40)}$`)].map((text) =>
    refuses(`a regular expression of many branches, ${text}`, 51156, ({ collection }) =>
      collection
        .insertOne({ text: `${'a'.repeat(60)}!` })
        .then(() => collection.find({ text }).toArray()),
    ),
  ),
  refuses('a regular expression over a long text', 51156, ({ collection }) =>
    collection
      .insertOne({ text: 'a'.repeat(500_000) })
      .then(() => collection.aggregate([{ $match: { text: /a+b/ } }]).toArray()),
  ),
  fails('a read that takes longer than its maxTimeMS', 50, ({ collection }) => {
    const input = { $range: [0, 3000] };
    const inner = { $sum: { $map: { input, in: '$$this' } } };
    return collection
      .insertOne({})
      .then(() =>
        collection
          .aggregate([{ $project: { v: { $map: { input, in: inner } } } }], { maxTimeMS: 20 })
          .toArray(),
      );
  }),
];

const slow: Case[] = [
  ...[
    { $setUnion: [{ $range: [0, 5_000_000] }, []] },
    { $sortArray: { input: { $range: [0, 5_000_000] }, sortBy: -1 } },
  ].map((value) =>
    fails(`an array too long for its maxTimeMS by ${Object.keys(value)}`, 50, ({ collection }) =>
      collection
        .insertOne({})
        .then(() =>
          collection
            .aggregate([{ $project: { v: { $size: value } } }], { maxTimeMS: 200 })
            .toArray(),
        ),
    ),
  ),
  fails('an update of more documents than its maxTimeMS allows', 50, ({ collection }) =>
    collection.insertMany(Array.from({ length: 2000 }, () => ({}))).then(() =>
      collection.updateMany({}, [{ $set: { n: { $size: { $range: [0, 20_000] } } } }], {
        maxTimeMS: 50,
      }),
    ),
  ),
];

const names: Case[] = [
  ...['constructor', 'toString', 'hasOwnProperty'].map((name) =>
    evaluationFails(`a variable named ${name} without a definition`, 17276, `$$${name}`),
  ),
  ...[
    { $set: { 'a._bsontype': 'ObjectId' } },
    { $rename: { b: '_bsontype' } },
    [{ $set: { a: { $arrayToObject: [[['_bsontype', 'Long']]] } } }],
  ].map((update) =>
    refuses(`a field named _bsontype by ${JSON.stringify(update)}`, 2, ({ collection }) =>
      collection.insertOne({ b: 1 }).then(() => collection.updateOne({}, update as object)),
    ),
  ),
];

export const limitCases: Case[] = [...deep, ...large, ...long, ...slow, ...names];
