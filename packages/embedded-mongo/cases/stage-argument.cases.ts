/** Cases of what stages that count, sort and set take and refuse. */
import { Decimal128, Double, Long } from 'mongodb';
import type { Case } from './case.ts';
import { aggregates } from './case.ts';
import { numbers, valuesBut } from './samples.ts';
import { stagesFail, stagesOf } from './table.ts';

const dec = (text: string): Decimal128 => Decimal128.fromString(text);
const deep = Array.from({ length: 201 }, () => 'a').join('.');

const noCount = [
  ...valuesBut(...numbers),
  ...[-1, 0.5, -0.5, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 2 ** 63],
  ...['-1', '1.5', 'NaN', 'Infinity', '9223372036854775808', '1E-6176'].map(dec),
  Long.fromNumber(-1),
];

const counts: Case[] = [
  stagesFail('$limit of what is no count', 5107201, stagesOf('$limit', noCount)),
  stagesFail(
    '$limit of 0',
    15958,
    stagesOf('$limit', [0, -0, Long.fromNumber(0), new Double(0), dec('0'), dec('-0')]),
  ),
  stagesFail('$skip of what is no count', 5107200, stagesOf('$skip', noCount)),
  aggregates(
    '$skip and $limit by any number type',
    [{ _id: 1 }, { _id: 2 }, { _id: 3 }],
    [{ $sort: { _id: 1 } }, { $skip: dec('1') }, { $limit: new Double(1) }],
    [{ _id: 2 }],
  ),
  stagesFail('$count of what is no string', 40156, stagesOf('$count', valuesBut('string'))),
  stagesFail('$count of nothing', 40157, stagesOf('$count', [''])),
  stagesFail('$count of a path', 40158, stagesOf('$count', ['$a', '$', '$$a', '$.'])),
  stagesFail('$count with a NUL', 40159, stagesOf('$count', ['a\0b', '.\0'])),
  stagesFail('$count with a dot', 40160, stagesOf('$count', ['a.b', '.', 'a.'])),
  stagesFail('$count of _id', 9039800, stagesOf('$count', ['_id'])),
  stagesFail('$sample of what is no object', 28745, stagesOf('$sample', valuesBut('object'))),
  stagesFail(
    '$sample by what is no number',
    28746,
    stagesOf(
      '$sample',
      valuesBut(...numbers).map((size) => ({ size })),
    ),
  ),
  stagesFail('$sample of nothing', 28747, stagesOf('$sample', [{ size: 0 }, { size: -1 }])),
  stagesFail('$sample with another option', 28748, stagesOf('$sample', [{ size: 1, seed: 1 }])),
  stagesFail('$sample without a size', 28749, stagesOf('$sample', [{}])),
];

const sorts: Case[] = [
  stagesFail('$sort by what is no object', 15973, stagesOf('$sort', valuesBut('object'))),
  stagesFail('$sort by nothing', 15976, stagesOf('$sort', [{}])),
  stagesFail(
    '$sort in no order',
    15974,
    stagesOf(
      '$sort',
      valuesBut(...numbers, 'object').map((a) => ({ a })),
    ),
  ),
  stagesFail(
    '$sort in an order that is none',
    15975,
    stagesOf(
      '$sort',
      [0, 2, -2, 0.5, Number.NaN].map((a) => ({ a })),
    ),
  ),
  stagesFail('$sort by an object', 17312, stagesOf('$sort', [{ a: {} }, { a: { x: 1 } }])),
  stagesFail('$sort by more than 32 fields', 13103, [
    { $sort: Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`f${at}`, 1])) },
  ]),
];

const paths: Case[] = [
  ...['$sort', '$set', '$addFields'].flatMap((name) => [
    stagesFail(`${name}: an empty name`, 40352, [{ [name]: { '': 1 } }]),
    stagesFail(
      `${name}: a dot at the end`,
      40353,
      stagesOf(name, [{ 'a.': 1 }, { '.': 1 }, { '$.': 1 }]),
    ),
    stagesFail(`${name}: an empty part`, 15998, stagesOf(name, [{ '.a': 1 }, { 'a..b': 1 }])),
    stagesFail(
      `${name}: a dollar`,
      16410,
      stagesOf(name, [{ $a: 1 }, { $: 1 }, { 'a.$b': 1 }, { '$.a': 1 }]),
    ),
    stagesFail(`${name}: too long a path`, 15, [{ [name]: { [deep]: 1 } }]),
  ]),
  stagesFail('$set of what is no object', 40272, stagesOf('$set', valuesBut('object'))),
  stagesFail(
    '$set of paths through one another',
    40176,
    stagesOf('$set', [
      { a: 1, 'a.b': 2 },
      { 'a.b': 2, a: 1 },
      { a: { b: 1 }, 'a.b.c': 1 },
    ]),
  ),
  stagesFail('$set of two expressions in one', 40181, [
    { $set: { a: { $add: [1], $multiply: [2] } } },
  ]),
  stagesFail('$set of a dotted name in an object', 40183, [{ $set: { a: { 'x.y': 1 } } }]),
  stagesFail('$set to a path or variable without a name', 16872, [{ $set: { a: '$' } }]),
  stagesFail('$set to a variable without a name', 9, [{ $set: { a: '$$' } }]),
  aggregates(
    '$set of paths side by side',
    [{ _id: 1, a: { b: 1 } }],
    [{ $set: { 'a.c': 2, a: { d: 3 } } }],
    [{ _id: 1, a: { b: 1, c: 2, d: 3 } }],
  ),
  stagesFail('$unset of what is no path', 31002, stagesOf('$unset', valuesBut('string', 'array'))),
  stagesFail('$unset of an empty list', 31119, stagesOf('$unset', [[]])),
  stagesFail(
    '$unset of a list with other than paths',
    31120,
    stagesOf(
      '$unset',
      valuesBut('string').map((value) => ['a', value]),
    ),
  ),
  stagesFail('$unset of an empty name', 40352, stagesOf('$unset', ['', ['a', '']])),
  stagesFail(
    '$unset of a name with a dollar',
    16410,
    stagesOf('$unset', ['$a', 'a.$b', ['a', '$b']]),
  ),
  stagesFail('$unset of a path through another', 31249, stagesOf('$unset', [['a', 'a.b']])),
  stagesFail(
    '$unset of a path twice, or above another',
    31250,
    stagesOf('$unset', [
      ['a', 'a'],
      ['a.b', 'a'],
    ]),
  ),
  aggregates(
    '$unset does not count elements',
    [{ _id: 1, a: [{ b: 1, c: 2 }, 3], o: { 0: 'x', y: 1 } }],
    [{ $unset: ['a.0', 'a.b', 'o.0'] }],
    [{ _id: 1, a: [{ c: 2 }, 3], o: { y: 1 } }],
  ),
  stagesFail(
    '$replaceRoot of what is no object',
    10065,
    stagesOf('$replaceRoot', valuesBut('object', 'array')),
  ),
  stagesFail('$replaceRoot by null', 40228, [{ $replaceRoot: { newRoot: null } }], [{ _id: 1 }]),
  stagesFail('$replaceRoot without a root', 40414, stagesOf('$replaceRoot', [{}])),
  stagesFail(
    '$replaceRoot with another field',
    40415,
    stagesOf('$replaceRoot', [{ newRoot: '$a', x: 1 }]),
  ),
  stagesFail(
    '$replaceWith what is no document',
    40228,
    stagesOf('$replaceWith', ['$a', '$none', 1]),
    [{ _id: 1, a: 5 }],
  ),
];

export const stageArgumentCases: Case[] = [...counts, ...sorts, ...paths];
