/** $merge: writes a pipeline's result into a collection, document by document. */

import { storable, withId } from '../bson/identity.ts';
import { compareKeys, sameValue } from '../bson/keys.ts';
import { plainValue, splitPath } from '../bson/paths.ts';
import type { Document, Value } from '../bson/values.ts';
import { isDocument, newDocument, typeName } from '../bson/values.ts';
import { fault, MongoFault } from '../errors.ts';
import { stageFields } from '../expression/arguments.ts';
import { variableName } from '../expression/conditions.ts';
import { compileExpression } from '../expression/expression.ts';
import type { Evaluate } from '../expression/variables.ts';
import { rowOf } from '../expression/variables.ts';
import type { ScannedDocument } from '../plan/scan.ts';
import { runQuery } from '../plan/scan.ts';
import { compileFilter } from '../query/matcher.ts';
import { checkDatabase, checkNamespace } from '../store/catalog.ts';
import type { Collection } from '../store/collection.ts';
import { idIndex } from '../store/collection.ts';
import type { Writer } from '../txn/writer.ts';
import type { Sink } from './scope.ts';
import { compileUpdatePipeline } from './update-pipeline.ts';

type Pair = { found: ScannedDocument; document: Document };

/** What an existing document becomes; undefined leaves it alone. */
type Matched = (pair: Pair) => Document | undefined;

const replacements: Record<string, Matched> = {
  merge: ({ found, document }) => Object.assign(newDocument(), found.document, document),
  replace: ({ document }) => document,
  keepExisting: () => undefined,
  fail: () => {
    throw fault(
      11000,
      "$merge with whenMatched: fail found an existing document with the same values for the 'on' fields",
    );
  },
};

/** The variables of an update pipeline: `let`, by default the new document as `new`. */
function bindingsOf(value: Value | undefined): [string, Evaluate][] {
  if (value === undefined) return [['new', compileExpression('$$ROOT')]];
  if (!isDocument(value))
    throw fault(14, `BSON field '$merge.let' is the wrong type '${typeName(value)}'`);
  return Object.entries(value).map(([name, expression]) => {
    if (name === 'new' && expression !== '$$ROOT')
      throw fault(
        51273,
        "'let' may not define a value for the reserved 'new' variable other than '$$ROOT'",
      );
    return [variableName(name), compileExpression(expression)];
  });
}

function whenMatched(fields: Document): Matched {
  const { whenMatched: mode = 'merge', let: bindings } = fields;
  if (Array.isArray(mode)) {
    const variables = bindingsOf(bindings);
    compileUpdatePipeline(mode, Object.fromEntries(variables.map(([name]) => [name, null])));
    return ({ found, document }) => {
      const row = rowOf(document, {});
      const bound = variables.map(([name, evaluate]) => [name, evaluate(row)]);
      const update = compileUpdatePipeline(mode, Object.fromEntries(bound));
      return update(found.document, new Date());
    };
  }
  if (typeof mode !== 'string')
    throw fault(51191, `$merge 'whenMatched' must be a string or an array, not ${typeName(mode)}`);
  const replace = Object.hasOwn(replacements, mode) ? replacements[mode] : undefined;
  if (!replace)
    throw fault(
      2,
      `Enumeration value '${mode}' for field '$merge.whenMatched' is not a valid value.`,
    );
  if (bindings !== undefined)
    throw fault(51199, "Cannot use 'let' variables with 'whenMatched: merge' mode");
  return replace;
}

const notMatched = new Set(['insert', 'discard', 'fail']);

function whenNotMatched(value: Value | undefined): string {
  if (value !== undefined && typeof value !== 'string')
    throw fault(14, `BSON field '$merge.whenNotMatched' is the wrong type '${typeName(value)}'`);
  const mode = value ?? 'insert';
  if (notMatched.has(mode)) return mode;
  throw fault(
    2,
    `Enumeration value '${mode}' for field '$merge.whenNotMatched' is not a valid value.`,
  );
}

function targetOf(into: Value | undefined, database: string): string {
  if (typeof into === 'string') {
    if (into === '') throw fault(5786800, "$merge 'into' field cannot be an empty string");
    return checkNamespace(database, into);
  }
  if (!isDocument(into))
    throw fault(51178, `$merge 'into' field  must be either a string or an object`);
  const { db, coll } = stageFields(into, 'into', { required: [], optional: ['db', 'coll'] });
  if (coll === undefined)
    throw fault(
      5786801,
      "$merge 'into' field must specify a 'coll' that is not empty, null or undefined",
    );
  return checkNamespace(db === undefined ? database : checkDatabase(db), coll);
}

/** Databases of the server itself. */
export function isInternal(ns: string): boolean {
  return /^(?:admin|config|local)\./.test(ns);
}

