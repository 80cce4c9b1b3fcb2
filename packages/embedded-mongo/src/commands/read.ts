/** find, count, distinct, getMore and killCursors. */
import { Long } from 'bson';
import { encodeKey } from '../bson/keys.ts';
import { somePath, splitPath } from '../bson/paths.ts';
import { showValue } from '../bson/show.ts';
import { parseSort } from '../bson/sort.ts';
import type { Document, Value } from '../bson/values.ts';
import { asNumber, isDocument, typeName } from '../bson/values.ts';
import { fault, MongoFault, notImplemented } from '../errors.ts';
import { countMatches } from '../plan/count.ts';
import type { Query } from '../plan/scan.ts';
import { documentsOf, positionOf } from '../plan/scan.ts';
import { parseCollation } from '../query/collation.ts';
import { compileFilter } from '../query/matcher.ts';
import { compileProjection } from '../query/projection.ts';
import { checkNamespace } from '../store/catalog.ts';
import type { Collection } from '../store/collection.ts';
import type { CommandTable, Request } from './request.ts';
import {
  arrayOption,
  countOption,
  documentOption,
  flagOption,
  letOption,
  numberOption,
  stringOption,
} from './request.ts';

const firstBatch = 101;

/** The collection as the request sees it: of its transaction's snapshot, else the committed one. */
export function visible(request: Request, ns: string): Collection | undefined {
  return request.transaction
    ? request.transaction.branch.get(ns)
    : request.engine.store.catalog.get(ns);
}

/** The real server's find has its own messages for these three. */
function checkObjects(body: Document): void {
  for (const name of ['filter', 'projection', 'sort'])
    if (body[name] !== undefined && !isDocument(body[name]))
      throw fault(14, `Expected field ${name}to be of type object`);
}

/** The order of `sort: { $natural: 1 }`, which stands alone. Throws BadValue (2). */
function naturalOrder(sort: Value | undefined): Value | undefined {
  if (!isDocument(sort) || sort.$natural === undefined) return undefined;
  if (Object.keys(sort).length > 1)
    throw fault(2, `Cannot include '$natural' in compound sort: ${showValue(sort)}`);
  if (Math.abs(asNumber(sort.$natural) ?? 0) !== 1)
    throw fault(2, '$natural sort cannot be set to a value other than -1 or 1.');
  return asNumber(sort.$natural);
}

function checkHint(hint: Value | undefined): Value | undefined {
  if (isDocument(hint) && hint.$natural !== undefined) {
    if (Math.abs(asNumber(hint.$natural) ?? 0) !== 1)
      throw fault(2, '$natural hint cannot be set to a value other than -1 or 1.');
    return { $natural: asNumber(hint.$natural) as number };
  }
  if (hint === undefined || hint === null || typeof hint === 'string' || isDocument(hint))
    return hint;
  throw fault(9, 'Hint must be a string or an object');
}

/** The query of a find-like command; its filter under `filterField`. */
export function queryOf(body: Document, filterField: string): Query & { variables: Document } {
  const isFind = filterField === 'filter';
  if (isFind) checkObjects(body);
  const filter = documentOption(body, filterField);
  const collation = parseCollation(body.collation);
  const variables = letOption(body);
  const matches = compileFilter(filter, { fold: collation?.fold, variables });
  const natural = naturalOrder(body.sort);
  const sort = natural === undefined ? parseSort(documentOption(body, 'sort')) : [];
  if (collation && sort.length > 0) throw notImplemented('A sort under a collation');
  const skip = countOption(body, 'skip') ?? 0;
  const limitOption = isFind ? countOption : numberOption;
  const limit = Math.abs(limitOption(body, 'limit') ?? 0);
  return {
    filter,
    sort,
    limited: limit > 0,
    hint: natural === undefined ? checkHint(body.hint) : { $natural: natural },
    collation,
    matches,
    skip,
    limit,
    variables,
  };
}

function* projected(
  documents: Iterable<Document>,
  project: (document: Document) => Document,
): Generator<Document> {
  for (const document of documents) yield project(document);
}

/** The reply of a command that opens a cursor. */
export function cursorReply(
  request: Request,
  from: {
    ns: string;
    documents: Iterable<Document>;
    batchSize: number | undefined;
    singleBatch?: boolean;
  },
): Record<string, unknown> {
  const { ns, documents, singleBatch } = from;
  try {
    const { id, batch } = request.engine.cursors.open({
      ns,
      session: request.session,
      transaction: request.transaction,
      documents,
      batchSize: from.batchSize ?? firstBatch,
      ...(singleBatch === undefined ? {} : { singleBatch }),
    });
    return { cursor: { firstBatch: batch, id: Long.fromBigInt(id), ns }, ok: 1 };
  } catch (error) {
    // What the planner refuses has begun no execution.
    const planned = error instanceof MongoFault && !error.message.startsWith('error processing');
    if (planned && request.name === 'find')
      error.message = `Executor error during find command: ${ns} :: caused by :: ${error.message}`;
    throw error;
  }
}

