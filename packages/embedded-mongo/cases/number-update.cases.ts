/** Cases of $inc, $mul, $bit, $min and $max at the edges of number types. */
import { Decimal128, Double, Int32, Long } from 'mongodb';
import type { Case } from './case.ts';
import { numbers, valuesBut } from './samples.ts';
import { updateFailsOn, updatesExactly, updatesFail } from './table.ts';

const dec = (text: string): Decimal128 => Decimal128.fromString(text);
const double = (value: number): Double => new Double(value);
const long = (text: string): Long => Long.fromString(text);
const intMax = 2147483647;
const longMax = '9223372036854775807';
const longMin = '-9223372036854775808';
const decimalMax = '9.999999999999999999999999999999999E+6144';

type Row = [before: unknown, operand: unknown, after: unknown];

function table(operator: '$inc' | '$mul', rows: readonly Row[]): Case[] {
  return rows.map(([before, operand, after]) =>
    updatesExactly(
      `${operator} ${String(before)} by ${String(operand)}`,
      { _id: 1, ...(before === undefined ? {} : { n: before }) },
      { [operator]: { n: operand } },
      { _id: 1, n: after },
    ),
  );
}

const increments = table('$inc', [
  [1, 2, new Int32(3)],
  [intMax, 1, long('2147483648')],
  [-intMax - 1, -1, long('-2147483649')],
  [intMax, long('1'), long('2147483648')],
  [1, long('2'), long('3')],
  [long('5'), -5, long('0')],
  [1, double(2), double(3)],
  [1, 0.5, 1.5],
  [long('5'), 0.5, 5.5],
  [long(longMax), double(1), double(2 ** 63)],
  [1, dec('2'), dec('3')],
  [dec('1.10'), 1, dec('2.10')],
  [dec('1.10'), long('1'), dec('2.10')],
  [double(1.5), dec('1'), dec('2.50000000000000')],
  [double(2), dec('1'), dec('3.00000000000000')],
  [undefined, 5, new Int32(5)],
  [undefined, long('5'), long('5')],
  [undefined, double(5), double(5)],
  [undefined, dec('5.0'), dec('5.0')],
  [Number.NaN, 1, Number.NaN],
  [1, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN],
  [double(-0), double(0), double(-0)],
  [double(0), double(-0), double(0)],
  [dec('NaN'), 1, dec('NaN')],
  [dec('Infinity'), 1, dec('Infinity')],
  [dec('Infinity'), dec('-Infinity'), dec('NaN')],
  [dec('-0'), dec('0'), dec('-0')],
  [dec(decimalMax), dec('0'), dec(decimalMax)],
  [dec(decimalMax), dec(decimalMax), dec('Infinity')],
  [dec('1E-6176'), dec('0'), dec('1E-6176')],
  [dec('1E+6144'), dec('0'), dec('1E+6144')],
  [
    dec('9.999999999999999999999999999999999'),
    dec('1E-40'),
    dec('9.999999999999999999999999999999999'),
  ],
]);

