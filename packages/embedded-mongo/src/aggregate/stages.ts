/** The stages that pass documents on: $match, $sort, $skip, $limit, $unwind and $sample. */

import { Long } from 'bson';
import type { Path } from '../bson/paths.ts';
import { parseFieldPath, plainValue } from '../bson/paths.ts';
import { showValue } from '../bson/show.ts';
import { parseSort, sortBy, sortKey } from '../bson/sort.ts';
import type { Document, Value } from '../bson/values.ts';
import { asNumber, isDocument, isNumeric, newDocument, typeName } from '../bson/values.ts';
import { clampedLong, wholeLong } from '../bson/whole.ts';
import { step } from '../effort.ts';
import { fault } from '../errors.ts';
import { compileFilter } from '../query/matcher.ts';
import type { StageMaker } from './scope.ts';
import { fieldSetter, nestedSetter } from './set-fields.ts';

/** A count of documents. Throws `code` for what is no whole number from 0 to the greatest int64. */
function documentCount(value: Value, stage: string, code: number): number {
  const number = wholeLong(value);
  if (number !== undefined && number >= 0n) return Number(number);
  const why = number === undefined ? notWhole(value) : 'Expected a non-negative number in';
  throw fault(code, `invalid argument to ${stage} stage: ${why}: ${stage}: ${showValue(value)}`);
}

/** Why a value is no int64, in the server's words. */
function notWhole(value: Value): string {
  const number = asNumber(value);
  if (number === undefined) return 'Expected a number in';
  if (Number.isNaN(number)) return 'Expected an integer, but found NaN in';
  return Number.isInteger(number) ? 'Cannot represent as a 64-bit integer' : 'Expected an integer';
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
  const most = documentCount(argument, '$limit', 5107201);
  if (most === 0) throw fault(15958, 'the limit must be positive');
  return function* (input) {
    let left = most;
    for (const document of input) {
      yield document;
      if (--left === 0) return;
    }
  };
};

const skip: StageMaker = (argument) => {
  const count = documentCount(argument, '$skip', 5107200);
  return function* (input) {
    let left = count;
    for (const document of input) if (left-- <= 0) yield document;
  };
};

type Unwind = { path: Path; index: Path | undefined; keepEmpty: boolean };

function unwindIndex(value: Value): string {
  if (typeof value !== 'string' || value === '')
    throw fault(
      28810,
      `expected a non-empty string for the includeArrayIndex  option to $unwind stage, got ${typeName(value)}`,
    );
  if (value.startsWith('$'))
    throw fault(
      28822,
      `includeArrayIndex option to $unwind stage should not be prefixed with a '$': ${value}`,
    );
  return value;
}

/** Reads the specification field by field and reports the first error. */
function unwindFields(argument: Value): { path: string; index?: string; keepEmpty: boolean } {
  if (typeof argument === 'string') return { path: argument, keepEmpty: false };
  if (!isDocument(argument))
    throw fault(
      15981,
      `expected either a string or an object as specification for $unwind stage, got ${typeName(argument)}`,
    );
  const fields: { path: string; index?: string; keepEmpty: boolean } = {
    path: '',
    keepEmpty: false,
  };
  for (const [name, value] of Object.entries(argument)) {
    if (name === 'path') {
      if (typeof value !== 'string')
        throw fault(
          28808,
          `expected a string as the path for $unwind stage, got ${typeName(value)}`,
        );
      fields.path = value;
    } else if (name === 'preserveNullAndEmptyArrays') {
      if (typeof value !== 'boolean')
        throw fault(
          28809,
          `expected a boolean for the preserveNullAndEmptyArrays option to $unwind stage, got ${typeName(value)}`,
        );
      fields.keepEmpty = value;
    } else if (name === 'includeArrayIndex') fields.index = unwindIndex(value);
    else throw fault(28811, `unrecognized option to $unwind stage: ${name}`);
  }
  return fields;
}

function unwindOf(argument: Value): Unwind {
  const { path, index, keepEmpty } = unwindFields(argument);
  if (path === '') throw fault(28812, 'no path specified to $unwind stage');
  if (!path.startsWith('$'))
    throw fault(28818, `path option to $unwind stage should be prefixed with a '$': ${path}`);
  if (path.includes('\0'))
    throw fault(16419, 'field path must not contain embedded null characters');
  return {
    path: parseFieldPath(path.slice(1)),
    index: index === undefined ? undefined : parseFieldPath(index),
    keepEmpty,
  };
}

const unwind: StageMaker = (argument) => {
  const { path, index, keepEmpty } = unwindOf(argument);
  const set = fieldSetter(path);
  const setIndex = index ? nestedSetter(index) : (document: Document) => document;
  return function* (input) {
    for (const document of input) {
      const value = plainValue(document, path);
      if (Array.isArray(value) && value.length > 0) {
        for (const [at, item] of value.entries()) {
          step();
          yield setIndex(set(document, item), Long.fromNumber(at));
        }
      } else if (value !== undefined && value !== null && !Array.isArray(value))
        yield setIndex(document, null);
      else if (keepEmpty)
        yield setIndex(Array.isArray(value) ? set(document, undefined) : document, null);
    }
  };
};

function sampleSize(argument: Value): number {
  if (!isDocument(argument))
    throw fault(28745, 'the $sample stage specification must be an object');
  for (const field in argument)
    if (field !== 'size') throw fault(28748, `unrecognized option to $sample: ${field}`);
  if (argument.size === undefined) throw fault(28749, '$sample stage must specify a size');
  if (!isNumeric(argument.size)) throw fault(28746, 'size argument to $sample must be a number');
  const size = clampedLong(argument.size);
  if (size <= 0n) throw fault(28747, 'size argument to $sample must be a positive integer');
  return Number(size);
}

const sample: StageMaker = (argument) => {
  const size = sampleSize(argument);
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

export const plainStages: Record<string, StageMaker> = {
  $match: match,
  $sort: sort,
  $limit: limit,
  $skip: skip,
  $unwind: unwind,
  $sample: sample,
};
