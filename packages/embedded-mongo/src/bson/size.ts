/** How large a document is and how deep it nests: what may be stored and what may be answered. */
import { calculateObjectSize } from 'bson';
import { fault } from '../errors.ts';
import type { Document, Value } from './values.ts';
import { isDocument } from './values.ts';

/** The real server's limits of nesting, of a message and of a stored document. */
export const maxDepth = 200;
export const maxStoredDepth = 180;

function nestsWithin(value: Value, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (!nestsWithin(item, depth - 1)) return false;
    return true;
  }
  // Only the library's own types inherit this name; the reader would refuse it in a document.
  if (Object.hasOwn(value, '_bsontype')) throw fault(2, 'A field may not be named _bsontype here');
  if (!isDocument(value)) return true;
  for (const field in value) if (!nestsWithin(value[field] as Value, depth - 1)) return false;
  return true;
}

/** Bytes as BSON. Throws Overflow (15) for a document that nests deeper than `depth` levels. */
export function sizeOf(document: Document, depth: number): number {
  if (!nestsWithin(document, depth)) throw fault(15, `BSON nests deeper than ${depth} levels`);
  return calculateObjectSize(document);
}
