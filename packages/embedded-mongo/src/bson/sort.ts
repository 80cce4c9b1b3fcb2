/** Sorts documents by a sort pattern: one key string each, arrays by their least or greatest element. */

import { step } from '../effort.ts';
import { fault, notImplemented } from '../errors.ts';
import { compareKeys, encodeKey, invertKey, tag } from './keys.ts';
import type { Path } from './paths.ts';
import { leavesOf, parseFieldPath } from './paths.ts';
import { showValue } from './show.ts';
import type { Document, Value } from './values.ts';
import { asNumber, isDocument } from './values.ts';

export type SortField = { name: string; path: Path; descending: boolean };

const maxFields = 32;

function isDescending(name: string, order: Value): boolean {
  if (isDocument(order)) {
    if (order.$meta !== undefined) throw notImplemented('A sort by $meta');
    throw fault(17312, '$meta is the only expression supported by $sort right now');
  }
  const direction = asNumber(order);
  if (direction === undefined)
    throw fault(15974, `Illegal key in $sort specification: ${name}: ${showValue(order)}`);
  if (direction !== 1 && direction !== -1)
    throw fault(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
  return direction < 0;
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

function fieldKey(document: Document, field: SortField): string {
  const { values } = leavesOf(document, field.path);
  let best = values.length === 0 ? tag.emptyArray : encodeKey(values[0]);
  for (let at = 1; at < values.length; at++) {
    const key = encodeKey(values[at]);
    if (field.descending ? key > best : key < best) best = key;
  }
  return field.descending ? invertKey(best) : best;
}

/** The key whose order is the order of the pattern. */
export function sortKey(document: Document, fields: readonly SortField[]): string {
  let key = '';
  for (const field of fields) key += fieldKey(document, field);
  return key;
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
