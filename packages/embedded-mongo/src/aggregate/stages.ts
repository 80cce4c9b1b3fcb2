/** The stages that pass documents on: $match, $sort, $skip, $limit, $unwind and $sample. */

import { Long } from 'bson';
import { splitPath } from '../bson/paths.ts';
import {
  asNumber,
  type Document,
  isDocument,
  isTruthy,
  newDocument,
  type Value,
} from '../bson/values.ts';
import { fault } from '../errors.ts';
import { compileFilter } from '../query/matcher.ts';
import { parseSort, sortBy, sortKey } from '../query/sort.ts';
import { fieldOf } from './expression.ts';
import type { StageMaker } from './scope.ts';
import { compileSetFields } from './set-fields.ts';

function wholeNumber(value: Value, name: string, least: number): number {
  const number = asNumber(value);
  if (number === undefined || !Number.isInteger(number))
    throw fault(2107201, `invalid argument to ${name} stage: expected an integer`);
  if (number < least)
    throw fault(
      15958,
      `invalid argument to ${name} stage: the ${name.slice(1)} must be ${least > 0 ? 'positive' : 'non-negative'}`,
    );
  return number;
}

const match: StageMaker = (argument, { variables }) => {
  if (!isDocument(argument))
    throw fault(15959, 'the match filter must be an expression in an object');
  const matches = compileFilter(argument, { variables });
  return function* (input) {
    for (const document of input) if (matches(document)) yield document;
  };
};

const sort: StageMaker = (argument) => {
  if (!isDocument(argument)) throw fault(15973, 'the $sort key specification must be an object');
  if (Object.keys(argument).length === 0)
    throw fault(15976, '$sort stage must have at least one sort key');
  const fields = parseSort(argument);
  return (input) => sortBy(input, (document) => sortKey(document, fields));
};

const limit: StageMaker = (argument) => {
  const most = wholeNumber(argument, '$limit', 1);
  return function* (input) {
    let left = most;
    for (const document of input) {
      yield document;
      if (--left === 0) return;
    }
  };
};

const skip: StageMaker = (argument) => {
  const count = wholeNumber(argument, '$skip', 0);
  return function* (input) {
    let left = count;
    for (const document of input) if (left-- <= 0) yield document;
  };
};

type Unwind = { path: string; index: string | undefined; keepEmpty: boolean };

function unwindOf(argument: Value): Unwind {
  const fields = isDocument(argument) ? argument : { path: argument };
  for (const field in fields)
    if (!['path', 'preserveNullAndEmptyArrays', 'includeArrayIndex'].includes(field))
      throw fault(28811, `unrecognized option to $unwind stage: ${field}`);
  const { path, includeArrayIndex: index } = fields as Document;
  if (typeof path !== 'string') throw fault(28812, 'no path specified to $unwind stage');
  if (!path.startsWith('$'))
    throw fault(28818, `path option to $unwind stage should be prefixed with a '$': ${path}`);
  if (index !== undefined && (typeof index !== 'string' || index === '' || index.startsWith('$')))
    throw fault(
      28810,
      'expected a non-empty string for the includeArrayIndex option to $unwind stage',
    );
  return {
    path: path.slice(1),
    index,
    keepEmpty: isTruthy((fields as Document).preserveNullAndEmptyArrays),
  };
}

const unwind: StageMaker = (argument) => {
  const { path, index, keepEmpty } = unwindOf(argument);
  const parts = splitPath(path);
  const set = compileSetFields({
    [path]: '$$value',
    ...(index === undefined ? {} : { [index]: '$$index' }),
  });
  const setIndex = index === undefined ? undefined : compileSetFields({ [index]: null });
  return function* (input) {
    for (const document of input) {
      const value = fieldOf(document, parts);
      if (Array.isArray(value) && value.length > 0) {
        for (const [at, item] of value.entries())
          yield set(document, { value: item, index: Long.fromNumber(at) });
      } else if (value !== undefined && value !== null && !Array.isArray(value))
        yield setIndex ? setIndex(document, {}) : document;
      else if (keepEmpty) {
        const kept = Array.isArray(value)
          ? set(document, { value: undefined, index: null })
          : document;
        yield setIndex ? setIndex(kept, {}) : kept;
      }
    }
  };
};

const sample: StageMaker = (argument) => {
  const size = isDocument(argument) ? asNumber(argument.size) : undefined;
  if (size === undefined || size < 0)
    throw fault(28746, 'size argument to $sample must be a positive number');
  return (input) => {
    const pool = [...input];
    for (let at = 0; at < Math.min(size, pool.length); at++) {
      const other = at + Math.floor(Math.random() * (pool.length - at));
      const [a, b] = [pool[at] ?? newDocument(), pool[other] ?? newDocument()];
      pool[at] = b;
      pool[other] = a;
    }
    return pool.slice(0, size);
  };
};

export const PLAIN_STAGES: Record<string, StageMaker> = {
  $match: match,
  $sort: sort,
  $limit: limit,
  $skip: skip,
  $unwind: unwind,
  $sample: sample,
};
