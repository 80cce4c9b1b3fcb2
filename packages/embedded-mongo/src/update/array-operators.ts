/** The update operators on arrays. */

import { encodeKey, sameValue } from '../bson/keys.ts';
import { showValue } from '../bson/show.ts';
import {
  asNumber,
  bsonTag,
  deepCopy,
  isDocument,
  newDocument,
  typeName,
  type Value,
} from '../bson/values.ts';
import { fault } from '../errors.ts';
import { isOperators } from '../query/filter.ts';
import { compileField, compileFilter } from '../query/matcher.ts';
import { parseSort, sortBy, sortKey } from '../query/sort.ts';
import { readAt, writeAt } from './paths.ts';
import type { Apply, Target } from './target.ts';

function arrayAt({ document, path }: Target, operator: string): Value[] | undefined {
  const current = readAt(document, path);
  if (current === undefined || Array.isArray(current)) return current;
  throw fault(
    2,
    operator === '$push'
      ? `The field '${path.join('.')}' must be an array but is of type ${typeName(current)} in document`
      : `Cannot apply ${operator} to a non-array value`,
  );
}

function eachOf(argument: Value, operator: string): Value[] {
  if (!isDocument(argument) || !('$each' in argument)) return [argument];
  if (!Array.isArray(argument.$each))
    throw fault(
      operator === '$push' ? 2 : 14,
      `The argument to $each in ${operator} must be an array`,
    );
  return argument.$each;
}

function insertAt(items: Value[], added: Value[], position: Value | undefined): Value[] {
  if (position === undefined) return [...items, ...added];
  const at = asNumber(position);
  if (at === undefined || !Number.isInteger(at))
    throw fault(2, 'The value for $position must be an integer value');
  return items.toSpliced(at, 0, ...added);
}

function sorted(items: Value[], order: Value | undefined): Value[] {
  if (order === undefined) return items;
  const direction = asNumber(order);
  if (direction !== undefined) {
    if (direction !== 1 && direction !== -1)
      throw fault(2, 'The $sort element value must be either 1 or -1');
    const ascending = sortBy(items, (item) => encodeKey(item));
    return direction === 1 ? ascending : ascending.reverse();
  }
  const fields = parseSort(order);
  return sortBy(items, (item) => sortKey(isDocument(item) ? item : newDocument(), fields));
}

function sliced(items: Value[], size: Value | undefined): Value[] {
  if (size === undefined) return items;
  const count = asNumber(size);
  if (count === undefined || !Number.isInteger(count))
    throw fault(2, 'The value for $slice must be an integer value');
  if (count === 0) return [];
  return count > 0 ? items.slice(0, count) : items.slice(count);
}

const PUSH_MODIFIERS = new Set(['$each', '$position', '$sort', '$slice']);

function push(target: Target, argument: Value): void {
  const items = arrayAt(target, '$push') ?? [];
  const added = eachOf(argument, '$push').map((item) => deepCopy(item));
  const modifiers = isDocument(argument) && '$each' in argument ? argument : newDocument();
  for (const name in modifiers)
    if (!PUSH_MODIFIERS.has(name)) throw fault(2, `Unrecognized clause in $push: ${name}`);
  const longer = insertAt(items, added, modifiers.$position);
  writeAt(target.document, target.path, sliced(sorted(longer, modifiers.$sort), modifiers.$slice));
}

function addToSet(target: Target, argument: Value): void {
  const items = [...(arrayAt(target, '$addToSet') ?? [])];
  if (isDocument(argument) && '$each' in argument && Object.keys(argument).length > 1)
    throw fault(2, `Found unexpected fields after $each in $addToSet`);
  const keys = new Set(items.map((item) => encodeKey(item)));
  for (const item of eachOf(argument, '$addToSet')) {
    const key = encodeKey(item);
    if (keys.has(key)) continue;
    keys.add(key);
    items.push(deepCopy(item));
  }
  writeAt(target.document, target.path, items);
}

/** Which elements $pull takes: equal ones, ones that satisfy operators, or documents that match a filter. */
function pullTest(argument: Value): (item: Value) => boolean {
  if (isOperators(argument) || bsonTag(argument) === 'BSONRegExp') {
    const matches = compileField(['v'], argument, {});
    return (item) => {
      const wrapper = newDocument();
      wrapper.v = item;
      return matches(wrapper);
    };
  }
  if (!isDocument(argument)) return (item) => sameValue(item, argument);
  const matches = compileFilter(argument);
  return (item) => isDocument(item) && matches(item);
}

function pull(target: Target, argument: Value): void {
  const items = arrayAt(target, '$pull');
  if (!items) return;
  const taken = pullTest(argument);
  writeAt(
    target.document,
    target.path,
    items.filter((item) => !taken(item)),
  );
}

function pullAll(target: Target, argument: Value): void {
  if (!Array.isArray(argument)) throw fault(2, '$pullAll requires an array argument');
  const items = arrayAt(target, '$pullAll');
  if (!items) return;
  const keys = new Set(argument.map((item) => encodeKey(item)));
  writeAt(
    target.document,
    target.path,
    items.filter((item) => !keys.has(encodeKey(item))),
  );
}

function pop(target: Target, argument: Value): void {
  const side = asNumber(argument);
  if (side !== 1 && side !== -1)
    throw fault(9, `$pop expects 1 or -1, found: ${showValue(argument)}`);
  const current = readAt(target.document, target.path);
  if (current === undefined) return;
  if (!Array.isArray(current))
    throw fault(
      14,
      `Path '${target.path.join('.')}' contains an element of non-array type '${typeName(current)}'`,
    );
  writeAt(target.document, target.path, side === 1 ? current.slice(0, -1) : current.slice(1));
}

export const ARRAY_OPERATORS: Record<string, Apply> = {
  $push: push,
  $addToSet: addToSet,
  $pull: pull,
  $pullAll: pullAll,
  $pop: pop,
};
