/** Sorts documents by a sort pattern: one key string each, arrays by their least or greatest element. */

import { step } from '../effort.ts';
import { fault, MongoFault, notImplemented } from '../errors.ts';
import { compareKeys, encodeKey, invertKey } from './keys.ts';
import type { KeyField, PathKeys } from './path-keys.ts';
import { pathKeys } from './path-keys.ts';
import { childOf, parseFieldPath } from './paths.ts';
import { showValue } from './show.ts';
import type { Document, Value } from './values.ts';
import { isDocument, isNumeric } from './values.ts';
import { clampedLong } from './whole.ts';

export type SortField = KeyField & { name: string };

const maxFields = 32;

function isDescending(name: string, order: Value): boolean {
  if (isDocument(order)) {
    if (order.$meta !== undefined) throw notImplemented('A sort by $meta');
    throw fault(17312, '$meta is the only expression supported by $sort right now');
  }
  if (!isNumeric(order))
    throw fault(15974, `Illegal key in $sort specification: ${name}: ${showValue(order)}`);
  const direction = clampedLong(order);
  if (direction !== 1n && direction !== -1n)
    throw fault(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
  return direction < 0n;
}

/** Throws 15974 and 15975 for an order that is not 1 or -1, and what a bad field path throws. */
export function parseSort(raw: Value | undefined): SortField[] {
  if (raw === undefined) return [];
  if (!isDocument(raw)) throw fault(14, "Expected field 'sort' to be of type object");
  const fields = Object.entries(raw).map(([name, order]) => {
    const path = parseFieldPath(name);
    return { name, path, descending: isDescending(name, order) };
  });
  if (fields.length > maxFields) throw fault(13103, 'too many compound keys');
  return fields;
}

/**
 * The key whose order is the order of the pattern: of a document with several keys, the first in that order. Throws
 * BadValue (2) for fields that pass through two arrays.
 */
export function sortKey(document: Document, fields: readonly SortField[]): string {
  if (fields.length === 0) return '';
  const { keys } = keysOf(document, fields);
  let [best = ''] = keys;
  for (const key of keys) if (key < best) best = key;
  return best;
}

function keysOf(document: Document, fields: readonly SortField[]): PathKeys {
  try {
    return pathKeys(document, fields);
  } catch (error) {
    if (!(error instanceof MongoFault) || error.code !== 171) throw error;
    throw fault(2, 'cannot sort with keys that are parallel arrays');
  }
}

/** The key of an array element in the order of the pattern, whose paths enter no further arrays but by position. */
export function elementKey(item: Value, fields: readonly KeyField[]): string {
  let result = '';
  for (const { path, descending } of fields) {
    let value: Value | undefined = isDocument(item) ? item : undefined;
    for (const part of path) value = childOf(value, part);
    const key = encodeKey(value);
    result += descending ? invertKey(key) : key;
  }
  return result;
}

/** Sorts stably. */
export function sortBy<T>(items: Iterable<T>, keyOf: (item: T) => string): T[] {
  const keyed = Array.from(items, (item) => {
    step();
    return { key: keyOf(item), item };
  });
  keyed.sort((a, b) => compareKeys(a.key, b.key));
  return keyed.map(({ item }) => item);
}
