/** Exact sameness: also the types and the written form of numbers, which BSON equality overlooks. */
import { encodeKey } from './keys.ts';
import type { Value } from './values.ts';
import { isDocument, typeName } from './values.ts';

function sameFields(a: Record<string, Value>, b: Record<string, Value>): boolean {
  const names = Object.keys(a);
  const others = Object.keys(b);
  return (
    names.length === others.length &&
    names.every((name, at) => name === others[at] && identical(a[name] as Value, b[name] as Value))
  );
}

/** Whether an update left a value unchanged. */
export function identical(a: Value, b: Value): boolean {
  if (a === b) return a !== 0 || Object.is(a, b);
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return Object.is(a, b);
  if (Array.isArray(a))
    return (
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, at) => identical(item, b[at] as Value))
    );
  if (isDocument(a)) return isDocument(b) && sameFields(a, b);
  if (typeName(a) !== typeName(b)) return false;
  return encodeKey(a) === encodeKey(b) && (typeName(a) !== 'decimal' || String(a) === String(b));
}
