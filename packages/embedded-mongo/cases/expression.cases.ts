/** Cases of aggregation expressions. */
import { Decimal128, Long, ObjectId } from 'mongodb';
import { type Case, evaluates } from './case.ts';

const id = new ObjectId('6550000000000000000000aa');
const june = new Date('2024-06-15T22:30:45.123Z');

const NUMBERS: Case[] = [
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
  evaluates('$sqrt', {}, { $sqrt: 16 }, 4),
  evaluates('$sum of a list in a document', { v: [1, 2, 'x', 3] }, { $sum: '$v' }, 6),
  evaluates('$avg of several', {}, { $avg: [1, 2, 6] }, 3),
  evaluates('$max of a list', { v: [3, 9, 1] }, { $max: '$v' }, 9),
];

const CHOICES: Case[] = [
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

const LISTS: Case[] = [
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

const TEXTS: Case[] = [
  evaluates('$concat', { s: 'a' }, { $concat: ['$s', '-', 'b'] }, 'a-b'),
  evaluates('$concat with null', {}, { $concat: ['a', null] }, null),
  evaluates(
    '$toUpper and $toLower',
    { s: 'aB' },
    [{ $toUpper: '$s' }, { $toLower: '$s' }],
    ['AB', 'ab'],
  ),
  evaluates('$substrCP counts code points', { s: 'añb' }, { $substrCP: ['$s', 1, 2] }, 'ñb'),
  evaluates(
    '$strLenCP and $strLenBytes',
    { s: 'añ' },
    [{ $strLenCP: '$s' }, { $strLenBytes: '$s' }],
    [2, 3],
  ),
  evaluates('$split', {}, { $split: ['a.b.c', '.'] }, ['a', 'b', 'c']),
  evaluates(
    '$trim',
    {},
    [
      { $trim: { input: '  x ' } },
      { $ltrim: { input: '00x0', chars: '0' } },
      { $rtrim: { input: 'x..', chars: '.' } },
    ],
    ['x', 'x0', 'x'],
  ),
  evaluates(
    '$indexOfCP',
    {},
    [{ $indexOfCP: ['abcb', 'b'] }, { $indexOfCP: ['abcb', 'b', 2] }, { $indexOfCP: ['a', 'z'] }],
    [1, 3, -1],
  ),
  evaluates(
    '$regexMatch',
    { s: 'Example' },
    { $regexMatch: { input: '$s', regex: '^ex', options: 'i' } },
    true,
  ),
  evaluates(
    '$regexFind',
    {},
    { $regexFind: { input: 'ab12', regex: '([a-z]+)(\\d+)' } },
    { match: 'ab12', idx: 0, captures: ['ab', '12'] },
  ),
  evaluates(
    '$replaceOne and $replaceAll',
    {},
    [
      { $replaceOne: { input: 'a.a', find: 'a', replacement: { $literal: '$&' } } },
      { $replaceAll: { input: 'a.a', find: 'a', replacement: 'b' } },
    ],
    ['$&.a', 'b.b'],
  ),
  evaluates('$strcasecmp', {}, { $strcasecmp: ['abc', 'ABD'] }, -1),
];

const TYPES: Case[] = [
  evaluates(
    '$type',
    { n: null, l: Long.fromNumber(5), d: 1.5, i: id },
    [{ $type: '$n' }, { $type: '$l' }, { $type: '$d' }, { $type: '$i' }, { $type: '$zzz' }],
    ['null', 'long', 'double', 'objectId', 'missing'],
  ),
  evaluates(
    '$toString of many',
    { i: id, l: Long.fromString('9007199254740993') },
    [{ $toString: '$i' }, { $toString: '$l' }, { $toString: true }, { $toString: 1.5 }],
    [id.toHexString(), '9007199254740993', 'true', '1.5'],
  ),
  evaluates(
    '$toInt and $toLong',
    {},
    [{ $toInt: '42' }, { $toInt: 3.9 }, { $toLong: true }],
    [42, 3, 1],
  ),
  evaluates('$toDouble', {}, [{ $toDouble: '1.25' }, { $toDouble: false }], [1.25, 0]),
  evaluates('$toBool', {}, [{ $toBool: 0 }, { $toBool: 'false' }], [false, true]),
  evaluates(
    '$toObjectId and back to a date',
    {},
    { $toDate: { $toObjectId: '655000000000000000000000' } },
    new Date(0x65500000 * 1000),
  ),
  evaluates('$toDate of a string', {}, { $toDate: '2024-06-15T22:30:45.123Z' }, june),
  evaluates(
    '$isNumber',
    { a: 1, b: '1' },
    [{ $isNumber: '$a' }, { $isNumber: '$b' }],
    [true, false],
  ),
];

const DATES: Case[] = [
  evaluates(
    'parts of a date',
    { d: june },
    [
      { $year: '$d' },
      { $month: '$d' },
      { $dayOfMonth: '$d' },
      { $hour: '$d' },
      { $minute: '$d' },
      { $second: '$d' },
      { $millisecond: '$d' },
    ],
    [2024, 6, 15, 22, 30, 45, 123],
  ),
  evaluates(
    'parts in a time zone',
    { d: june },
    [
      { $dayOfMonth: { date: '$d', timezone: 'Europe/Berlin' } },
      { $hour: { date: '$d', timezone: '-05:00' } },
    ],
    [16, 17],
  ),
  evaluates(
    'day of week and year',
    { d: june },
    [{ $dayOfWeek: '$d' }, { $dayOfYear: '$d' }],
    [7, 167],
  ),
  evaluates(
    '$dateToString by default',
    { d: june },
    { $dateToString: { date: '$d' } },
    '2024-06-15T22:30:45.123Z',
  ),
  evaluates(
    '$dateToString with a format and zone',
    { d: june },
    { $dateToString: { date: '$d', format: '%d.%m.%Y %H:%M %z', timezone: 'Asia/Kolkata' } },
    '16.06.2024 04:00 +0530',
  ),
  evaluates('$dateToString of null', {}, { $dateToString: { date: null, onNull: '-' } }, '-'),
  evaluates(
    '$dateAdd cuts to the month',
    {},
    { $dateAdd: { startDate: new Date('2023-01-31T10:00:00Z'), unit: 'month', amount: 1 } },
    new Date('2023-02-28T10:00:00Z'),
  ),
  evaluates(
    '$dateSubtract over a year',
    {},
    { $dateSubtract: { startDate: new Date('2024-02-29T00:00:00Z'), unit: 'year', amount: 1 } },
    new Date('2023-02-28T00:00:00Z'),
  ),
  evaluates(
    '$dateAdd of a day keeps the local hour over the clock change',
    {},
    {
      $dateAdd: {
        startDate: new Date('2024-03-30T11:00:00Z'),
        unit: 'day',
        amount: 1,
        timezone: 'Europe/Berlin',
      },
    },
    new Date('2024-03-31T10:00:00Z'),
  ),
  evaluates(
    '$dateDiff counts boundaries',
    {},
    [
      {
        $dateDiff: {
          startDate: new Date('2024-12-31T23:00:00Z'),
          endDate: new Date('2025-01-01T01:00:00Z'),
          unit: 'year',
        },
      },
      {
        $dateDiff: {
          startDate: new Date('2024-01-01T00:00:00Z'),
          endDate: new Date('2024-01-31T23:59:59Z'),
          unit: 'day',
        },
      },
    ],
    [1, 30],
  ),
  evaluates(
    '$dateTrunc',
    { d: june },
    [
      { $dateTrunc: { date: '$d', unit: 'day' } },
      { $dateTrunc: { date: '$d', unit: 'hour', binSize: 6 } },
      { $dateTrunc: { date: '$d', unit: 'week', startOfWeek: 'monday' } },
      { $dateTrunc: { date: '$d', unit: 'quarter' } },
    ],
    [
      new Date('2024-06-15T00:00:00Z'),
      new Date('2024-06-15T18:00:00Z'),
      new Date('2024-06-10T00:00:00Z'),
      new Date('2024-04-01T00:00:00Z'),
    ],
  ),
  evaluates(
    '$dateFromString',
    {},
    { $dateFromString: { dateString: '2024-06-15' } },
    new Date('2024-06-15T00:00:00Z'),
  ),
];

export const EXPRESSION_CASES: Case[] = [
  ...NUMBERS,
  ...CHOICES,
  ...LISTS,
  ...TEXTS,
  ...TYPES,
  ...DATES,
];
