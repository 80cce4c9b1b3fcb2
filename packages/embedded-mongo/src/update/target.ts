/** What an update operator is given, first its argument and then document after document. */
import type { Fold } from '../bson/keys.ts';
import type { Document, Value } from '../bson/values.ts';

export type Target = {
  document: Document;
  path: string[];
  /** True while an upsert makes a new document. */
  inserting: boolean;
  now: Date;
};

/** Changes the place `path` of a private copy. */
export type Apply = (target: Target) => void;

/** Reads an operator's argument for a field; `fold` is the collation's. Throws for one that it does not take. */
export type Operator = (argument: Value, field: string, fold: Fold | undefined) => Apply;
