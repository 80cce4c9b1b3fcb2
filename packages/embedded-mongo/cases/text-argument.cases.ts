/** Cases of the values that expressions over texts and dates refuse, place by place. */
import type { Case } from './case.ts';
import { each, NO_INT, NO_NUMBER, valuesBut } from './samples.ts';
import { expressionsFail } from './table.ts';

const NO_TEXT = valuesBut('string', 'null');

const TEXTS: Case[] = [
  expressionsFail(
    '$indexOfCP in no text',
    40093,
    each((text) => ({ $indexOfCP: [text, 'a'] }), NO_TEXT),
  ),
  expressionsFail(
    '$indexOfCP of no text',
    40094,
    each((text) => ({ $indexOfCP: ['a', text] }), NO_TEXT),
  ),
  expressionsFail(
    '$indexOfCP from no int32',
    40096,
    each((n) => ({ $indexOfCP: ['a', 'a', n] }), [...NO_NUMBER, ...NO_INT]),
  ),
  expressionsFail('$indexOfCP from below 0', 40097, [{ $indexOfCP: ['a', 'a', -1] }]),
  expressionsFail(
    '$substrCP from no number',
    34450,
    each((n) => ({ $substrCP: ['abc', n, 1] }), NO_NUMBER),
  ),
  expressionsFail(
    '$substrCP from no int32',
    34451,
    each((n) => ({ $substrCP: ['abc', n, 1] }), NO_INT),
  ),
  expressionsFail(
    '$substrCP for no number',
    34452,
    each((n) => ({ $substrCP: ['abc', 0, n] }), NO_NUMBER),
  ),
  expressionsFail(
    '$substrCP for no int32',
    34453,
    each((n) => ({ $substrCP: ['abc', 0, n] }), NO_INT),
  ),
  expressionsFail('$substrCP for less than 0', 34454, [{ $substrCP: ['abc', 0, -1] }]),
  expressionsFail('$substrCP from below 0', 34455, [{ $substrCP: ['abc', -1, 1] }]),
  expressionsFail(
    '$substrBytes from no number',
    16034,
    each((n) => ({ $substrBytes: ['abc', n, 1] }), NO_NUMBER),
  ),
  expressionsFail(
    '$substrBytes for no number',
    16035,
    each((n) => ({ $substrBytes: ['abc', 0, n] }), NO_NUMBER),
  ),
  expressionsFail('$substrBytes from within a letter', 28656, [{ $substrBytes: ['ñ', 1, 1] }]),
  expressionsFail('$substrBytes to within a letter', 28657, [{ $substrBytes: ['ñ', 0, 1] }]),
  expressionsFail(
    '$split of no text',
    40085,
    each((text) => ({ $split: [text, 'a'] }), NO_TEXT),
  ),
  expressionsFail(
    '$split by no text',
    [40086, 10503900],
    each((text) => ({ $split: ['a', text] }), NO_TEXT),
  ),
  expressionsFail(
    '$trim of no text',
    50699,
    each((input) => ({ $trim: { input } }), NO_TEXT),
  ),
  expressionsFail(
    '$trim of no letters',
    50700,
    each((chars) => ({ $trim: { input: 'a', chars } }), NO_TEXT),
  ),
  expressionsFail(
    '$regexMatch in no text',
    51104,
    each((input) => ({ $regexMatch: { input, regex: 'a' } }), NO_TEXT),
  ),
  expressionsFail(
    '$regexMatch by no expression',
    51105,
    each((regex) => ({ $regexMatch: { input: 'a', regex } }), valuesBut('string', 'null', 'regex')),
  ),
  expressionsFail(
    '$regexMatch with options that are no text',
    51106,
    each((options) => ({ $regexMatch: { input: 'a', regex: 'a', options } }), NO_TEXT),
  ),
  expressionsFail('$regexMatch with options twice', 51107, [
    { $regexMatch: { input: 'a', regex: /a/i, options: 'i' } },
  ]),
  expressionsFail(
    '$replaceAll in no text',
    [51746, 10503904],
    each((input) => ({ $replaceAll: { input, find: 'a', replacement: 'b' } }), NO_TEXT),
  ),
  expressionsFail(
    '$replaceAll of no text',
    [51745, 10503901],
    each((find) => ({ $replaceAll: { input: 'a', find, replacement: 'b' } }), NO_TEXT),
  ),
  expressionsFail(
    '$replaceAll by no text',
    [51744, 10503902],
    each((replacement) => ({ $replaceAll: { input: 'a', find: 'a', replacement } }), NO_TEXT),
  ),
];

const day = new Date(0);
const NO_DATE = valuesBut('date', 'objectId', 'timestamp', 'null');

const DATES: Case[] = [
  expressionsFail(
    '$year of no date',
    16006,
    each((date) => ({ $year: { date } }), NO_DATE),
  ),
  expressionsFail('$year of several', 40536, [{ $year: [] }, { $year: [day, day] }]),
  expressionsFail(
    '$dateToString by no text',
    18533,
    each((format) => ({ $dateToString: { date: day, format } }), NO_TEXT),
  ),
  expressionsFail(
    '$dateAdd to no date',
    5166403,
    each((startDate) => ({ $dateAdd: { startDate, unit: 'day', amount: 1 } }), NO_DATE),
  ),
  expressionsFail(
    '$dateAdd of no unit',
    5166404,
    each((unit) => ({ $dateAdd: { startDate: day, unit, amount: 1 } }), NO_TEXT),
  ),
  expressionsFail(
    '$dateAdd of no amount',
    5166405,
    each((amount) => ({ $dateAdd: { startDate: day, unit: 'day', amount } }), [...NO_NUMBER, 1.5]),
  ),
  expressionsFail(
    '$dateDiff of no date',
    5166307,
    each((endDate) => ({ $dateDiff: { startDate: day, endDate, unit: 'day' } }), NO_DATE),
  ),
  expressionsFail(
    '$dateDiff in no unit',
    5439013,
    each((unit) => ({ $dateDiff: { startDate: day, endDate: day, unit } }), NO_TEXT),
  ),
  expressionsFail('$dateDiff in an unknown unit', 9, [
    { $dateDiff: { startDate: day, endDate: day, unit: 'moon' } },
  ]),
  expressionsFail(
    '$dateTrunc to a size that is no integer',
    5439017,
    each((binSize) => ({ $dateTrunc: { date: day, unit: 'day', binSize } }), [...NO_NUMBER, 1.5]),
  ),
  expressionsFail(
    '$dateTrunc to a size below 1',
    5439018,
    each((binSize) => ({ $dateTrunc: { date: day, unit: 'day', binSize } }), [0, -1]),
  ),
  expressionsFail(
    '$dateTrunc with a week from no text',
    5439015,
    each((startOfWeek) => ({ $dateTrunc: { date: day, unit: 'week', startOfWeek } }), NO_TEXT),
  ),
  expressionsFail('$dateTrunc with a week from no day', 5439016, [
    { $dateTrunc: { date: day, unit: 'week', startOfWeek: 'noday' } },
  ]),
];

export const TEXT_ARGUMENT_CASES: Case[] = [...TEXTS, ...DATES];
