/** Array and object operators, and the sums that work on lists as well. */
import { encodeKey, sameValue } from '../bson/keys.ts';
import { elementKey, parseSort, sortBy } from '../bson/sort.ts';
import { average, sum } from '../bson/sum.ts';
import type { Value } from '../bson/values.ts';
import { asNumber, isDocument, isNumeric, newDocument, typeName } from '../bson/values.ts';
import { wholeInt } from '../bson/whole.ts';
import { make } from '../effort.ts';
import { fault } from '../errors.ts';
import type { Maybe } from './arguments.ts';
import { compileList, fixed, isNullish, strict, variadic } from './arguments.ts';
import { compareMaybe } from './arithmetic.ts';
import type { Fields } from './conditions.ts';
import { named } from './conditions.ts';
import type { Operator } from './variables.ts';

/** An int32. Throws `codes[0]` for no number, `codes[1]` for any other. */
function integer(value: Maybe, name: string, codes: [number, number]): number {
  const number = wholeInt(value ?? null);
  if (number === undefined)
    throw fault(
      codes[isNumeric(value) ? 1 : 0] as number,
      `${name} requires an integral argument, found ${typeName(value)}`,
    );
  return number;
}

function list(value: Value, name: string, code: number): Value[] {
  if (!Array.isArray(value))
    throw fault(
      code,
      `The argument to ${name} must be an array, but was of type: ${typeName(value)}`,
    );
  return value;
}

function elementAt(items: Value, position: Value): Maybe {
  if (!Array.isArray(items))
    throw fault(28689, `$arrayElemAt's first argument must be an array, but is ${typeName(items)}`);
  return items.at(integer(position, '$arrayElemAt', [28690, 28691]));
}

function slice(value: Value, first: Value, second?: Value): Maybe {
  const items = list(value, '$slice', 28724);
  const a = integer(first, '$slice', [28725, 28726]);
  if (second === undefined) return a >= 0 ? items.slice(0, a) : items.slice(a);
  const count = integer(second, '$slice', [28727, 28728]);
  if (count <= 0) throw fault(28729, 'Third argument to $slice must be positive');
  const start = a >= 0 ? a : Math.max(0, items.length + a);
  return items.slice(start, start + count);
}

function range(from: Value, to: Value, by: Value = 1): Value[] {
  const start = integer(from, '$range', [34443, 34444]);
  const end = integer(to, '$range', [34445, 34446]);
  const step = integer(by, '$range', [34447, 34448]);
  if (step === 0) throw fault(34449, '$range requires a non-zero step value');
  make(Math.max(0, (end - start) / step));
  const items: Value[] = [];
  for (let at = start; step > 0 ? at < end : at > end; at += step) items.push(at);
  return items;
}

function concatArrays(values: Maybe[]): Maybe {
  if (values.some(isNullish)) return null;
  const lists = values.map((value) => list(value as Value, '$concatArrays', 28664));
  make(lists.reduce((length, items) => length + items.length, 0));
  return lists.flat();
}

function indexOfArray(...[items, wanted, from, to]: Maybe[]): Maybe {
  if (isNullish(items)) return null;
  if (!Array.isArray(items))
    throw fault(40090, '$indexOfArray requires an array as a first argument');
  const position = (value: Maybe): number => {
    const number = integer(value, '$indexOfArray', [9711600, 9711600]);
    if (number < 0) throw fault(9711601, '$indexOfArray requires indexes that are not negative');
    return number;
  };
  const start = from === undefined ? 0 : position(from);
  const end = to === undefined ? items.length : Math.min(items.length, position(to));
  for (let at = start; at < end; at++) if (sameValue(items[at], wanted)) return at;
  return -1;
}

function keyOf(key: Value, code: number, nul: number): string {
  if (typeof key !== 'string')
    throw fault(code, `$arrayToObject requires string keys, not ${typeName(key)}`);
  if (key.includes('\0')) throw fault(nul, 'Key field cannot contain an embedded null byte');
  return key;
}

function fromPair(item: Value): [string, Value] {
  if (!Array.isArray(item))
    throw fault(
      40396,
      `$arrayToObject requires a consistent input format, found ${typeName(item)}`,
    );
  if (item.length !== 2) throw fault(40397, '$arrayToObject requires an array of size 2 arrays');
  return [keyOf(item[0] as Value, 40395, 4940400), item[1] as Value];
}