function joinFields(on: Value | undefined): string[] {
  if (on === undefined) return ['_id'];
  if (typeof on === 'string') return [on];
  if (!Array.isArray(on))
    throw fault(51186, `$merge 'on' field  must be either a string or an array of strings`);
  if (on.length === 0)
    throw fault(51187, 'If explicitly specifying $merge "on", must include at least one field');
  for (const [at, field] of on.entries()) {
    if (typeof field !== 'string')
      throw fault(
        51134,
        `$merge 'on' array elements must be strings, but found ${typeName(field)}`,
      );
    if (on.indexOf(field) < at) throw fault(31465, `Found a duplicate field '${field}'`);
  }
  return on as string[];
}

/** `on` needs a unique index, as on the real server. */
function needUnique(collection: Collection | undefined, on: readonly string[]): void {
  const wanted = [...on].sort().join('\0');
  const indexes = collection?.indexes ?? [{ spec: idIndex, fields: ['_id'] }];
  const unique = indexes.some(
    ({ spec, fields }) => spec.unique && !spec.partial && [...fields].sort().join('\0') === wanted,
  );
  if (!unique) throw fault(51183, 'Cannot find index to verify that join fields will be unique');
}

/** The existing document that a result belongs to. */
function findTarget(
  collection: Collection,
  on: string[],
  document: Document,
): ScannedDocument | undefined {
  const filter = newDocument();
  for (const field of on) {
    const value = plainValue(document, splitPath(field));
    if (value === undefined || value === null)
      throw fault(51132, `$merge write error: 'on' field '${field}' cannot be missing or null`);
    if (Array.isArray(value))
      throw fault(51185, `$merge write error: 'on' field '${field}' cannot be an array`);
    filter[field] = { $eq: value };
  }
  const query = { filter, sort: [], limited: true, limit: 1, matches: compileFilter(filter) };
  for (const found of runQuery(collection, query)) return found;
  return undefined;
}

function byName(document: Document): Document {
  const { _id, ...rest } = storable(document);
  const ordered = Object.entries(rest).sort(([a], [b]) => compareKeys(a, b));
  return Object.assign(newDocument(), { _id }, Object.fromEntries(ordered));
}

function write(
  writer: Writer,
  ns: string,
  after: { found: ScannedDocument; document: Document },
): void {
  const { found, document } = after;
  const { _id: id } = found.document;
  if (document._id !== undefined && !sameValue(document._id, id))
    throw fault(
      66,
      '$merge failed to update the matching document, did you attempt to modify the _id or the shard key?',
    );
  writer.replace(ns, found.rid, withId(document, id as Value));
}

export function merge(argument: Value, database: string): Sink {
  if (typeof argument !== 'string' && !isDocument(argument))
    throw fault(
      51182,
      `$merge only supports a string or object argument, not ${typeName(argument)}`,
    );
  const given = typeof argument === 'string' ? { into: argument } : argument;
  const fields = stageFields(given, '$merge', {
    required: ['into'],
    optional: ['on', 'let', 'whenMatched', 'whenNotMatched'],
  });
  const ns = targetOf(fields.into, database);
  if (isInternal(ns)) throw fault(31320, `Cannot $merge into internal database: ${ns}`);
  const on = joinFields(fields.on);
  const matched = whenMatched(fields);
  const otherwise = whenNotMatched(fields.whenNotMatched);
  const { whenMatched: mode = 'merge' } = fields;
  if ((mode === 'keepExisting' || mode === 'fail') && otherwise !== 'insert')
    throw fault(
      51181,
      `Combination of $merge modes 'whenMatched: ${mode}' and 'whenNotMatched: ${otherwise}' is not supported`,
    );
  // The real server inserts by $setOnInsert, whose fields come in the order of their names.
  const inserted = mode === 'merge' || mode === 'keepExisting' ? byName : storable;
  const mergeOne = (writer: Writer, raw: Document): void => {
    const document = on.includes('_id') ? storable(raw) : raw;
    const found = findTarget(writer.ensure(ns), on, document);
    if (found) {
      const after = matched({ found, document });
      if (after) write(writer, ns, { found, document: after });
    } else if (otherwise === 'insert') writer.insert(ns, inserted(document));
    else if (otherwise === 'fail')
      throw fault(
        13113,
        '$merge could not find a matching document in the target collection for at least one document in the source collection',
      );
  };
  return (writer, documents) => {
    needUnique(writer.collection(ns), on);
    let failed: MongoFault | undefined;
    for (const document of documents)
      try {
        mergeOne(writer, document);
      } catch (error) {
        // What is written stays written, as the real server's batches leave it.
        if (!(error instanceof MongoFault)) throw error;
        failed ??= error;
      }
    return failed;
  };
}
