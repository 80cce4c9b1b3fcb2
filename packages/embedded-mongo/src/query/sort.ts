/** Sorts documents by a sort pattern: one key string each, arrays by their least or greatest element. */
import { compareKeys, encodeKey, invertKey, TAG } from '../bson/keys.ts';
import { leavesOf, type Path, splitPath } from '../bson/paths.ts';
import { asNumber, type Document, isDocument, type Value } from '../bson/values.ts';
import { fault, notImplemented } from '../errors.ts';

export type SortField = { name: string; path: Path; descending: boolean };

/** Throws BadValue (2) for an order that is not 1 or -1. */
export function parseSort(raw: Value | undefined): SortField[] {
  if (raw === undefined) return [];
  if (!isDocument(raw)) throw fault(14, "Expected field 'sort' to be of type object");
  return Object.entries(raw).map(([name, order]) => {
    if (isDocument(order)) throw notImplemented('A sort by $meta');
    const direction = asNumber(order);
    if (direction !== 1 && direction !== -1)
      throw fault(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
    if (name === '' || name.startsWith('.') || name.endsWith('.') || name.includes('..'))
      throw fault(15998, 'FieldPath field names may not be empty strings.');
    if (name.startsWith('$')) throw fault(16410, "FieldPath field names may not start with '$'.");
    return { name, path: splitPath(name), descending: direction < 0 };
  });
}

function fieldKey(document: Document, field: SortField): string {
  const { values } = leavesOf(document, field.path);
  let best = values.length === 0 ? TAG.emptyArray : encodeKey(values[0]);
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
  const keyed = Array.from(items, (item) => ({ key: keyOf(item), item }));
  keyed.sort((a, b) => compareKeys(a.key, b.key));
  return keyed.map(({ item }) => item);
}
