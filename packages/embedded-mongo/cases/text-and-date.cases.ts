/** Cases of expressions over strings, types and dates. */
import { Decimal128, Long, ObjectId } from 'mongodb';
import type { Case } from './case.ts';
import { evaluates } from './case.ts';

const id = new ObjectId('6550000000000000000000aa');

const june = new Date('2024-06-15T22:30:45.123Z');

const texts: Case[] = [
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

const types: Case[] = [
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
  evaluates(
    '$toLong of a decimal is exact',
    { a: Decimal128.fromString('-9007199254740993.9') },
    { $toString: { $toLong: '$a' } },
    '-9007199254740993',
  ),
  evaluates('$toDate of a string', {}, { $toDate: '2024-06-15T22:30:45.123Z' }, june),
  evaluates(
    '$isNumber',
    { a: 1, b: '1' },
    [{ $isNumber: '$a' }, { $isNumber: '$b' }],
    [true, false],
  ),
];

const dates: Case[] = [
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

export const textAndDateCases: Case[] = [...texts, ...types, ...dates];
