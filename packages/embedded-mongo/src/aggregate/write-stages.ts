/** $out, and which stage ends a pipeline by writing. */

import { stamped, storable } from '../bson/identity.ts';
import type { Value } from '../bson/values.ts';
import { isDocument, typeName } from '../bson/values.ts';
import { fault, notImplemented } from '../errors.ts';
import { stageFields } from '../expression/arguments.ts';
import { checkDatabase, checkNamespace } from '../store/catalog.ts';
import { isInternal, merge } from './merge.ts';
import type { Sink } from './scope.ts';
import { stageOf } from './transforms.ts';

function targetOf(argument: Value, database: string): string {
  if (typeof argument === 'string') return checkNamespace(database, argument);
  if (!isDocument(argument))
    throw fault(
      16990,
      `$out only supports a string or object argument, but found ${typeName(argument)}`,
    );
  const fields = stageFields(argument, '$out', {
    required: ['db', 'coll'],
    optional: ['timeseries'],
  });
  if (fields.timeseries !== undefined) throw notImplemented('$out into a time series');
  return checkNamespace(checkDatabase(fields.db), fields.coll);
}

function out(argument: Value, database: string): Sink {
  const ns = targetOf(argument, database);
  if (isInternal(ns)) throw fault(31321, `Can't $out to internal database: ${ns}`);
  return (writer, documents) => {
    const collection = writer.ensure(ns);
    for (const rid of [...collection.docs.keys()]) writer.remove(ns, rid);
    for (const document of documents) writer.insert(ns, stamped(storable(document)));
    return undefined;
  };
}

/** Throws `code` for a pipeline inside of `stage` that would write. */
export function refuseWrites(stages: Value[], code: number, stage: string): void {
  for (const each of stages) {
    const [name] = stageOf(each);
    if (name === '$out' || name === '$merge')
      throw fault(code, `${name} is not allowed within a ${stage}'s sub-pipeline`);
  }
}

/** Splits a final $out or $merge off. */
export function splitSink(
  stages: Value[],
  database: string,
): { stages: Value[]; sink: Sink | undefined } {
  const last = stages.at(-1);
  if (last === undefined) return { stages, sink: undefined };
  const [name, argument] = stageOf(last);
  if (name !== '$out' && name !== '$merge') return { stages, sink: undefined };
  const sink = name === '$out' ? out(argument, database) : merge(argument, database);
  return { stages: stages.slice(0, -1), sink };
}
