/** The filters that a partial index may have. */
import type { Fold } from '../bson/keys.ts';
import type { Document } from '../bson/values.ts';
import { isDocument, isTruthy } from '../bson/values.ts';
import { fault } from '../errors.ts';
import { compileFilter } from './matcher.ts';

const allowed = new Set(['$eq', '$gt', '$gte', '$lt', '$lte', '$type', '$exists', '$in']);

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
      if (!allowed.has(operator)) refuse(operator);
      if (operator === '$exists' && !isTruthy(value[operator])) refuse('$exists: false');
    }
  }
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
