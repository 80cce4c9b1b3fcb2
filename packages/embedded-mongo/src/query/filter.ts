/** The types that the parts of the filter compiler share. */

import type { Fold } from '../bson/keys.ts';
import type { Match } from '../bson/paths.ts';
import type { Document, Value } from '../bson/values.ts';
import { isDocument } from '../bson/values.ts';
import type { Variables } from '../expression/variables.ts';

/** Whether a document matches; sets `match` to the array position that matched. */
export type Predicate = (document: Document, match?: Match) => boolean;

export type FilterContext = {
  fold?: Fold | undefined;
  /** Variables of `let` and of an enclosing pipeline. */
  variables?: Variables | undefined;
  /** Inside of $elemMatch: the document at hand is not the stored one. */
  nested?: boolean;
};

/** For conditions that hold whole filters ($elemMatch). */
export type ConditionContext = FilterContext & {
  compileFilter: (filter: Document, context: FilterContext) => Predicate;
  /** The path as messages name it; empty for the elements of an array. */
  field: string;
};

/** True for `{ $gt: 1 }`, false for a document to compare with; a DBRef is one. */
export function isOperators(value: Value | undefined): value is Document {
  if (!isDocument(value) || !Object.keys(value)[0]?.startsWith('$')) return false;
  return value.$ref === undefined || value.$id === undefined;
}