const products = table('$mul', [
  [10, 3, new Int32(30)],
  [intMax, 2, long('4294967294')],
  [65536, 65536, long('4294967296')],
  [intMax, intMax, long('4611686014132420609')],
  [10, long('3'), long('30')],
  [10, 2.5, double(25)],
  [long('10'), 2.5, double(25)],
  [double(2.5), double(2), double(5)],
  [dec('10.5'), 2, dec('21.0')],
  [2, dec('1.5'), dec('3.0')],
  [5, -0, double(-0)],
  [undefined, 5, new Int32(0)],
  [undefined, long('5'), long('0')],
  [undefined, double(5.5), double(0)],
  [undefined, dec('5.50'), dec('0.00')],
  [1.5, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  [0, Number.POSITIVE_INFINITY, Number.NaN],
  [dec('Infinity'), 0, dec('NaN')],
  [dec('1E6000'), dec('1E6000'), dec('Infinity')],
  [dec('-1E6000'), dec('1E6000'), dec('-Infinity')],
  [dec('1E-6000'), dec('1E-6000'), dec('0E-6176')],
  [dec('3'), dec('1.00'), dec('3')],
]);

const bits = [
  updatesExactly(
    '$bit int and int',
    { _id: 1, n: 13 },
    { $bit: { n: { and: 10 } } },
    { _id: 1, n: 8 },
  ),
  updatesExactly(
    '$bit int or int64 is an int64',
    { _id: 1, n: 1 },
    { $bit: { n: { or: long('4294967296') } } },
    { _id: 1, n: long('4294967297') },
  ),
  updatesExactly(
    '$bit of a negative number',
    { _id: 1, n: -1 },
    { $bit: { n: { xor: 1 } } },
    { _id: 1, n: -2 },
  ),
  updatesExactly(
    '$bit sign extends an int32',
    { _id: 1, n: -1 },
    { $bit: { n: { and: long('4294967295') } } },
    { _id: 1, n: long('4294967295') },
  ),
  updatesExactly(
    '$bit of nothing begins at 0',
    { _id: 1 },
    { $bit: { n: { or: 5 } } },
    { _id: 1, n: 5 },
  ),
  updatesExactly(
    '$bit does several in order',
    { _id: 1, n: 12 },
    { $bit: { n: { and: 10, or: 1 } } },
    { _id: 1, n: 9 },
  ),
];

const extremes = [
  updatesExactly(
    '$min keeps an equal value of another type',
    { _id: 1, n: 5 },
    { $min: { n: double(5) } },
    { _id: 1, n: 5 },
  ),
  updatesExactly(
    '$max by BSON order across types',
    { _id: 1, n: 5 },
    { $max: { n: 'a' } },
    { _id: 1, n: 'a' },
  ),
  updatesExactly(
    '$min with null is below numbers',
    { _id: 1, n: 5 },
    { $min: { n: null } },
    { _id: 1, n: null },
  ),
  updatesExactly(
    '$max over NaN',
    { _id: 1, n: Number.NaN },
    { $max: { n: -5 } },
    { _id: 1, n: -5 },
  ),
  updatesExactly(
    '$max of Decimal128 beyond doubles',
    { _id: 1, n: dec('1E400') },
    { $max: { n: dec('2E400') } },
    { _id: 1, n: dec('2E+400') },
  ),
];

const refusals: Case[] = [
  ...['$inc', '$mul'].flatMap((operator) => [
    updatesFail(`${operator} by what is no number`, 14, {
      doc: { _id: 1, n: 1 },
      updates: valuesBut(...numbers).map((value) => ({ [operator]: { n: value } })),
    }),
    updatesFail(`${operator} by what is no number, though no document is found`, 14, {
      doc: { _id: 1, n: 1 },
      filter: { _id: 2 },
      updates: [{ [operator]: { n: 'x' } }],
    }),
    updateFailsOn(`${operator} of what is no number`, 14, {
      values: valuesBut(...numbers),
      field: 'n',
      update: { [operator]: { n: 1 } },
    }),
  ]),
  updatesFail('int64 overflow', 2, {
    doc: { _id: 1, max: long(longMax), min: long(longMin) },
    updates: [
      { $inc: { max: 1 } },
      { $inc: { min: -1 } },
      { $inc: { max: long(longMax) } },
      { $mul: { max: 2 } },
      { $mul: { min: -1 } },
    ],
  }),
  updatesFail('$bit by what is no whole number', 2, {
    doc: { _id: 1, n: 1 },
    updates: [
      ...valuesBut('int', 'long').map((value) => ({ $bit: { n: { and: value } } })),
      ...valuesBut('object').map((value) => ({ $bit: { n: value } })),
      { $bit: { n: {} } },
      { $bit: { n: { not: 1 } } },
    ],
  }),
  updateFailsOn('$bit of what is no whole number', 2, {
    values: valuesBut('int', 'long'),
    field: 'n',
    update: { $bit: { n: { or: 1 } } },
  }),
];

export const numberUpdateCases: Case[] = [
  ...increments,
  ...products,
  ...bits,
  ...extremes,
  ...refusals,
];
