/** The document that an upsert starts from: what the filter demands to be equal. */

import { storable } from '../bson/identity.ts';
import type { Document, Value } from '../bson/values.ts';
import { bsonTag, deepCopy, isDocument, newDocument } from '../bson/values.ts';
import { fault } from '../errors.ts';
import { isOperators } from '../query/filter.ts';
import type { Update } from './compile.ts';
import { readAt, writeAt } from './paths.ts';

function demand(document: Document, path: string, value: Value): void {
  const parts = path.split('.');
  if (readAt(document, parts) !== undefined)
    throw fault(54, `cannot infer query fields to set, path '${path}' is matched twice`);
  writeAt(document, parts, deepCopy(value));
}

function collect(document: Document, filter: Document): void {
  for (const [name, value] of Object.entries(filter)) {
    if (name === '$and' && Array.isArray(value)) {
      for (const part of value) if (isDocument(part)) collect(document, part);
    } else if (name === '$or' && Array.isArray(value) && value.length === 1) {
      if (isDocument(value[0])) collect(document, value[0]);
    } else if (name.startsWith('$') || bsonTag(value) === 'BSONRegExp') {
      // Only equality says what a field is.
    } else if (!isOperators(value)) demand(document, name, value);
    else collectOperators(document, name, value);
  }
}

function collectOperators(document: Document, name: string, operators: Document): void {
  const { $eq, $all, $in } = operators;
  if ($eq !== undefined) demand(document, name, $eq);
  // Each value of a list is an equality, so two of them demand the path twice.
  for (const item of Array.isArray($all) ? $all : [])
    if (!isOperators(item) && bsonTag(item) !== 'BSONRegExp') demand(document, name, item);
  if (Array.isArray($in) && $in.length === 1 && bsonTag($in[0] as Value) !== 'BSONRegExp')
    demand(document, name, $in[0] as Value);
}

/** Builds the document to insert; the update is applied to the filter's equalities. */
export function upsertDocument(filter: Document, update: Update, now: Date): Document {
  const seed = newDocument();
  if (update.kind === 'replacement') {
    const id = filter._id;
    if (id !== undefined && !isOperators(id)) seed._id = id;
    else if (isDocument(id) && id.$eq !== undefined) seed._id = id.$eq;
  } else collect(seed, filter);
  return storable(update.apply(seed, { matched: undefined, inserting: true, now }).after);
}
