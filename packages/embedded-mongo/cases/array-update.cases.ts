/** Cases of updates to arrays. */
import type { Case } from './case.ts';
import { updates } from './case.ts';

export const arrayUpdateCases: Case[] = [
  updates('$push one', {
    doc: { _id: 1, a: [1] },
    update: { $push: { a: 2 } },
    becomes: { _id: 1, a: [1, 2] },
  }),
  updates('$push an array as one element', {
    doc: { _id: 1, a: [] },
    update: { $push: { a: [1, 2] } },
    becomes: { _id: 1, a: [[1, 2]] },
  }),
  updates('$push $each with $position', {
    doc: { _id: 1, a: [1, 4] },
    update: { $push: { a: { $each: [2, 3], $position: 1 } } },
    becomes: { _id: 1, a: [1, 2, 3, 4] },
  }),
  updates('$push with a negative $position', {
    doc: { _id: 1, a: [1, 3] },
    update: { $push: { a: { $each: [2], $position: -1 } } },
    becomes: { _id: 1, a: [1, 2, 3] },
  }),
  updates('$push with a negative $slice keeps the end', {
    doc: { _id: 1, a: [1, 2, 3] },
    update: { $push: { a: { $each: [4], $slice: -2 } } },
    becomes: { _id: 1, a: [3, 4] },
  }),
  updates('$push sorted by a field, descending', {
    doc: { _id: 1, a: [{ n: 1 }, { n: 3 }] },
    update: { $push: { a: { $each: [{ n: 2 }], $sort: { n: -1 } } } },
    becomes: { _id: 1, a: [{ n: 3 }, { n: 2 }, { n: 1 }] },
  }),
  updates('$addToSet knows equal documents', {
    doc: { _id: 1, a: [{ k: 1 }] },
    update: { $addToSet: { a: { k: 1 } } },
    becomes: { _id: 1, a: [{ k: 1 }] },
  }),
  updates('$addToSet $each', {
    doc: { _id: 1, a: [1] },
    update: { $addToSet: { a: { $each: [2, 1, 2] } } },
    becomes: { _id: 1, a: [1, 2] },
  }),
  updates('$pull by a condition on documents', {
    doc: {
      _id: 1,
      a: [
        { k: 1, v: 5 },
        { k: 2, v: 9 },
      ],
    },
    update: { $pull: { a: { v: { $lt: 6 } } } },
    becomes: { _id: 1, a: [{ k: 2, v: 9 }] },
  }),
  updates('$pull by a range on values', {
    doc: { _id: 1, a: [1, 5, 9] },
    update: { $pull: { a: { $gte: 5 } } },
    becomes: { _id: 1, a: [1] },
  }),
  updates('$pull with a regular expression', {
    doc: { _id: 1, a: ['ab', 'b'] },
    update: { $pull: { a: /^a/ } },
    becomes: { _id: 1, a: ['b'] },
  }),
  updates('$pullAll', {
    doc: { _id: 1, a: [1, 2, 1, 3] },
    update: { $pullAll: { a: [1, 3] } },
    becomes: { _id: 1, a: [2] },
  }),
  updates('$pop at either end', {
    doc: { _id: 1, a: [1, 2, 3], b: [1, 2] },
    update: { $pop: { a: 1, b: -1 } },
    becomes: { _id: 1, a: [1, 2], b: [2] },
  }),
  updates('$ for the matched element', {
    doc: { _id: 1, a: [{ k: 1 }, { k: 2 }] },
    filter: { 'a.k': 2 },
    update: { $set: { 'a.$.v': 9 } },
    becomes: { _id: 1, a: [{ k: 1 }, { k: 2, v: 9 }] },
  }),
  updates('$ after $elemMatch', {
    doc: {
      _id: 1,
      a: [
        { k: 1, v: 1 },
        { k: 1, v: 2 },
      ],
    },
    filter: { a: { $elemMatch: { k: 1, v: 2 } } },
    update: { $inc: { 'a.$.v': 5 } },
    becomes: {
      _id: 1,
      a: [
        { k: 1, v: 1 },
        { k: 1, v: 7 },
      ],
    },
  }),
  updates('$ after $in', {
    doc: { _id: 1, a: [7, 8, 9] },
    filter: { a: { $in: [8, 99] } },
    update: { $set: { 'a.$': 0 } },
    becomes: { _id: 1, a: [7, 0, 9] },
  }),
  updates('$[] for all elements', {
    doc: { _id: 1, a: [{ n: 1 }, { n: 2 }] },
    update: { $inc: { 'a.$[].n': 10 } },
    becomes: { _id: 1, a: [{ n: 11 }, { n: 12 }] },
  }),
  updates('$[name] with an array filter', {
    doc: { _id: 1, a: [1, 5, 9] },
    update: { $set: { 'a.$[x]': 0 } },
    options: { arrayFilters: [{ x: { $gte: 5 } }] },
    becomes: { _id: 1, a: [1, 0, 0] },
  }),
  updates('two array filters, one inside the other', {
    doc: {
      _id: 1,
      a: [
        { k: 1, b: [1, 2] },
        { k: 2, b: [1, 2] },
      ],
    },
    update: { $set: { 'a.$[o].b.$[i]': 0 } },
    options: { arrayFilters: [{ 'o.k': 2 }, { i: 1 }] },
    becomes: {
      _id: 1,
      a: [
        { k: 1, b: [1, 2] },
        { k: 2, b: [0, 2] },
      ],
    },
  }),
];
