/** $out and $merge: what a pipeline's result does to a collection. */

import { sameValue } from '../bson/keys.ts';
import { showValue } from '../bson/show.ts';
import { type Document, isDocument, newDocument, type Value } from '../bson/values.ts';
import { fault, notImplemented } from '../errors.ts';
import { compileFilter } from '../query/matcher.ts';
import { type Found, runQuery } from '../query/scan.ts';
import { checkDatabase, checkNamespace } from '../store/catalog.ts';
import type { Writer } from '../txn/writer.ts';
import { storable, withId } from '../update/identity.ts';
import { named } from './conditions.ts';
import { stageOf } from './transforms.ts';
import { compileUpdatePipeline } from './update-pipeline.ts';

/** Writes the result documents; run inside one statement. */
export type Sink = (writer: Writer, documents: Document[]) => void;

function namespaceOf(value: Value | undefined, database: string): string {
  if (typeof value === 'string') return checkNamespace(database, value);
  if (!isDocument(value))
    throw fault(16990, 'The target of $out or $merge must be a string or an object');
  return checkNamespace(value.db === undefined ? database : checkDatabase(value.db), value.coll);
}

function out(argument: Value, database: string): Sink {
  const ns = namespaceOf(argument, database);
  return (writer, documents) => {
    const collection = writer.ensure(ns);
    for (const rid of [...collection.docs.keys()]) writer.remove(ns, rid);
    for (const document of documents) writer.insert(ns, storable(document));
  };
}

type Matched = (writer: Writer, ns: string, pair: { found: Found; document: Document }) => void;

function replaceWith(writer: Writer, ns: string, pair: { found: Found; document: Document }): void {
  const { found, document } = pair;
  if (document._id !== undefined && !sameValue(document._id, found.document._id))
    throw fault(
      66,
      '$merge failed to update the matching document, did you attempt to modify the _id or the shard key?',
    );
  writer.replace(ns, found.rid, withId(document, found.document._id as Value));
}

function whenMatched(value: Value | undefined): Matched {
  if (Array.isArray(value)) {
    return (writer, ns, { found, document }) => {
      const update = compileUpdatePipeline(value, { new: document });
      replaceWith(writer, ns, { found, document: update(found.document, new Date()) });
    };
  }
  switch (value ?? 'merge') {
    case 'merge':
      return (writer, ns, { found, document }) =>
        replaceWith(writer, ns, {
          found,
          document: Object.assign(newDocument(), found.document, document),
        });
    case 'replace':
      return replaceWith;
    case 'keepExisting':
      return () => {};
    case 'fail':
      return () => {
        throw fault(
          11000,
          '$merge with whenMatched: fail found an existing document with the same values for the "on" fields',
        );
      };
    default:
      throw fault(
        9,
        `Enumeration value ${showValue(value)} for field 'whenMatched' is not a valid value.`,
      );
  }
}

/** The existing document that a result belongs to; `on` needs a unique index, as on the real server. */
function findTarget(
  writer: Writer,
  ns: string,
  at: { on: string[]; document: Document },
): Found | undefined {
  const filter: Document = Object.fromEntries(
    at.on.map((field) => [field, at.document[field] ?? null]),
  );
  const collection = writer.ensure(ns);
  const unique = collection.indexes.some(
    ({ spec }) =>
      spec.unique &&
      !spec.partial &&
      Object.keys(spec.key).sort().join() === [...at.on].sort().join(),
  );
  if (!unique) throw fault(51183, 'Cannot find index to verify that join fields will be unique');
  for (const found of runQuery(collection, {
    filter,
    sort: [],
    limited: true,
    limit: 1,
    matches: compileFilter(filter),
  }))
    return found;
  return undefined;
}

function merge(argument: Value, database: string): Sink {
  const fields =
    typeof argument === 'string'
      ? ({ into: argument } as Document)
      : named(argument, '$merge', {
          required: ['into'],
          optional: ['on', 'let', 'whenMatched', 'whenNotMatched'],
        });
  if (fields.let !== undefined) throw notImplemented('$merge with let');
  const ns = namespaceOf(fields.into, database);
  const on = (Array.isArray(fields.on) ? fields.on : [fields.on ?? '_id']).map(String);
  const matched = whenMatched(fields.whenMatched);
  const otherwise = fields.whenNotMatched ?? 'insert';
  if (!['insert', 'discard', 'fail'].includes(otherwise as string))
    throw fault(
      9,
      `Enumeration value ${showValue(otherwise)} for field 'whenNotMatched' is not a valid value.`,
    );
  return (writer, documents) => {
    writer.ensure(ns);
    for (const document of documents) {
      const found = findTarget(writer, ns, { on, document });
      if (found) matched(writer, ns, { found, document });
      else if (otherwise === 'insert') writer.insert(ns, storable(document));
      else if (otherwise === 'fail')
        throw fault(
          13113,
          '$merge could not find a matching document in the target collection for at least one document in the source collection',
        );
    }
  };
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
