/** Pipelines as updates: the few stages that turn one document into one. */
import type { Document, Value } from '../bson/values.ts';

/** Compiles; the result gives the new document. */
export function compileUpdatePipeline(
  stages: Value[],
  variables: Record<string, Value> = {},
): (document: Document, now: Date) => Document {
  throw new Error(`not yet ${stages.length} ${String(variables)}`);
}
