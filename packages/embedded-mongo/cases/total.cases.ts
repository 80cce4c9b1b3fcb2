/** Cases of sums, averages, products and sets of numbers of several kinds. */
import assert from 'node:assert/strict';
import { Decimal128, Double, Long } from 'bson';
import type { Case } from './case.ts';
import { checks, fails, fill } from './case.ts';

const decimal = (text: string): Decimal128 => Decimal128.fromString(text);
const longMax = Long.MAX_VALUE;
const nanText = 'NaN';

const typeNames: Record<string, string> = {
  Int32: '',
  Long: 'long ',
  Double: 'double ',
  Decimal128: 'decimal ',
};

/** A value with its type, as `1`, `long 1`, `double 1` and `decimal 1.0`. */
function shown(value: unknown): string {
  const { _bsontype: type } = (value ?? {}) as { _bsontype?: string };
  if (type !== undefined) return `${typeNames[type]}${value}`;
  return typeof value === 'number' && !Number.isInteger(value) ? `double ${value}` : String(value);
}

const raw = { promoteValues: false } as const;

/** What an accumulator makes of the field `v`, and the expression of the same name of all of them at once. */
function gathers(name: string, values: readonly unknown[], result: string): Case {
  return checks(`accumulator: ${name} of ${values.map(shown).join(', ')}`, async (context) => {
    await fill(
      context,
      values.map((v, _id) => ({ _id, v })),
    );
    const pipeline = [{ $sort: { _id: 1 } }, { $group: { _id: null, v: { [name]: '$v' } } }];
    const [row] = await context.collection.aggregate(pipeline, raw).toArray();
    assert.equal(shown(row?.v), result);
    const list = [{ $limit: 1 }, { $project: { v: { [name]: [[...values]] } } }];
    const [other] = await context.collection.aggregate(list, raw).toArray();
    assert.equal(shown(other?.v), result);
  });
}

function evaluates(name: string, values: readonly unknown[], result: string): Case {
  return checks(`expression: ${name} of ${values.map(shown).join(', ')}`, async (context) => {
    await fill(context, [{ _id: 1, ...Object.fromEntries(values.map((v, at) => [`v${at}`, v])) }]);
    const parts = values.map((_, at) => `$v${at}`);
    const [row] = await context.collection
      .aggregate([{ $project: { v: { [name]: parts } } }], raw)
      .toArray();
    assert.equal(shown(row?.v), result);
  });
}

// Source: AccumulatorSum::getValue, AccumulatorAvg::getValue and DoubleDoubleSummation.
const accumulators: Case[] = [
  gathers('$sum', [2147483647, 5, -5], '2147483647'),
  gathers('$sum', [2147483647, 5], 'long 2147483652'),
  gathers('$sum', [Long.fromNumber(1), 1], 'long 2'),
  gathers('$sum', [longMax, 5, -5], 'long 9223372036854775807'),
  gathers('$sum', [longMax, 5], 'double 9223372036854776000'),
  gathers('$sum', [0.1, 0.2, 0.3], 'double 0.6'),
  gathers('$sum', [new Double(1.5), decimal('4.5')], 'decimal 6.0'),
  gathers('$sum', [1, decimal('4.50')], 'decimal 5.50'),
  gathers('$sum', [new Double(0.1), decimal('0')], 'decimal 0.1000000000000000055511151231257827'),
  gathers('$sum', [decimal('9E6144'), decimal('9E6144'), decimal('-9E6144')], 'decimal Infinity'),
  gathers('$sum', [decimal('Infinity'), decimal('-Infinity')], `decimal ${nanText}`),
  gathers('$sum', [Number.POSITIVE_INFINITY, 1], 'double Infinity'),
  gathers('$avg', [decimal('1.50'), decimal('2.50')], 'decimal 2.00'),
  gathers('$avg', [decimal('1'), decimal('2')], 'decimal 1.5'),
  gathers('$avg', [1, 2], 'double 1.5'),
  gathers('$avg', [longMax, longMax], 'double 9223372036854776000'),
];

