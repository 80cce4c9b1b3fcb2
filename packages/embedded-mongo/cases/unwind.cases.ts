/** Cases of $unwind: what it makes of documents, and what it refuses. */
import type { Case } from './case.ts';
import { aggregates } from './case.ts';
import { valuesBut } from './samples.ts';
import { stagesFail, stagesOf } from './table.ts';

const deep = Array.from({ length: 201 }, () => 'a').join('.');

export const unwindCases: Case[] = [
  stagesFail(
    '$unwind of what is no path',
    15981,
    stagesOf('$unwind', valuesBut('string', 'object')),
  ),
  stagesFail(
    '$unwind of nothing',
    28812,
    stagesOf('$unwind', ['', {}, { path: '' }, { includeArrayIndex: 'i' }]),
  ),
  stagesFail(
    '$unwind of a path that is no string',
    28808,
    stagesOf(
      '$unwind',
      valuesBut('string').map((path) => ({ path })),
    ),
  ),
  stagesFail(
    '$unwind of a path without its dollar',
    28818,
    stagesOf('$unwind', ['a', { path: 'a' }]),
  ),
  stagesFail('$unwind of a dollar alone', 40352, stagesOf('$unwind', ['$', { path: '$' }])),
  stagesFail('$unwind of a variable', 16410, stagesOf('$unwind', ['$$ROOT', '$a.$b'])),
  stagesFail('$unwind of a dot at the end', 40353, stagesOf('$unwind', ['$a.'])),
  stagesFail('$unwind of an empty part', 15998, stagesOf('$unwind', ['$a..b', '$.a'])),
  stagesFail('$unwind of a NUL', 16419, stagesOf('$unwind', ['$a\0b'])),
  stagesFail('$unwind of too long a path', 15, stagesOf('$unwind', [`$${deep}`])),
  stagesFail(
    '$unwind that keeps by what is no boolean',
    28809,
    stagesOf(
      '$unwind',
      valuesBut('bool').map((preserveNullAndEmptyArrays) => ({
        path: '$a',
        preserveNullAndEmptyArrays,
      })),
    ),
  ),
  stagesFail(
    '$unwind with an index that is no name',
    28810,
    stagesOf(
      '$unwind',
      [...valuesBut('string'), ''].map((includeArrayIndex) => ({ path: '$a', includeArrayIndex })),
    ),
  ),
  stagesFail(
    '$unwind with an index that is a path',
    28822,
    stagesOf(
      '$unwind',
      ['$i', '$', '$$'].map((includeArrayIndex) => ({ path: '$a', includeArrayIndex })),
    ),
  ),
  stagesFail(
    '$unwind with another option',
    28811,
    stagesOf('$unwind', [{ path: '$a', x: 1 }, { x: 1 }]),
  ),
  aggregates(
    '$unwind numbers the elements, and null where there are none',
    [
      { _id: 1, a: ['x', 'y'] },
      { _id: 2, a: [] },
      { _id: 3, a: null },
      { _id: 4 },
      { _id: 5, a: 'z' },
    ],
    [
      { $unwind: { path: '$a', includeArrayIndex: 'o.i', preserveNullAndEmptyArrays: true } },
      { $sort: { _id: 1, 'o.i': 1 } },
    ],
    [
      { _id: 1, a: 'x', o: { i: 0 } },
      { _id: 1, a: 'y', o: { i: 1 } },
      { _id: 2, o: { i: null } },
      { _id: 3, a: null, o: { i: null } },
      { _id: 4, o: { i: null } },
      { _id: 5, a: 'z', o: { i: null } },
    ],
  ),
  aggregates(
    '$unwind does not look through an array',
    [{ _id: 1, a: [{ b: [1, 2] }] }],
    [{ $unwind: { path: '$a.b', preserveNullAndEmptyArrays: true } }],
    [{ _id: 1, a: [{ b: [1, 2] }] }],
  ),
  aggregates(
    '$unwind into another field',
    [{ _id: 1, a: [{ v: 1 }] }],
    [{ $unwind: { path: '$a', includeArrayIndex: 'a.i' } }],
    [{ _id: 1, a: { v: 1, i: 0 } }],
  ),
];
