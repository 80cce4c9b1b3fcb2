/** Cases of the values that expressions over lists refuse, place by place. */
import type { Case } from './case.ts';
import { each, noInt, noNumber, valuesBut } from './samples.ts';
import { expressionsFail } from './table.ts';

const then = 'then';
const noArray = valuesBut('array', 'null');
const ab = { $literal: ['a', 'b'] };

const lists: Case[] = [
  expressionsFail(
    '$switch by what is no list',
    40061,
    each((branches) => ({ $switch: { branches } }), valuesBut('array')),
  ),
  expressionsFail(
    '$switch with a branch that is none',
    40062,
    each((branch) => ({ $switch: { branches: [branch] } }), valuesBut('object')),
  ),
  expressionsFail('$switch with a branch of other names', 40063, [
    { $switch: { branches: [{ case: 1, [then]: 1, x: 1 }] } },
  ]),
  expressionsFail('$switch with half a branch', 40064, [
    { $switch: { branches: [{ [then]: 1 }] } },
  ]),
  expressionsFail('$switch with the other half', 40065, [{ $switch: { branches: [{ case: 1 }] } }]),
  expressionsFail(
    '$cond of too few',
    16020,
    each(($cond) => ({ $cond }), [[], [1], [1, 2], [1, 2, 3, 4]]),
  ),
  expressionsFail(
    '$filter by a limit that is no int32',
    327391,
    each((limit) => ({ $filter: { input: ab, cond: true, limit } }), [...noNumber, ...noInt]),
  ),
  expressionsFail(
    '$filter by a limit below 1',
    327392,
    each((limit) => ({ $filter: { input: ab, cond: true, limit } }), [0, -1]),
  ),
  expressionsFail(
    '$arrayElemAt by no number',
    28690,
    each((at) => ({ $arrayElemAt: [ab, at] }), noNumber),
  ),
  expressionsFail(
    '$arrayElemAt by no int32',
    28691,
    each((at) => ({ $arrayElemAt: [ab, at] }), noInt),
  ),
  expressionsFail(
    '$slice by no number',
    28725,
    each((n) => ({ $slice: [ab, n] }), noNumber),
  ),
  expressionsFail(
    '$slice by no int32',
    28726,
    each((n) => ({ $slice: [ab, n] }), noInt),
  ),
  expressionsFail(
    '$slice for no number',
    28727,
    each((n) => ({ $slice: [ab, 0, n] }), noNumber),
  ),
  expressionsFail(
    '$slice for no int32',
    28728,
    each((n) => ({ $slice: [ab, 0, n] }), noInt),
  ),
  expressionsFail(
    '$slice for less than 1',
    28729,
    each((n) => ({ $slice: [ab, 0, n] }), [0, -1]),
  ),
  expressionsFail(
    '$range from no number',
    34443,
    each((n) => ({ $range: [n, 1] }), noNumber),
  ),
  expressionsFail(
    '$range from no int32',
    34444,
    each((n) => ({ $range: [n, 1] }), noInt),
  ),
  expressionsFail(
    '$range to no number',
    34445,
    each((n) => ({ $range: [0, n] }), noNumber),
  ),
  expressionsFail(
    '$range to no int32',
    34446,
    each((n) => ({ $range: [0, n] }), noInt),
  ),
  expressionsFail(
    '$range by no number',
    34447,
    each((n) => ({ $range: [0, 1, n] }), noNumber),
  ),
  expressionsFail(
    '$range by no int32',
    34448,
    each((n) => ({ $range: [0, 1, n] }), noInt),
  ),
  expressionsFail(
    '$indexOfArray from no int32',
    [40096, 9711600],
    each((n) => ({ $indexOfArray: [ab, 'a', n] }), [...noNumber, ...noInt]),
  ),
  expressionsFail(
    '$indexOfArray from below 0',
    [40097, 9711601],
    [{ $indexOfArray: [ab, 'a', -1] }, { $indexOfArray: [ab, 'a', 0, -1] }],
  ),
  expressionsFail(
    '$setUnion of no list',
    17043,
    each((set) => ({ $setUnion: [ab, set] }), noArray),
  ),
  expressionsFail(
    '$setIntersection of no list',
    17047,
    each((set) => ({ $setIntersection: [ab, set] }), noArray),
  ),
  expressionsFail(
    '$setDifference from no list',
    17048,
    each((set) => ({ $setDifference: [set, ab] }), noArray),
  ),
  expressionsFail(
    '$setDifference of no list',
    17049,
    each((set) => ({ $setDifference: [ab, set] }), noArray),
  ),
  expressionsFail(
    '$setIsSubset of no list',
    17046,
    each((set) => ({ $setIsSubset: [set, ab] }), valuesBut('array')),
  ),
  expressionsFail(
    '$setIsSubset in no list',
    17042,
    each((set) => ({ $setIsSubset: [ab, set] }), valuesBut('array')),
  ),
];

const pairs = (...items: unknown[]): unknown => ({ $arrayToObject: { $literal: items } });

const allPairs: Case[] = [
  expressionsFail(
    '$arrayToObject of no list',
    40386,
    each((value) => ({ $arrayToObject: { $literal: value } }), noArray),
  ),
  expressionsFail(
    '$arrayToObject of neither pairs nor objects',
    40398,
    each((value) => pairs(value), valuesBut('array', 'object')),
  ),
  expressionsFail(
    '$arrayToObject of objects, then others',
    40391,
    each((value) => pairs({ k: 'a', v: 1 }, value), valuesBut('object')),
  ),
  expressionsFail('$arrayToObject of objects of another size', 40392, [
    pairs({}),
    pairs({ k: 'a' }),
    pairs({ k: 'a', v: 1, x: 1 }),
  ]),
  expressionsFail('$arrayToObject of objects with other names', 40393, [pairs({ k: 'a', x: 1 })]),
  expressionsFail(
    '$arrayToObject by a k that is no text',
    40394,
    each((k) => pairs({ k, v: 1 }), valuesBut('string')),
  ),
  expressionsFail(
    '$arrayToObject by a first that is no text',
    40395,
    each((key) => pairs([key, 1]), valuesBut('string')),
  ),
  expressionsFail(
    '$arrayToObject of pairs, then others',
    40396,
    each((value) => pairs(['a', 1], value), valuesBut('array')),
  ),
  expressionsFail('$arrayToObject of lists of another size', 40397, [
    pairs([]),
    pairs(['a']),
    pairs(['a', 1, 2]),
  ]),
  expressionsFail(
    '$arrayToObject by a NUL',
    [4940400, 4940401],
    [pairs(['a\0', 1]), pairs({ k: 'a\0', v: 1 })],
  ),
];

export const listArgumentCases: Case[] = [...lists, ...allPairs];