const findFlags = ['singleBatch', 'noCursorTimeout', 'allowPartialResults', 'allowDiskUse'];

function find(request: Request): Record<string, unknown> {
  const { body, database } = request;
  const ns = checkNamespace(database, body.find, 2);
  const query = queryOf(body, 'filter');
  const project = compileProjection(documentOption(body, 'projection'), {
    positionOf: (document) => positionOf(document, query.matches),
    filter: query.filter,
    fold: query.collation?.fold,
  });
  const { variables } = query;
  const found = documentsOf(() => visible(request, ns), query);
  const documents = project ? projected(found, (document) => project(document, variables)) : found;
  const [singleBatch] = findFlags.map((name) => flagOption(body, name));
  return cursorReply(request, {
    ns,
    documents,
    batchSize: countOption(body, 'batchSize'),
    singleBatch: singleBatch === true,
  });
}

function count(request: Request): Record<string, unknown> {
  const { body, database } = request;
  const ns = checkNamespace(database, body.count, 2);
  if (body.limit === null) throw fault(2, 'count value for limit is not a valid number');
  const query = queryOf(body, 'query');
  const collection = visible(request, ns);
  if (!collection) return { n: 0, ok: 1 };
  if (Object.keys(query.filter).length === 0 && !query.hint) {
    const left = Math.max(0, collection.docs.size - (query.skip ?? 0));
    return { n: query.limit ? Math.min(left, query.limit) : left, ok: 1 };
  }
  return { n: countMatches(collection, query), ok: 1 };
}

function distinct(request: Request): Record<string, unknown> {
  const { body, database } = request;
  const ns = checkNamespace(database, body.distinct);
  const query = queryOf(body, 'query');
  const key = stringOption(body, 'key');
  if (key.includes('\0')) throw fault(31032, 'Key field cannot contain an embedded null byte');
  const path = splitPath(key);
  const values = new Map<string, Value>();
  const leaf = (value: Value | undefined): boolean => {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === undefined) continue;
      const key = encodeKey(item, query.collation?.fold);
      if (!values.has(key)) values.set(key, item);
    }
    return false;
  };
  for (const document of documentsOf(() => visible(request, ns), query))
    somePath(document, { path, leaf });
  return { values: [...values.keys()].sort().map((key) => values.get(key)), ok: 1 };
}

function cursorId(value: Value | undefined, name: string): bigint {
  if (value instanceof Long) return value.toBigInt();
  throw fault(
    14,
    `BSON field '${name}' is the wrong type '${typeName(value)}', expected type 'long'`,
  );
}

function getMore(request: Request): Record<string, unknown> {
  const { body, database, engine, session, transaction } = request;
  const name = stringOption(body, 'collection');
  if (name === '') throw fault(73, 'Collection names cannot be empty');
  const ns = `${database}.${name}`;
  const wanted = cursorId(body.getMore, 'getMore.getMore');
  if (body.maxTimeMS !== undefined && body.maxTimeMS !== null)
    throw fault(2, 'cannot set maxTimeMS on getMore command for a non-awaitData cursor');
  const batchSize = countOption(body, 'batchSize') || Number.POSITIVE_INFINITY;
  const { id, batch } = engine.cursors.next(wanted, { ns, batchSize, session, transaction });
  return { cursor: { nextBatch: batch, id: Long.fromBigInt(id), ns }, ok: 1 };
}

function killCursors({ body, engine }: Request): Record<string, unknown> {
  stringOption(body, 'killCursors');
  const cursorsKilled: Value[] = [];
  const cursorsNotFound: Value[] = [];
  const cursors = arrayOption(body, 'cursors');
  const ids = cursors.map((id, at) => cursorId(id, `killCursors.cursors.${at}`));
  for (const [at, id] of ids.entries())
    (engine.cursors.kill(id) ? cursorsKilled : cursorsNotFound).push(cursors[at] as Value);
  return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [], ok: 1 };
}

export const readCommands: CommandTable = {
  find: {
    fields: [
      'filter',
      'sort',
      'projection',
      'hint',
      'skip',
      'limit',
      'batchSize',
      'singleBatch',
      'noCursorTimeout',
      'allowPartialResults',
      'allowDiskUse',
      'collation',
      'let',
    ],
    leftOut: [
      'tailable',
      'awaitData',
      'oplogReplay',
      'returnKey',
      'showRecordId',
      'min',
      'max',
      'ntoreturn',
    ],
    inTransaction: true,
    run: find,
  },
  count: { fields: ['query', 'limit', 'skip', 'hint', 'collation', 'fields'], run: count },
  distinct: { fields: ['key', 'query', 'collation', 'hint'], inTransaction: true, run: distinct },
  getMore: {
    fields: ['collection', 'batchSize', 'maxTimeMS', 'term'],
    inTransaction: true,
    run: getMore,
  },
  killCursors: { fields: ['cursors'], inTransaction: true, run: killCursors },
};
