/** createIndexes, dropIndexes and listIndexes. */
import { showValue } from '../bson/show.ts';
import type { Document, Value } from '../bson/values.ts';
import { isDocument } from '../bson/values.ts';
import { duplicateKey, fault } from '../errors.ts';
import { checkNamespace } from '../store/catalog.ts';
import type { Collection, Index } from '../store/collection.ts';
import { idIndex } from '../store/collection.ts';
import type { IndexSpec } from '../store/index-spec.ts';
import { indexExists, parseIndexSpec, sameKeyPattern } from '../store/index-spec.ts';
import type { Store } from '../txn/store.ts';
import { cursorReply, visible } from './read.ts';
import type { CommandTable, Request } from './request.ts';
import { arrayOption, listBatchSize, missingField, wrongField } from './request.ts';

const maxIndexes = 64;

/** Those of `wanted` that are not there yet; throws for a conflict with an existing or another wanted one. */
function missing(existing: IndexSpec[], wanted: IndexSpec[]): IndexSpec[] {
  const fresh: IndexSpec[] = [];
  for (const spec of wanted) {
    if (indexExists(fresh, spec)) throw fault(68, `Identical index already exists: ${spec.name}`);
    if (!indexExists(existing, spec)) fresh.push(spec);
  }
  if (existing.length + fresh.length > maxIndexes)
    throw fault(67, 'add index fails, too many indexes');
  return fresh;
}

function buildAll(collection: Collection, specs: IndexSpec[]): Index[] {
  return specs.map((spec) => {
    const { index, rival } = collection.build(spec);
    if (rival) {
      const keyValue: Document = {};
      for (const field in spec.key) keyValue[field] = rival[field] ?? null;
      throw duplicateKey({ ns: collection.ns, index: spec.name, keyPattern: spec.key, keyValue });
    }
    return index;
  });
}

function addIndexes(store: Store, ns: string, specs: IndexSpec[]): void {
  const created = store.catalog.get(ns) === undefined;
  const collection = store.catalog.writable(ns) ?? store.catalog.create(ns);
  try {
    const built = buildAll(collection, specs);
    const head = created ? [{ o: 'create', n: ns }] : [];
    store.log([...head, ...specs.map((spec) => ({ o: 'index', n: ns, s: spec.document }))]);
    collection.indexes = [...collection.indexes, ...built];
    store.catalog.touch(collection);
  } catch (error) {
    if (created) store.catalog.collections.delete(ns);
    throw error;
  }
}

async function createIndexes({ body, database, engine }: Request): Promise<Document> {
  const ns = checkNamespace(database, body.createIndexes, 2);
  const raw = arrayOption(body, 'indexes');
  if (raw.length === 0) throw fault(2, 'Must specify at least one index to create');
  const wanted = raw.map(parseIndexSpec);
  const { store } = engine;
  await store.settled(ns);
  const before = store.catalog.get(ns);
  const existing = before?.indexes.map((index) => index.spec) ?? [idIndex];
  const fresh = missing(existing, wanted);
  if (fresh.length > 0 || !before) addIndexes(store, ns, fresh);
  const rest: Document =
    fresh.length === 0 && before
      ? { note: 'all indexes already exist' }
      : { createdCollectionAutomatically: !before };
  const numIndexesAfter = store.catalog.get(ns)?.indexes.length ?? 1;
  return {
    numIndexesBefore: existing.length,
    numIndexesAfter,
    ...rest,
    ok: 1,
  };
}

/** The indexes of a name, a key pattern, a list of names, or all but that of `_id`. */
function chosen(collection: Collection, which: Value): Index[] {
  if (which === '*') return collection.indexes.filter((index) => index.spec.name !== '_id_');
  if (!Array.isArray(which)) return one(collection, which);
  if (!which.every((name) => typeof name === 'string'))
    throw wrongField('dropIndexes.index', which, "types '[string']");
  return which.flatMap((name) => one(collection, name));
}

function one(collection: Collection, which: Value): Index[] {
  if (typeof which !== 'string' && !isDocument(which))
    throw wrongField('dropIndexes.index', which, "types '[string, object']");
  const found = collection.indexes.filter((index) =>
    isDocument(which) ? sameKeyPattern(index.spec.key, which) : index.spec.name === which,
  );
  if (found.length === 0)
    throw fault(
      27,
      isDocument(which)
        ? `can't find index with key: ${showValue(which)}`
        : `index not found with name [${which}]`,
    );
  if (found.length > 1)
    throw fault(181, `${found.length} indexes found for key, identify by name instead`);
  if (found.some((index) => index.spec.name === '_id_')) throw fault(72, 'cannot drop _id index');
  return found;
}

async function dropIndexes({ body, database, engine, name }: Request): Promise<Document> {
  const ns = checkNamespace(database, body[name], 2);
  const { index: which } = body;
  if (which === undefined) throw missingField('dropIndexes.index');
  const { store } = engine;
  await store.settled(ns);
  const collection = store.catalog.writable(ns);
  if (!collection) throw fault(26, `ns not found ${ns}`);
  const gone = new Set(chosen(collection, which));
  const nIndexesWas = collection.indexes.length;
  store.log([...gone].map((index) => ({ o: 'unindex', n: ns, s: index.spec.name })));
  collection.indexes = collection.indexes.filter((index) => !gone.has(index));
  store.catalog.touch(collection);
  const msg: Document = which === '*' ? { msg: 'non-_id indexes dropped for collection' } : {};
  return { nIndexesWas, ...msg, ok: 1 };
}

function listIndexes(request: Request): Record<string, unknown> {
  const ns = checkNamespace(request.database, request.body.listIndexes, 2);
  const collection = visible(request, ns);
  if (!collection) throw fault(26, `ns does not exist: ${ns}`);
  const documents = collection.indexes.map((index) => index.spec.document);
  const batchSize = listBatchSize(request.body);
  return cursorReply(request, { ns, documents, batchSize });
}

export const indexCommands: CommandTable = {
  createIndexes: {
    fields: ['indexes', 'commitQuorum', 'ignoreUnknownIndexOptions'],
    writes: true,
    run: createIndexes,
  },
  dropIndexes: { fields: ['index'], writes: true, run: dropIndexes },
  deleteIndexes: { fields: ['index'], writes: true, run: dropIndexes },
  listIndexes: { fields: ['cursor'], leftOut: ['includeBuildUUIDs'], run: listIndexes },
};
