/** Arguments that expressions on strings and dates reject, argument by argument. */
import type { Case } from './case.ts';
import { each, noInt, noNumber, valuesBut } from './samples.ts';
import { expressionsFail } from './table.ts';

const noText = valuesBut('string', 'null');

const texts: Case[] = [
  expressionsFail(
    '$indexOfCP in no text',
    40093,
    each((text) => ({ $indexOfCP: [text, 'a'] }), noText),
  ),
  expressionsFail(
    '$indexOfCP of no text',
    40094,
    each((text) => ({ $indexOfCP: ['a', text] }), noText),
  ),
  expressionsFail(
    '$indexOfCP from no int32',
    40096,
    each((n) => ({ $indexOfCP: ['a', 'a', n] }), [...noNumber, ...noInt]),
  ),
  expressionsFail('$indexOfCP from below 0', 40097, [{ $indexOfCP: ['a', 'a', -1] }]),
  expressionsFail(
    '$substrCP from no number',
    34450,
    each((n) => ({ $substrCP: ['abc', n, 1] }), noNumber),
  ),
  expressionsFail(
    '$substrCP from no int32',
    34451,
    each((n) => ({ $substrCP: ['abc', n, 1] }), noInt),
  ),
  expressionsFail(
    '$substrCP for no number',
    34452,
    each((n) => ({ $substrCP: ['abc', 0, n] }), noNumber),
  ),
  expressionsFail(
    '$substrCP for no int32',
    34453,
    each((n) => ({ $substrCP: ['abc', 0, n] }), noInt),
  ),
  expressionsFail('$substrCP for less than 0', 34454, [{ $substrCP: ['abc', 0, -1] }]),
  expressionsFail('$substrCP from below 0', 34455, [{ $substrCP: ['abc', -1, 1] }]),
  expressionsFail(
    '$substrBytes from no number',
    16034,
    each((n) => ({ $substrBytes: ['abc', n, 1] }), noNumber),
  ),
  expressionsFail(
    '$substrBytes for no number',
    16035,
    each((n) => ({ $substrBytes: ['abc', 0, n] }), noNumber),
  ),
  expressionsFail('$substrBytes from within a letter', 28656, [{ $substrBytes: ['ñ', 1, 1] }]),
  expressionsFail('$substrBytes to within a letter', 28657, [{ $substrBytes: ['ñ', 0, 1] }]),
  expressionsFail(
    '$split of no text',
    40085,
    each((text) => ({ $split: [text, 'a'] }), noText),
  ),
  expressionsFail(
    '$split by no text',
    [40086, 10503900],
    each((text) => ({ $split: ['a', text] }), noText),
  ),
  expressionsFail(
    '$trim of no text',
    50699,
    each((input) => ({ $trim: { input } }), noText),
  ),
  expressionsFail(
    '$trim of no letters',
    50700,
    each((chars) => ({ $trim: { input: 'a', chars } }), noText),
  ),
  expressionsFail(
    '$regexMatch in no text',
    51104,
    each((input) => ({ $regexMatch: { input, regex: 'a' } }), noText),
  ),
  expressionsFail(
    '$regexMatch by no expression',
    51105,
    each((regex) => ({ $regexMatch: { input: 'a', regex } }), valuesBut('string', 'null', 'regex')),
  ),
  expressionsFail(
    '$regexMatch with options that are no text',
    51106,
    each((options) => ({ $regexMatch: { input: 'a', regex: 'a', options } }), noText),
  ),
  expressionsFail('$regexMatch with options twice', 51107, [
    { $regexMatch: { input: 'a', regex: /a/i, options: 'i' } },
  ]),
  expressionsFail(
    '$replaceAll in no text',
    [51746, 10503904],
    each((input) => ({ $replaceAll: { input, find: 'a', replacement: 'b' } }), noText),
  ),
  expressionsFail(
    '$replaceAll of no text',
    [51745, 10503901],
    each((find) => ({ $replaceAll: { input: 'a', find, replacement: 'b' } }), noText),
  ),
  expressionsFail(
    '$replaceAll by no text',
    [51744, 10503902],
    each((replacement) => ({ $replaceAll: { input: 'a', find: 'a', replacement } }), noText),
  ),
];

const day = new Date(0);
const noDate = valuesBut('date', 'objectId', 'timestamp', 'null');

const dates: Case[] = [
  expressionsFail(
    '$year of no date',
    16006,
    each((date) => ({ $year: { date } }), noDate),
  ),
  expressionsFail('$year of several', 40536, [{ $year: [] }, { $year: [day, day] }]),
  expressionsFail(
    '$dateToString by no text',
    18533,
    each((format) => ({ $dateToString: { date: day, format } }), noText),
  ),
  expressionsFail(
    '$dateAdd to no date',
    5166403,
    each((startDate) => ({ $dateAdd: { startDate, unit: 'day', amount: 1 } }), noDate),
  ),
  expressionsFail(
    '$dateAdd of no unit',
    5166404,
    each((unit) => ({ $dateAdd: { startDate: day, unit, amount: 1 } }), noText),
  ),
  expressionsFail(
    '$dateAdd of no amount',
    5166405,
    each((amount) => ({ $dateAdd: { startDate: day, unit: 'day', amount } }), [...noNumber, 1.5]),
  ),
  expressionsFail(
    '$dateDiff of no date',
    5166307,
    each((endDate) => ({ $dateDiff: { startDate: day, endDate, unit: 'day' } }), noDate),
  ),
  expressionsFail(
    '$dateDiff in no unit',
    5439013,
    each((unit) => ({ $dateDiff: { startDate: day, endDate: day, unit } }), noText),
  ),
  expressionsFail('$dateDiff in an unknown unit', 9, [
    { $dateDiff: { startDate: day, endDate: day, unit: 'moon' } },
  ]),
  expressionsFail(
    '$dateTrunc to a size that is no integer',
    5439017,
    each((binSize) => ({ $dateTrunc: { date: day, unit: 'day', binSize } }), [...noNumber, 1.5]),
  ),
  expressionsFail(
    '$dateTrunc to a size below 1',
    5439018,
    each((binSize) => ({ $dateTrunc: { date: day, unit: 'day', binSize } }), [0, -1]),
  ),
  expressionsFail(
    '$dateTrunc with a week from no text',
    5439015,
    each((startOfWeek) => ({ $dateTrunc: { date: day, unit: 'week', startOfWeek } }), noText),
  ),
  expressionsFail('$dateTrunc with a week from no day', 5439016, [
    { $dateTrunc: { date: day, unit: 'week', startOfWeek: 'noday' } },
  ]),
];

export const textArgumentCases: Case[] = [...texts, ...dates];