function fromFields(item: Value): [string, Value] {
  if (!isDocument(item))
    throw fault(
      40391,
      `$arrayToObject requires a consistent input format, found ${typeName(item)}`,
    );
  if (Object.keys(item).length !== 2)
    throw fault(40392, "$arrayToObject requires an object keys of 'k' and 'v'");
  const { k, v } = item;
  if (k === undefined || v === undefined)
    throw fault(40393, "$arrayToObject requires an object with keys 'k' and 'v'");
  return [keyOf(k, 40394, 4940401), v];
}

/** All pairs are written as the first one is. */
function arrayToObject(value: Value): Value {
  const result = newDocument();
  const items = list(value, '$arrayToObject', 40386);
  const [first = []] = items;
  if (!Array.isArray(first) && !isDocument(first))
    throw fault(40398, `Unrecognised input type format for $arrayToObject: ${typeName(first)}`);
  for (const item of items) {
    const [key, field] = Array.isArray(first) ? fromPair(item) : fromFields(item);
    result[key] = field;
  }
  return result;
}

function objectToArray(value: Value): Value {
  if (!isDocument(value))
    throw fault(40390, `$objectToArray requires a document input, found: ${typeName(value)}`);
  return Object.entries(value).map(([k, v]) => Object.assign(newDocument(), { k, v }));
}

function mergeObjects(values: Maybe[]): Value {
  const result = newDocument();
  for (const value of values) {
    if (isNullish(value)) continue;
    if (!isDocument(value))
      throw fault(
        40400,
        `$mergeObjects requires object inputs, but input is of type ${typeName(value)}`,
      );
    Object.assign(result, value);
  }
  return result;
}

const sortArrayFields: Fields = {
  codes: [2942500, 2942501],
  required: [
    ['input', 2942502],
    ['sortBy', 2942503],
  ],
};

const sortArray: Operator = (argument, compile) => {
  const fields = named(argument, '$sortArray', sortArrayFields);
  const input = compile(fields.input as Value);
  const direction = asNumber(fields.sortBy);
  const sort = direction === undefined ? parseSort(fields.sortBy) : [];
  return (variables) => {
    const value = input(variables);
    if (isNullish(value)) return null;
    const items = list(value, '$sortArray', 2942504);
    if (direction === undefined) return sortBy(items, (item) => elementKey(item, sort));
    const ascending = sortBy(items, (item) => encodeKey(item));
    return direction < 0 ? ascending.reverse() : ascending;
  };
};

/** One argument that is an array is looked into; several are taken as they are. */
function overList(apply: (values: Maybe[]) => Maybe): Operator {
  return (argument, compile) => {
    const parts = compileList(argument, compile);
    return (variables) => {
      const values = parts.map((part) => part(variables));
      const [only] = values;
      return apply(values.length === 1 && Array.isArray(only) ? only : values);
    };
  };
}

/** Sum of the numbers among the values. */
export function sumList(values: Maybe[]): Value {
  return sum(values.filter((value): value is Value => isNumeric(value)));
}

export function averageList(values: Maybe[]): Value {
  return average(values.filter((value): value is Value => isNumeric(value)));
}

/** The least or greatest of the values that are not null; null when there is none. */
export function extremeList(values: Maybe[], sign: 1 | -1): Value {
  let best: Value = null;
  for (const value of values)
    if (!isNullish(value) && (best === null || compareMaybe(value, best) * sign > 0)) best = value;
  return best;
}

export const arrays: Record<string, Operator> = {
  $arrayElemAt: strict(2, elementAt),
  $first: strict(1, (value) => list(value, '$first', 28689)[0]),
  $last: strict(1, (value) => list(value, '$last', 28689).at(-1)),
  $size: fixed(1, (value) => list(value as Value, '$size', 17124).length),
  $isArray: fixed(1, (value) => Array.isArray(value)),
  $slice: strict([2, 3], slice),
  $reverseArray: strict(1, (value) => [...list(value, '$reverseArray', 34435)].reverse()),
  $concatArrays: variadic(concatArrays),
  $in: fixed(2, (value, items) => {
    if (!Array.isArray(items))
      throw fault(40081, `$in requires an array as a second argument, found: ${typeName(items)}`);
    return items.some((item) => sameValue(item, value));
  }),
  $indexOfArray: fixed([2, 4], indexOfArray),
  $range: fixed([2, 3], (from, to, by) => range(from as Value, to as Value, by ?? 1)),
  $arrayToObject: strict(1, arrayToObject),
  $objectToArray: strict(1, objectToArray),
  $mergeObjects: variadic(mergeObjects),
  $sortArray: sortArray,
  $sum: overList(sumList),
  $avg: overList(averageList),
  $min: overList((values) => extremeList(values, -1)),
  $max: overList((values) => extremeList(values, 1)),
};
