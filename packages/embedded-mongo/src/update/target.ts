/** What an update operator is given. */
import type { Document, Value } from '../bson/values.ts';

export type Target = {
  document: Document;
  path: string[];
  /** True while an upsert makes a new document. */
  inserting: boolean;
  now: Date;
};

/** Changes the place `path` of a private copy. */
export type Apply = (target: Target, argument: Value) => void;
