/** Cases of $push with its modifiers, of $pull, $pullAll and $pop. */
import { Decimal128, Double, Long } from 'mongodb';
import type { Case } from './case.ts';
import { updateFails, updates } from './case.ts';
import { numbers, sampleValues, valuesBut } from './samples.ts';
import { updatesExactly, updatesFail } from './table.ts';

/** What `$push: { a: { $each: [], ...modifiers } }` makes of an array. */
function pushes(name: string, ...[before, modifiers, after]: [unknown[], object, unknown[]]): Case {
  return updatesExactly(
    `$push ${name}`,
    { _id: 1, a: before },
    { $push: { a: { $each: [], ...modifiers } } },
    { _id: 1, a: after },
  );
}

const { binData, objectId, date, regex, timestamp, minKey, maxKey } = sampleValues;
const mixed = [
  maxKey,
  date,
  'b',
  2,
  true,
  null,
  { a: 1 },
  objectId,
  [1],
  binData,
  minKey,
  timestamp,
  'a',
  regex,
  1.5,
  false,
];
const ordered = [
  minKey,
  null,
  1.5,
  2,
  'a',
  'b',
  { a: 1 },
  [1],
  binData,
  objectId,
  false,
  true,
  date,
  timestamp,
  regex,
  maxKey,
];

const sorted: Case[] = [
  pushes('sorts all types in BSON order', mixed, { $sort: 1 }, ordered),
  pushes('sorts all types backwards', mixed, { $sort: -1 }, ordered.toReversed()),
  pushes(
    'sorts numbers of all types together',
    [Long.fromNumber(3), 1, new Double(2), Decimal128.fromString('4')],
    { $sort: 1 },
    [1, new Double(2), Long.fromNumber(3), Decimal128.fromString('4')],
  ),
  pushes('puts NaN below all numbers', [1, Number.NaN, Number.NEGATIVE_INFINITY], { $sort: 1 }, [
    Number.NaN,
    Number.NEGATIVE_INFINITY,
    1,
  ]),
  pushes(
    'keeps the order of equals, also backwards',
    [{ k: 1, v: 1 }, { k: 2 }, { k: 1, v: 2 }],
    { $sort: { k: -1 } },
    [{ k: 2 }, { k: 1, v: 1 }, { k: 1, v: 2 }],
  ),
  pushes('keeps equal elements in order backwards', [1, new Double(1), 2], { $sort: -1 }, [
    2,
    1,
    new Double(1),
  ]),
  pushes(
    'sorts what is no document as null',
    [{ s: 5 }, 3, { s: 1 }, 'text', { s: null }],
    { $sort: { s: 1 } },
    [3, 'text', { s: null }, { s: 1 }, { s: 5 }],
  ),
  pushes(
    'sorts by two fields, one of them nested',
    [
      { o: { x: 2 }, y: 1 },
      { o: { x: 1 }, y: 1 },
      { o: { x: 1 }, y: 2 },
    ],
    { $sort: { 'o.x': 1, y: -1 } },
    [
      { o: { x: 1 }, y: 2 },
      { o: { x: 1 }, y: 1 },
      { o: { x: 2 }, y: 1 },
    ],
  ),
  pushes('compares an array field whole', [{ v: [3] }, { v: [1, 9] }], { $sort: { v: 1 } }, [
    { v: [1, 9] },
    { v: [3] },
  ]),
  pushes('sorts before it cuts', [3, 1, 2], { $sort: 1, $slice: 2 }, [1, 2]),
  pushes('cuts to nothing', [1, 2], { $slice: 0 }, []),
  pushes('cuts by a whole double', [1, 2, 3], { $slice: new Double(-2) }, [2, 3]),
  pushes('cuts by a Decimal128', [1, 2, 3], { $slice: Decimal128.fromString('2') }, [1, 2]),
  pushes('cuts by more than there is', [1, 2], { $slice: Long.fromNumber(9) }, [1, 2]),
  updates('$push puts in, sorts and cuts in this order', {
    doc: { _id: 1, a: [5, 1] },
    update: { $push: { a: { $each: [3, 9], $position: 0, $sort: -1, $slice: 3 } } },
    becomes: { _id: 1, a: [9, 5, 3] },
  }),
  updates('$push beyond the end adds there', {
    doc: { _id: 1, a: [1] },
    update: { $push: { a: { $each: [2], $position: 99 } } },
    becomes: { _id: 1, a: [1, 2] },
  }),
  updates('$push before the beginning adds there', {
    doc: { _id: 1, a: [1, 2] },
    update: { $push: { a: { $each: [0], $position: -99 } } },
    becomes: { _id: 1, a: [0, 1, 2] },
  }),
  updates('$push without $each takes modifiers for fields', {
    doc: { _id: 1, a: [1] },
    update: { $push: { a: { $sort: 1 } } },
    becomes: { _id: 1, a: [1, { $sort: 1 }] },
  }),
  updates('$push makes an array where there is none', {
    doc: { _id: 1 },
    update: { $push: { 'o.a': { $each: [2, 1], $sort: 1 } } },
    becomes: { _id: 1, o: { a: [1, 2] } },
  }),
  updates('$addToSet knows equal numbers', {
    doc: { _id: 1, a: [1] },
    update: { $addToSet: { a: { $each: [new Double(1), Long.fromNumber(2), 2] } } },
    becomes: { _id: 1, a: [1, 2] },
  }),
];

