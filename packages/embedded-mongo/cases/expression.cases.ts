/** Cases of expressions over numbers, choices and lists. */
import { Decimal128, Long } from 'mongodb';
import type { Case } from './case.ts';
import { evaluates, evaluationFails } from './case.ts';

const numbers: Case[] = [
  evaluates('$add of ints', { a: 2 }, { $add: ['$a', 3, 4] }, 9),
  evaluates('$add with null is null', { a: 2 }, { $add: ['$a', null] }, null),
  evaluates('$add with a missing field is null', { a: 2 }, { $add: ['$a', '$b'] }, null),
  evaluates(
    '$add of a date and milliseconds',
    { d: new Date(1000) },
    { $add: ['$d', 500] },
    new Date(1500),
  ),
  evaluates(
    '$subtract of dates',
    { d: new Date(5000) },
    { $subtract: ['$d', new Date(2000)] },
    3000,
  ),
  evaluates(
    '$multiply of int64 is exact',
    { a: Long.fromString('3000000000') },
    { $toString: { $multiply: ['$a', 3] } },
    '9000000000',
  ),
  evaluates('$divide of ints is a double', { a: 7 }, { $divide: ['$a', 2] }, 3.5),
  evaluates(
    '$divide of decimals',
    { a: Decimal128.fromString('1.00') },
    { $divide: ['$a', Decimal128.fromString('4')] },
    Decimal128.fromString('0.25'),
  ),
  evaluates('$mod keeps the sign of the dividend', { a: -7 }, { $mod: ['$a', 3] }, -1),
  evaluates('$abs', { a: -7 }, { $abs: '$a' }, 7),
  evaluates('$ceil and $floor', { a: 1.2 }, [{ $ceil: '$a' }, { $floor: '$a' }], [2, 1]),
  evaluates(
    '$round to even',
    {},
    [{ $round: 2.5 }, { $round: 3.5 }, { $round: [1.005, 2] }],
    [2, 4, 1],
  ),
  evaluates('$round to tens', {}, { $round: [1234, -2] }, 1200),
  evaluates('$trunc', {}, { $trunc: [7.89, 1] }, 7.8),
  evaluates('$pow', {}, { $pow: [2, 10] }, 1024),
  evaluates(
    '$pow of whole numbers is exact',
    {},
    { $toString: { $pow: [3, 39] } },
    '4052555153018976267',
  ),
  evaluates('$pow beyond int64 is a double', {}, { $pow: [10, 20] }, 1e20),
  evaluates('$pow with a negative exponent', {}, { $pow: [2, -2] }, 0.25),
  evaluationFails('$pow of 0 by a negative exponent', 28764, { $pow: [0, -1] }),
  evaluationFails('$sqrt below 0', 28714, { $sqrt: -1 }),
  evaluationFails('$ln of 0', 28766, { $ln: 0 }),
  evaluationFails('$log10 below 0', 28761, { $log10: -1 }),
  evaluates('$sqrt', {}, { $sqrt: 16 }, 4),
  evaluates('$sum of a list in a document', { v: [1, 2, 'x', 3] }, { $sum: '$v' }, 6),
  evaluates('$avg of several', {}, { $avg: [1, 2, 6] }, 3),
  evaluates('$max of a list', { v: [3, 9, 1] }, { $max: '$v' }, 9),
];

const choices: Case[] = [
  // biome-ignore lint/suspicious/noThenProperty: the operator's argument has this name
  evaluates('$cond with names', { a: 1 }, { $cond: { if: '$a', then: 'yes', else: 'no' } }, 'yes'),
  evaluates('0 is false', {}, { $cond: [0, 'yes', 'no'] }, 'no'),
  evaluates('the empty string is true', {}, { $cond: ['', 'yes', 'no'] }, 'yes'),
  evaluates('$ifNull takes the first that is there', { b: 5 }, { $ifNull: ['$a', null, '$b'] }, 5),
  evaluates(
    '$switch',
    { a: 7 },
    {
      $switch: {
        branches: [
          // biome-ignore lint/suspicious/noThenProperty: the operator's argument has this name
          { case: { $lt: ['$a', 5] }, then: 'low' },
          // biome-ignore lint/suspicious/noThenProperty: the operator's argument has this name
          { case: { $lt: ['$a', 10] }, then: 'mid' },
        ],
        default: 'high',
      },
    },
    'mid',
  ),
  evaluates(
    '$and and $or',
    { a: 1, b: null },
    [{ $and: ['$a', '$b'] }, { $or: ['$a', '$b'] }, { $not: ['$b'] }],
    [false, true, true],
  ),
  evaluates(
    'comparisons across types follow BSON order',
    {},
    [{ $gt: ['a', 5] }, { $lt: [null, 0] }, { $eq: [1, Long.fromNumber(1)] }],
    [true, true, true],
  ),
  evaluates('$cmp', {}, [{ $cmp: [1, 2] }, { $cmp: [2, 2] }, { $cmp: ['b', 'a'] }], [-1, 0, 1]),
  evaluates('missing is not null for $eq', {}, { $eq: ['$nothing', null] }, false),
  evaluates(
    '$let',
    { a: 2 },
    { $let: { vars: { x: '$a', y: 3 }, in: { $multiply: ['$$x', '$$y'] } } },
    6,
  ),
];

