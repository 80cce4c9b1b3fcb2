/** The filters that a partial index may have. */
import type { Fold } from '../bson/keys.ts';
import { encodeKey } from '../bson/keys.ts';
import type { Document, Value } from '../bson/values.ts';
import { bsonTag, isDocument, isTruthy } from '../bson/values.ts';
import { fault, notImplemented } from '../errors.ts';
import { isOperators } from './filter.ts';
import { compileFilter } from './matcher.ts';

const allowed = new Set(['$eq', '$gt', '$gte', '$lt', '$lte', '$type', '$exists', '$in', '$all']);
const leftOut = new Set(['$geoWithin', '$geoIntersects', '$within', '$near', '$nearSphere']);

function check(filter: Document): void {
  for (const field in filter) {
    const value = filter[field];
    if (field === '$and' || field === '$or') {
      if (Array.isArray(value)) for (const part of value) if (isDocument(part)) check(part);
      continue;
    }
    if (field.startsWith('$')) refuse(field);
    if (!isDocument(value)) continue;
    for (const operator in value) {
      if (!operator.startsWith('$')) break;
      if (leftOut.has(operator)) throw notImplemented(`${operator} in a partial index`);
      if (!allowed.has(operator)) refuse(operator);
      if (operator === '$all' && !isListOfValues(value[operator])) refuse(operator);
      if (operator === '$exists' && !isTruthy(value[operator])) refuse('$exists: false');
    }
  }
}

/** A list of values is an equality with each of them. */
function isListOfValues(value: Value | undefined): boolean {
  return (
    Array.isArray(value) &&
    value.every((item) => !isDocument(item) && bsonTag(item) !== 'BSONRegExp')
  );
}

/** What a filter says, whatever the order and the nesting of its conditions. */
export function sameFilter(a: Document, b: Document): boolean {
  return clausesOf(a).sort().join('\0') === clausesOf(b).sort().join('\0');
}

function clausesOf(filter: Document): string[] {
  return Object.entries(filter).flatMap(([name, value]) => {
    const parts = Array.isArray(value) ? value.filter(isDocument) : [];
    if (name === '$and') return parts.flatMap(clausesOf);
    if (name === '$or')
      return [encodeKey(['$or', ...parts.map((part) => clausesOf(part).sort().join('\0')).sort()])];
    if (!isOperators(value)) return [encodeKey([name, '$eq', value])];
    return Object.entries(value).map((operator) => encodeKey([name, ...operator]));
  });
}

function refuse(what: string): never {
  throw fault(67, `Expression not supported in partial index: ${what}`);
}

/**
 * Compiles a partialFilterExpression, with the fold of the index's collation; throws
 * CannotCreateIndex (67) for operators not allowed there.
 */
export function compilePartialFilter(
  filter: Document,
  fold: Fold | undefined,
): (document: Document) => boolean {
  check(filter);
  const matches = compileFilter(filter, { fold });
  return (document) => matches(document);
}
