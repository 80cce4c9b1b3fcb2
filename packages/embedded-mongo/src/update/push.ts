/** $push and its modifiers. */
import type { Fold } from '../bson/keys.ts';
import { compareKeys, encodeKey, invertKey } from '../bson/keys.ts';
import { showValue } from '../bson/show.ts';
import { elementKey } from '../bson/sort.ts';
import type { Document, Value } from '../bson/values.ts';
import { asNumber, deepCopy, isDocument, typeName } from '../bson/values.ts';
import { wholeLong } from '../bson/whole.ts';
import { fault, notImplemented } from '../errors.ts';
import { readAt, writeAt } from './paths.ts';
import type { Operator } from './target.ts';

type Change = (items: Value[]) => Value[];

/** The argument of $slice or $position; undefined when there is none. */
function integer(modifiers: Document, name: string): number | undefined {
  const value = modifiers[name];
  if (value === undefined) return undefined;
  const whole = wholeLong(value);
  if (whole === undefined)
    throw fault(
      2,
      `The value for ${name} must be an integer value but was given type: ${typeName(value)}`,
    );
  return Number(whole);
}

function directionOf(value: Value | undefined): 1 | -1 {
  const direction = asNumber(value);
  if (direction !== 1 && direction !== -1)
    throw fault(2, 'The $sort element value must be either 1 or -1');
  return direction;
}

/** What elements are sorted by: themselves, or fields of those that are documents. */
function sortKeyOf(order: Value): (item: Value) => string {
  if (!isDocument(order)) {
    if (asNumber(order) === undefined)
      throw fault(
        2,
        'The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded fields',
      );
    return directionOf(order) === 1 ? encodeKey : (item) => invertKey(encodeKey(item));
  }
  const fields = Object.entries(order).map(([name, direction]) => {
    if (name === '') throw fault(2, 'The $sort field cannot be empty');
    const path = name.split('.');
    if (path.includes(''))
      throw fault(2, `The $sort field is a dotted field but has an empty part: ${name}`);
    return { path, descending: directionOf(direction) === -1 };
  });
  if (fields.length === 0)
    throw fault(2, 'The $sort pattern is empty when it should be a set of fields.');
  return (item) => elementKey(item, fields);
}

function sorter(order: Value | undefined): Change {
  if (order === undefined) return (items) => items;
  const keyOf = sortKeyOf(order);
  return (items) =>
    items
      .map((item) => ({ item, key: keyOf(item) }))
      .sort((a, b) => compareKeys(a.key, b.key))
      .map(({ item }) => item);
}

function slicer(count: number | undefined): Change {
  if (count === undefined) return (items) => items;
  if (count === 0) return () => [];
  return (items) => (count > 0 ? items.slice(0, count) : items.slice(count));
}

const allModifiers = new Set(['$each', '$position', '$sort', '$slice']);

/** What happens to the array: added where and what, sorted, then cut. */
function changeOf(argument: Value, fold: Fold | undefined): Change {
  if (!isDocument(argument) || argument.$each === undefined)
    return (items) => [...items, deepCopy(argument)];
  const { $each: added } = argument;
  if (!Array.isArray(added))
    throw fault(
      2,
      `The argument to $each in $push must be an array but it was of type: ${typeName(added)}`,
    );
  for (const name in argument)
    if (!allModifiers.has(name)) throw fault(2, `Unrecognized clause in $push: ${name}`);
  const cut = slicer(integer(argument, '$slice'));
  const position = integer(argument, '$position') ?? Number.POSITIVE_INFINITY;
  if (fold && argument.$sort !== undefined)
    throw notImplemented('$sort of $push under a collation');
  const sort = sorter(argument.$sort);
  return (items) => cut(sort(items.toSpliced(position, 0, ...deepCopy(added))));
}

export const push: Operator = (argument, _field, fold) => {
  const change = changeOf(argument, fold);
  return ({ document, path }) => {
    const current = readAt(document, path);
    if (current !== undefined && !Array.isArray(current))
      throw fault(
        2,
        `The field '${path.join('.')}' must be an array but is of type ${typeName(current)} in document {_id: ${showValue(document._id)}}`,
      );
    writeAt(document, path, change(current ?? []));
  };
};