const lists: Case[] = [
  evaluates(
    '$map',
    { v: [1, 2] },
    { $map: { input: '$v', as: 'n', in: { $add: ['$$n', 10] } } },
    [11, 12],
  ),
  evaluates(
    '$filter with a limit',
    { v: [5, 6, 7] },
    { $filter: { input: '$v', as: 'n', cond: { $gt: ['$$n', 4] }, limit: 2 } },
    [5, 6],
  ),
  evaluates(
    '$reduce',
    { v: ['a', 'b'] },
    { $reduce: { input: '$v', initialValue: '', in: { $concat: ['$$value', '$$this'] } } },
    'ab',
  ),
  evaluates('$map of null', {}, { $map: { input: null, in: 1 } }, null),
  evaluates('$arrayElemAt from the end', { v: [1, 2, 3] }, { $arrayElemAt: ['$v', -1] }, 3),
  evaluates('$arrayElemAt outside is missing', { v: [1] }, { $arrayElemAt: ['$v', 5] }, undefined),
  evaluates('$first and $last', { v: [1, 2, 3] }, [{ $first: '$v' }, { $last: '$v' }], [1, 3]),
  evaluates(
    '$slice of an array',
    { v: [1, 2, 3, 4] },
    [{ $slice: ['$v', 2] }, { $slice: ['$v', -2] }, { $slice: ['$v', 1, 2] }],
    [
      [1, 2],
      [3, 4],
      [2, 3],
    ],
  ),
  evaluates('$concatArrays', { v: [1] }, { $concatArrays: ['$v', [2, 3]] }, [1, 2, 3]),
  evaluates('$in', { v: [1, 2] }, [{ $in: [2, '$v'] }, { $in: [3, '$v'] }], [true, false]),
  evaluates('$indexOfArray', { v: ['a', 'b'] }, { $indexOfArray: ['$v', 'b'] }, 1),
  evaluates('$range', {}, { $range: [0, 6, 2] }, [0, 2, 4]),
  evaluates('$reverseArray', { v: [1, 2] }, { $reverseArray: '$v' }, [2, 1]),
  evaluates(
    '$sortArray by value and by field',
    { v: [3, 1], o: [{ n: 2 }, { n: 1 }] },
    [
      { $sortArray: { input: '$v', sortBy: -1 } },
      { $sortArray: { input: '$o', sortBy: { n: 1 } } },
    ],
    [
      [3, 1],
      [{ n: 1 }, { n: 2 }],
    ],
  ),
  evaluates('$size', { v: [1, 2] }, { $size: '$v' }, 2),
  evaluates('$isArray', { v: [1] }, [{ $isArray: '$v' }, { $isArray: '$w' }], [true, false]),
  evaluates(
    '$arrayToObject and $objectToArray',
    { o: { a: 1 } },
    [{ $objectToArray: '$o' }, { $arrayToObject: [[['k', 2]]] }],
    [[{ k: 'a', v: 1 }], { k: 2 }],
  ),
  evaluates(
    '$mergeObjects: the later wins',
    { o: { a: 1, b: 1 } },
    { $mergeObjects: ['$o', { b: 2 }, null] },
    { a: 1, b: 2 },
  ),
  evaluates(
    '$setUnion and $setDifference',
    {},
    [
      {
        $setUnion: [
          [1, 2],
          [2, 3],
        ],
      },
      { $setDifference: [[1, 2, 3], [2]] },
      {
        $setIntersection: [
          [1, 2],
          [2, 3],
        ],
      },
    ],
    [[1, 2, 3], [1, 3], [2]],
  ),
  evaluates(
    '$setIsSubset and $setEquals',
    {},
    [
      { $setIsSubset: [[1], [1, 2]] },
      {
        $setEquals: [
          [1, 2, 1],
          [2, 1],
        ],
      },
    ],
    [true, true],
  ),
  evaluates(
    '$allElementsTrue and $anyElementTrue',
    {},
    [{ $allElementsTrue: [[1, 0]] }, { $anyElementTrue: [[1, 0]] }],
    [false, true],
  ),
  evaluates(
    'a path through an array collects',
    { a: [{ b: 1 }, { c: 2 }, { b: 3 }] },
    '$a.b',
    [1, 3],
  ),
  evaluates(
    '$getField with a dot in the name',
    {},
    { $getField: { field: 'x', input: { x: 5 } } },
    5,
  ),
];

export const expressionCases: Case[] = [...numbers, ...choices, ...lists];