const pulls: Case[] = [
  updates('$pull with $or at its top', {
    doc: { _id: 1, a: [{ k: 1 }, { k: 2 }, { k: 3 }, 1] },
    update: { $pull: { a: { $or: [{ k: 1 }, { k: { $gt: 2 } }] } } },
    becomes: { _id: 1, a: [{ k: 2 }, 1] },
  }),
  updates('$pull with $and at its top', {
    doc: {
      _id: 1,
      a: [
        { k: 1, v: 1 },
        { k: 1, v: 2 },
      ],
    },
    update: { $pull: { a: { $and: [{ k: 1 }, { v: { $ne: 1 } }] } } },
    becomes: { _id: 1, a: [{ k: 1, v: 1 }] },
  }),
  updates('$pull with $nor at its top', {
    doc: { _id: 1, a: [{ k: 1 }, { k: 2 }, 5] },
    update: { $pull: { a: { $nor: [{ k: 1 }] } } },
    becomes: { _id: 1, a: [{ k: 1 }, 5] },
  }),
  updates('$pull with an empty filter takes the documents', {
    doc: { _id: 1, a: [1, {}, { b: 1 }, [2]] },
    update: { $pull: { a: {} } },
    becomes: { _id: 1, a: [1, [2]] },
  }),
  updates('$pull of null leaves documents without the field', {
    doc: { _id: 1, a: [1, null, {}] },
    update: { $pull: { a: null } },
    becomes: { _id: 1, a: [1, {}] },
  }),
  updates('$pull of an array takes equal arrays', {
    doc: { _id: 1, a: [[1, 2], [2, 1], 1] },
    update: { $pull: { a: [1, 2] } },
    becomes: { _id: 1, a: [[2, 1], 1] },
  }),
  updates('$pull with $in and $nin', {
    doc: { _id: 1, a: [1, 2, 3], b: [1, 2, 3] },
    update: { $pull: { a: { $in: [1, 3] }, b: { $nin: [1, 3] } } },
    becomes: { _id: 1, a: [2], b: [1, 3] },
  }),
  updates('$pull with $elemMatch', {
    doc: { _id: 1, a: [[{ k: 1 }], [{ k: 2 }], { k: 1 }] },
    update: { $pull: { a: { $elemMatch: { k: 1 } } } },
    becomes: { _id: 1, a: [[{ k: 2 }], { k: 1 }] },
  }),
  updates('$pull of nothing there', {
    doc: { _id: 1, o: {} },
    update: { $pull: { a: 1, 'o.b.c': 1 } },
    becomes: { _id: 1, o: {} },
  }),
  updates('$pullAll of documents by their order of fields', {
    doc: {
      _id: 1,
      a: [
        { x: 1, y: 2 },
        { y: 2, x: 1 },
      ],
    },
    update: { $pullAll: { a: [{ x: 1, y: 2 }] } },
    becomes: { _id: 1, a: [{ y: 2, x: 1 }] },
  }),
  updates('$pop of an empty array and of nothing', {
    doc: { _id: 1, a: [], o: {} },
    update: { $pop: { a: 1, b: -1, 'o.x.y': 1 } },
    becomes: { _id: 1, a: [], o: {} },
  }),
  updates('$pop by 1 of any number type', {
    doc: { _id: 1, a: [1, 2], b: [1, 2], c: [1, 2] },
    update: { $pop: { a: new Double(1), b: Long.fromNumber(-1), c: Decimal128.fromString('1') } },
    becomes: { _id: 1, a: [1], b: [2], c: [1] },
  }),
];