// Source: AddState and MultiplyState (exec/expression/evaluate_math.cpp).
const expressions: Case[] = [
  evaluates('$add', [0.1, 0.2, 0.3], 'double 0.6000000000000001'),
  evaluates('$add', [2147483647, 5, -5], '2147483647'),
  evaluates('$add', [longMax, 5, -5], 'double 9223372036854776000'),
  evaluates('$add', [new Double(1.5), decimal('4.5')], 'decimal 6.00000000000000'),
  evaluates('$multiply', [65536, 65536], 'long 4294967296'),
  evaluates('$multiply', [65536, 65536, 0], '0'),
  evaluates('$multiply', [Long.fromNumber(2), 3], 'long 6'),
  evaluates('$multiply', [longMax, 2], 'double 18446744073709552000'),
  evaluates('$multiply', [decimal('Infinity'), decimal('9E6144')], 'decimal Infinity'),
  evaluates('$multiply', [decimal('Infinity'), 0], `decimal ${nanText}`),
  evaluates('$divide', [decimal('5'), decimal('Infinity')], 'decimal 0E-6176'),
  evaluates('$divide', [decimal('-Infinity'), decimal('9E6144')], 'decimal -Infinity'),
  evaluates('$mod', [decimal('5'), decimal('Infinity')], 'decimal 5'),
  checks('expression: $add ends at the first null', async (context) => {
    await fill(context, [{ _id: 1 }]);
    const [row] = await context.collection
      .aggregate([{ $project: { v: { $add: [1, null, 'x'] } } }])
      .toArray();
    assert.equal(row?.v, null);
  }),
  ...['$add', '$multiply'].map((name) =>
    fails(`${name} of a text before null`, 14, async (context) => {
      await fill(context, [{ _id: 1 }]);
      await context.collection.aggregate([{ $project: { v: { [name]: ['x', null] } } }]).toArray();
    }),
  ),
];

const at = (ms: number): Date => new Date(Date.UTC(2026, 0, 1) + ms);

function moves(name: string, by: unknown, ms: number): Case {
  return checks(`expression: ${name} of a date and ${shown(by)}`, async (context) => {
    await fill(context, [{ _id: 1, at: at(0), by }]);
    const [row] = await context.collection
      .aggregate([{ $project: { v: { [name]: ['$at', '$by'] } } }])
      .toArray();
    assert.deepEqual(row?.v, at(ms));
  });
}

// Source: AddState::addToDateValue: llround for a double, Decimal128::toLong (half to even) for a decimal.
const dates: Case[] = [
  moves('$add', 0.6, 1),
  moves('$add', 0.49, 0),
  moves('$add', 2.5, 3),
  moves('$add', -0.5, -1),
  moves('$add', decimal('1.5'), 2),
  moves('$add', decimal('2.5'), 2),
  moves('$subtract', 2.5, -3),
  moves('$subtract', -2.5, 3),
  moves('$subtract', decimal('1.5'), -2),
];

// Source: DocumentSourceGroup::computeGroupKey, and AccumulatorAddToSet, whose set keeps the first.
const groups: Case[] = [
  checks('aggregate: $group by a document of one field takes missing for null', async (context) => {
    await fill(context, [{ _id: 1 }, { _id: 2, l: null }, { _id: 3, l: 1 }]);
    const group = { $group: { _id: { l: '$l' }, n: { $sum: 1 } } };
    const rows = await context.collection.aggregate([group, { $sort: { n: -1 } }]).toArray();
    assert.deepEqual(rows, [
      { _id: { l: null }, n: 2 },
      { _id: { l: 1 }, n: 1 },
    ]);
  }),
  checks('aggregate: $group by two fields distinguishes missing from null', async (context) => {
    await fill(context, [{ _id: 1 }, { _id: 2, l: null }]);
    const group = { $group: { _id: { l: '$l', m: '$m' } } };
    const rows = await context.collection.aggregate([group, { $sort: { _id: 1 } }]).toArray();
    assert.deepEqual(rows, [{ _id: {} }, { _id: { l: null } }]);
  }),
  checks('accumulator: $addToSet keeps the first of equal numbers', async (context) => {
    const values = [1, Long.fromNumber(1), decimal('1'), decimal('1.0')];
    await fill(
      context,
      values.map((v, _id) => ({ _id, v })),
    );
    const pipeline = [{ $sort: { _id: 1 } }, { $group: { _id: null, v: { $addToSet: '$v' } } }];
    const [row] = await context.collection.aggregate(pipeline, raw).toArray();
    assert.deepEqual(row?.v.map(shown), ['1']);
  }),
];

export const totalCases: Case[] = [...accumulators, ...expressions, ...dates, ...groups];
