/** Cases of what stages that gather and join take and refuse. */
import { Double, Long } from 'mongodb';
import type { Case } from './case.ts';
import { aggregates } from './case.ts';
import { valuesBut } from './samples.ts';
import { stagesFail, stagesOf } from './table.ts';

const bounds = { groupBy: '$v', boundaries: [0, 10, 20] };

const groups: Case[] = [
  stagesFail('$group of what is no object', 15947, stagesOf('$group', valuesBut('object'))),
  stagesFail('$group without _id', 15955, stagesOf('$group', [{}, { n: { $sum: 1 } }])),
  stagesFail(
    '$group by fields included',
    17390,
    stagesOf('$group', [{ _id: { a: 1 } }, { _id: { a: true, b: '$b' } }]),
  ),
  stagesFail(
    '$group into what is no accumulator',
    40234,
    stagesOf(
      '$group',
      valuesBut('object').map((n) => ({ _id: null, n })),
    ),
  ),
  stagesFail('$group into a dotted name', 40235, [{ $group: { _id: null, 'a.b': { $sum: 1 } } }]),
  stagesFail('$group into a name with a dollar', 40236, [
    { $group: { _id: null, $a: { $sum: 1 } } },
  ]),
  stagesFail(
    '$group by an accumulator of a list',
    40237,
    ['$sum', '$avg', '$min', '$max', '$first', '$last', '$push', '$addToSet'].map((name) => ({
      $group: { _id: null, n: { [name]: [1, 2] } },
    })),
  ),
  stagesFail('$group into two accumulators', 40238, [
    { $group: { _id: null, n: { $sum: 1, $avg: 1 } } },
  ]),
  stagesFail('$group by an unknown accumulator', 15952, [
    { $group: { _id: null, n: { $frob: 1 } } },
  ]),
  stagesFail(
    '$sortByCount of what is no expression',
    40149,
    stagesOf('$sortByCount', valuesBut('string', 'object')),
  ),
  stagesFail('$sortByCount of a name', 40148, stagesOf('$sortByCount', ['a', ''])),
  stagesFail('$sortByCount of fields', 40147, stagesOf('$sortByCount', [{}, { a: 1 }])),
  stagesFail('$bucket of what is no object', 40201, stagesOf('$bucket', valuesBut('object'))),
  stagesFail('$bucket with another option', 40197, stagesOf('$bucket', [{ ...bounds, x: 1 }])),
  stagesFail(
    '$bucket without a need',
    40198,
    stagesOf('$bucket', [{}, { groupBy: '$v' }, { boundaries: [0, 1] }]),
  ),
  stagesFail(
    '$bucket by what is no expression',
    40202,
    stagesOf(
      '$bucket',
      [...valuesBut('string', 'object'), 'v', {}, { a: 1 }].map((groupBy) => ({
        ...bounds,
        groupBy,
      })),
    ),
  ),
  stagesFail(
    '$bucket with bounds that are no list',
    40200,
    stagesOf(
      '$bucket',
      valuesBut('array').map((boundaries) => ({ ...bounds, boundaries })),
    ),
  ),
  stagesFail(
    '$bucket with fewer than two bounds',
    40192,
    stagesOf(
      '$bucket',
      [[], [1]].map((boundaries) => ({ ...bounds, boundaries })),
    ),
  ),
  stagesFail(
    '$bucket with bounds of two types',
    40193,
    stagesOf(
      '$bucket',
      [[0, 'x']].map((boundaries) => ({ ...bounds, boundaries })),
    ),
  ),
  stagesFail(
    '$bucket with bounds out of order',
    40194,
    stagesOf(
      '$bucket',
      [
        [1, 0],
        [1, 1],
        [0, 2, 1],
      ].map((boundaries) => ({ ...bounds, boundaries })),
    ),
  ),
  stagesFail(
    '$bucket with a default inside',
    40199,
    stagesOf(
      '$bucket',
      [0, 10, 19.5].map((value) => ({ ...bounds, default: value })),
    ),
  ),
  stagesFail(
    '$bucket with an output that is no object',
    40196,
    stagesOf(
      '$bucket',
      valuesBut('object').map((output) => ({ ...bounds, output })),
    ),
  ),
  stagesFail('$bucket that misses a document', 40066, stagesOf('$bucket', [bounds]), [
    { _id: 1, v: 99 },
  ]),
  aggregates(
    '$bucket with bounds of mixed number types and a default',
    [{ _id: 1, v: 0 }, { _id: 2, v: 9.5 }, { _id: 3, v: 20 }, { _id: 4 }],
    [
      {
        $bucket: {
          groupBy: '$v',
          boundaries: [0, new Double(10), Long.fromNumber(20)],
          default: 20,
        },
      },
    ],
    [
      { _id: 0, count: 2 },
      { _id: 20, count: 2 },
    ],
  ),
];

const joins: Case[] = [
  stagesFail('$lookup of what is no object', 9, stagesOf('$lookup', valuesBut('object'))),
  stagesFail(
    '$lookup without its half',
    9,
    stagesOf('$lookup', [
      { from: 'x', as: 'y' },
      { from: 'x', localField: 'a', as: 'y' },
      { from: 'x', foreignField: 'a', as: 'y' },
      { from: 'x', let: { v: '$a' }, as: 'y' },
      { from: 'x', let: { v: '$a' }, localField: 'a', foreignField: 'b', as: 'y' },
    ]),
  ),
  stagesFail(
    '$lookup with fields that are no strings',
    14,
    stagesOf(
      '$lookup',
      valuesBut('string', 'null').flatMap((value) => [
        { from: 'x', localField: value, foreignField: 'b', as: 'y' },
        { from: 'x', localField: 'a', foreignField: value, as: 'y' },
        { from: 'x', localField: 'a', foreignField: 'b', as: value },
      ]),
    ),
  ),
  stagesFail(
    '$lookup with let or pipeline of another type',
    14,
    stagesOf('$lookup', [
      ...valuesBut('object', 'null').map((value) => ({
        from: 'x',
        let: value,
        pipeline: [],
        as: 'y',
      })),
      ...valuesBut('array', 'null').map((value) => ({ from: 'x', pipeline: value, as: 'y' })),
    ]),
  ),
  stagesFail(
    '$lookup with bad names of variables',
    9,
    stagesOf(
      '$lookup',
      ['Abc', '1abc', '_abc', '$abc', '', 'a.b', 'a-b'].map((name) => ({
        from: 'x',
        let: { [name]: '$a' },
        pipeline: [],
        as: 'y',
      })),
    ),
  ),
  stagesFail('$lookup without as', 40414, stagesOf('$lookup', [{ from: 'x', pipeline: [] }])),
  stagesFail(
    '$lookup with another field',
    40415,
    stagesOf('$lookup', [{ from: 'x', pipeline: [], as: 'y', z: 1 }]),
  ),
  stagesFail(
    '$lookup into a path that is none',
    40352,
    stagesOf('$lookup', [{ from: 'x', pipeline: [], as: '' }]),
  ),
  stagesFail(
    '$lookup into a path with a dollar',
    16410,
    stagesOf('$lookup', [{ from: 'x', pipeline: [], as: '$y' }]),
  ),
  stagesFail('$match of what is no object', 15959, stagesOf('$match', valuesBut('object'))),
];

export const gatherArgumentCases: Case[] = [...groups, ...joins];