const doc = { _id: 1, a: [1], n: 5, o: { p: 5 }, s: 'text', nil: null };

const refusals: Case[] = [
  updatesFail('$push with modifiers that are none', 2, {
    doc,
    updates: [
      ...valuesBut(...numbers, 'object').map((value) => ({
        $push: { a: { $each: [], $sort: value } },
      })),
      ...valuesBut(...numbers).flatMap((value) => [
        { $push: { a: { $each: [], $slice: value } } },
        { $push: { a: { $each: [], $position: value } } },
        { $push: { a: { $each: [], $sort: { k: value } } } },
      ]),
      ...[0, 2, 1.5, Number.NaN].map((value) => ({ $push: { a: { $each: [], $sort: value } } })),
      ...[1.5, Number.NaN, Number.POSITIVE_INFINITY].flatMap((value) => [
        { $push: { a: { $each: [], $slice: value } } },
        { $push: { a: { $each: [], $position: value } } },
      ]),
      ...[{}, { k: 0 }, { '': 1 }, { 'k.': 1 }, { '.k': 1 }, { 'k..l': 1 }].map(($sort) => ({
        $push: { a: { $each: [], $sort } },
      })),
      { $push: { a: { $each: [1], $frob: 1 } } },
      ...valuesBut('array').map(($each) => ({ $push: { a: { $each } } })),
    ],
  }),
  updatesFail('$push, $addToSet, $pull and $pullAll on what is no array', 2, {
    doc,
    updates: ['n', 'o', 's', 'nil', '_id'].flatMap((field) => [
      { $push: { [field]: 1 } },
      { $addToSet: { [field]: 1 } },
      { $pull: { [field]: 1 } },
      { $pullAll: { [field]: [1] } },
    ]),
  }),
  updatesFail('$addToSet with $each that is no array', 14, {
    doc,
    updates: valuesBut('array').map(($each) => ({ $addToSet: { a: { $each } } })),
  }),
  updatesFail('$addToSet with more than $each', 2, {
    doc,
    updates: ['$sort', '$slice', '$position', '$frob'].map((name) => ({
      $addToSet: { a: { $each: [1], [name]: 1 } },
    })),
  }),
  updatesFail('$pull with operators that are none at its top', 2, {
    doc,
    updates: [{ $not: { $gt: 3 } }, { $each: [1] }, { $slice: 1 }, { $frob: 1 }, { $or: [] }].map(
      (argument) => ({ $pull: { a: argument } }),
    ),
  }),
  updatesFail('$pullAll of what is no array', 2, {
    doc,
    updates: valuesBut('array').map((value) => ({ $pullAll: { a: value } })),
  }),
  updatesFail('$pop by what is not 1 or -1', 9, {
    doc,
    updates: [...valuesBut(), 0, 2, -2, 1.5].map((value) => ({ $pop: { a: value } })),
  }),
  updatesFail('$pop on what is no array', 14, {
    doc,
    updates: ['n', 'o', 's', 'nil'].map((field) => ({ $pop: { [field]: 1 } })),
  }),
  updatesFail('paths through what is no array or document', 28, {
    doc,
    updates: ['n.x', 'o.p.x', 'a.x', 'a.0.x', 'nil.x'].flatMap((field) => [
      { $pop: { [field]: 1 } },
      { $pull: { [field]: 1 } },
      { $pullAll: { [field]: [1] } },
      { $push: { [field]: 1 } },
      { $addToSet: { [field]: 1 } },
      { $set: { [field]: 1 } },
      { $inc: { [field]: 1 } },
    ]),
  }),
  updateFails('arguments are read though no document is found', {
    doc,
    filter: { _id: 2 },
    update: { $pop: { a: 5 } },
    code: 9,
  }),
];

export const pushCases: Case[] = [...sorted, ...pulls, ...refusals];
