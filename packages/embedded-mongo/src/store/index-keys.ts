/** Computes the entries that a document has in an index. */
import type { Fold } from '../bson/keys.ts';
import type { KeyField, PathKeys } from '../bson/path-keys.ts';
import { pathKeys } from '../bson/path-keys.ts';
import type { Document } from '../bson/values.ts';

/** An index as its definition says, ready to compute keys. */
export type KeyShape = {
  fields: KeyField[];
  sparse: boolean;
  fold: Fold | undefined;
  /** Of a partial index: which documents it holds. */
  covers: ((document: Document) => boolean) | undefined;
};

const none: PathKeys = { keys: [], manyFields: undefined };

/** The keys of a document, without duplicates; none when a sparse or partial index leaves it out. */
export function indexKeys(document: Document, shape: KeyShape): PathKeys {
  const { fields, fold, sparse, covers } = shape;
  if (covers && !covers(document)) return none;
  return pathKeys(document, fields, { fold, sparse });
}
