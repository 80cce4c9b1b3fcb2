/** What $group and window functions gather. */
import { encodeKey } from '../bson/keys.ts';
import { parseSort, sortKey } from '../bson/sort.ts';
import type { Value } from '../bson/values.ts';
import { asNumber, isDocument, newDocument } from '../bson/values.ts';
import { fault, notImplemented } from '../errors.ts';
import type { Maybe } from '../expression/arguments.ts';
import { averageList, extremeList, sumList } from '../expression/arrays.ts';
import type { Fields } from '../expression/conditions.ts';
import { named } from '../expression/conditions.ts';
import { compileExpression } from '../expression/expression.ts';
import type { Evaluate, Variables } from '../expression/variables.ts';

/** Gathers over the documents of a group, given as the variables of each. */
export type Accumulator = (rows: Variables[]) => Value;

type Maker = (argument: Value, name: string) => Accumulator;

/** Accumulators of one expression's values. */
function over(gather: (values: Maybe[]) => Value): Maker {
  return (argument, name) => {
    if (Array.isArray(argument)) throw fault(40237, `The ${name} accumulator is a unary operator`);
    const evaluate = compileExpression(argument);
    return (rows) => gather(rows.map((row) => evaluate(row)));
  };
}

/** The first of equal values stays. */
function distinct(values: Maybe[]): Value[] {
  const found = new Map<string, Value>();
  for (const value of values) {
    if (value === undefined) continue;
    const key = encodeKey(value);
    if (!found.has(key)) found.set(key, value);
  }
  return [...found.values()];
}

function merged(values: Maybe[]): Value {
  const result = newDocument();
  for (const value of values) {
    if (value === undefined || value === null) continue;
    if (!isDocument(value)) throw fault(40400, '$mergeObjects requires object inputs');
    Object.assign(result, value);
  }
  return result;
}

function countOf(evaluate: Evaluate, rows: Variables[], name: string): number {
  const count = asNumber(rows[0] ? evaluate(rows[0]) : 1);
  if (count === undefined || !Number.isInteger(count) || count < 1)
    throw fault(5787908, `'n' must be a positive integer in ${name}`);
  return count;
}

const rankedFields: Fields['required'] = [
  ['output', 5788004],
  ['sortBy', 5788005],
];

/** $top, $bottom and their N forms: the group in a separate order. */
function ranked(many: boolean, fromEnd: boolean): Maker {
  return (argument, name) => {
    const fields = named(argument, name, {
      codes: [5788001, 5788002],
      required: many ? [['n', 5788003], ...rankedFields] : rankedFields,
    });
    const sort = parseSort(fields.sortBy);
    const output = compileExpression(fields.output as Value);
    const size = many ? compileExpression(fields.n as Value) : () => 1;
    return (rows) => {
      const keyed = rows.map((row) => ({
        row,
        key: isDocument(row.CURRENT) ? sortKey(row.CURRENT, sort) : '',
      }));
      keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
      const count = countOf(size, rows, name);
      const chosen = fromEnd ? keyed.slice(-count) : keyed.slice(0, count);
      const values = chosen.map(({ row }) => output(row) ?? null);
      return many ? values : (values[0] ?? null);
    };
  };
}

const severalFields: Fields = {
  codes: [5787900, 5787901],
  required: [
    ['n', 5787906],
    ['input', 5787907],
  ],
};

/** $firstN, $lastN, $minN and $maxN. */
function several(pick: (values: Maybe[], count: number) => Value[]): Maker {
  return (argument, name) => {
    const fields = named(argument, name, severalFields);
    const input = compileExpression(fields.input as Value);
    const size = compileExpression(fields.n as Value);
    return (rows) =>
      pick(
        rows.map((row) => input(row)),
        countOf(size, rows, name),
      );
  };
}

function inOrder(values: Maybe[], sign: 1 | -1): Value[] {
  return values
    .filter((value): value is Value => value !== undefined && value !== null)
    .map((value) => ({ value, key: encodeKey(value) }))
    .sort((a, b) => (a.key < b.key ? -sign : a.key > b.key ? sign : 0))
    .map(({ value }) => value);
}

function orNull(values: Maybe[]): Value[] {
  return values.map((value) => value ?? null);
}

const accumulators: Record<string, Maker> = {
  $sum: over(sumList),
  $avg: over(averageList),
  $min: over((values) => extremeList(values, -1)),
  $max: over((values) => extremeList(values, 1)),
  $first: over((values) => values[0] ?? null),
  $last: over((values) => values.at(-1) ?? null),
  $push: over((values) => values.filter((value): value is Value => value !== undefined)),
  $addToSet: over(distinct),
  $mergeObjects: over(merged),
  $count: (argument) => {
    if (!isDocument(argument) || Object.keys(argument).length > 0)
      throw fault(14, '$count takes no arguments, i.e. $count:{}');
    return (rows) => rows.length;
  },
  $top: ranked(false, false),
  $topN: ranked(true, false),
  $bottom: ranked(false, true),
  $bottomN: ranked(true, true),
  $firstN: several((values, count) => orNull(values.slice(0, count))),
  $lastN: several((values, count) => orNull(values.slice(-count))),
  $minN: several((values, count) => inOrder(values, 1).slice(0, count)),
  $maxN: several((values, count) => inOrder(values, -1).slice(0, count)),
};

const leftOut = new Set(
  '$accumulator $concatArrays $median $percentile $setUnion $stdDevPop $stdDevSamp'.split(' '),
);

/** Compiles `{ $sum: '$v' }`. Throws Location15952 for an unknown accumulator. */
export function compileAccumulator(field: string, definition: Value): Accumulator {
  const [name = '', ...others] = isDocument(definition) ? Object.keys(definition) : [];
  if (!isDocument(definition) || !name.startsWith('$'))
    throw fault(40234, `The field '${field}' must be an accumulator object`);
  if (others.length > 0) throw fault(40238, `The field '${field}' must specify one accumulator`);
  const maker = Object.hasOwn(accumulators, name) ? accumulators[name] : undefined;
  if (maker) return maker(definition[name] as Value, name);
  if (leftOut.has(name)) throw notImplemented(`The accumulator ${name}`);
  throw fault(15952, `unknown group operator '${name}'`);
}
