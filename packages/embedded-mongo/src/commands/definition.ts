/** Collections and databases: create, drop, rename, list. */
import type { Document } from '../bson/values.ts';
import { isDocument } from '../bson/values.ts';
import { fault, notImplemented } from '../errors.ts';
import { compileFilter } from '../query/matcher.ts';
import { checkNamespace } from '../store/catalog.ts';
import type { Collection } from '../store/collection.ts';
import { cursorReply } from './read.ts';
import type { CommandTable, Engine, Request } from './request.ts';
import {
  booleanOption,
  documentOption,
  listBatchSize,
  missingField,
  numberOption,
  stringOption,
} from './request.ts';

/** The collection's name without its database. */
function localName(collection: Collection): string {
  return collection.ns.slice(collection.ns.indexOf('.') + 1);
}

const createLeftOut = [
  'validator',
  'validationLevel',
  'validationAction',
  'capped',
  'size',
  'max',
  'timeseries',
  'expireAfterSeconds',
  'clusteredIndex',
  'viewOn',
  'pipeline',
  'collation',
  'changeStreamPreAndPostImages',
  'encryptedFields',
  'storageEngine',
  'indexOptionDefaults',
  'idIndex',
];

/** The same once more is no fault since 7.0; other options are refused before this. */
async function create({ body, database, engine }: Request): Promise<Document> {
  const ns = checkNamespace(database, body.create);
  const { store } = engine;
  await store.settled(ns);
  if (store.catalog.get(ns)) return { ok: 1 };
  store.log([{ o: 'create', n: ns }]);
  store.catalog.create(ns);
  return { ok: 1 };
}

function dropOne(engine: Engine, ns: string): void {
  engine.store.catalog.collections.delete(ns);
  engine.cursors.killNamespace(ns);
}

async function drop({ body, database, engine }: Request): Promise<Document> {
  const ns = checkNamespace(database, body.drop);
  const { store } = engine;
  await store.settled(ns);
  const collection = store.catalog.get(ns);
  if (!collection) return { ok: 1 };
  store.log([{ o: 'drop', n: ns }]);
  dropOne(engine, ns);
  return { nIndexesWas: collection.indexes.length, ns, ok: 1 };
}

async function dropDatabase({ body, database, engine }: Request): Promise<Document> {
  if (body.dropDatabase === null) throw missingField('dropDatabase.dropDatabase');
  if (numberOption(body, 'dropDatabase') !== 1)
    throw fault(5255100, "Have to pass 1 as 'dropDatabase' parameter");
  const { store } = engine;
  await store.settled(...store.catalog.of(database).map(({ ns }) => ns));
  const collections = store.catalog.of(database);
  if (collections.length > 0) store.log(collections.map(({ ns }) => ({ o: 'drop', n: ns })));
  for (const { ns } of collections) dropOne(engine, ns);
  return collections.length > 0 ? { dropped: database, ok: 1 } : { ok: 1 };
}

function splitNamespace(value: string): string {
  if (!value.includes('.')) throw fault(73, `Invalid namespace specified '${value}'`);
  const dot = value.indexOf('.');
  return checkNamespace(value.slice(0, dot), value.slice(dot + 1));
}

async function rename({ body, engine, database }: Request): Promise<Document> {
  if (database !== 'admin')
    throw fault(13, 'renameCollection may only be run against the admin database.');
  const [source, target] = [stringOption(body, 'renameCollection'), stringOption(body, 'to')];
  const replaces = booleanOption(body, 'dropTarget');
  const [from, to] = [splitNamespace(source), splitNamespace(target)];
  const { store } = engine;
  await store.settled(from, to);
  if (!store.catalog.get(from)) throw fault(26, `Source collection ${from} does not exist`);
  if (from === to) throw fault(20, "Can't rename a collection to itself");
  const taken = store.catalog.get(to) !== undefined;
  if (taken && !replaces) throw fault(48, 'target namespace exists');
  const records = [...(taken ? [{ o: 'drop', n: to }] : []), { o: 'rename', n: from, to }];
  store.log(records);
  if (taken) dropOne(engine, to);
  engine.cursors.killNamespace(from);
  store.catalog.rename(from, to);
  return { ok: 1 };
}

function listCollections(request: Request): Record<string, unknown> {
  const { body, database, engine } = request;
  const matches = compileFilter(documentOption(body, 'filter'));
  const documents = engine.store.catalog
    .of(database)
    .map((collection): Document => {
      const shown: Document = { name: localName(collection), type: 'collection' };
      if (booleanOption(body, 'nameOnly')) return shown;
      const idIndex = { v: 2, key: { _id: 1 }, name: '_id_' };
      return { ...shown, options: {}, info: { readOnly: false }, idIndex };
    })
    .filter((document) => matches(document));
  const batchSize = listBatchSize(body);
  return cursorReply(request, { ns: `${database}.$cmd.listCollections`, documents, batchSize });
}

/** Those that every member of a replica set has. */
const systemDatabases = ['admin', 'config', 'local'];

function listDatabases({ body, engine, database }: Request): Record<string, unknown> {
  if (database !== 'admin')
    throw fault(13, 'listDatabases may only be run against the admin database.');
  const matches = compileFilter(documentOption(body, 'filter'));
  const { catalog } = engine.store;
  const databases = [...new Set([...systemDatabases, ...catalog.databases()])]
    .sort()
    .map(
      (name): Document => ({
        name,
        sizeOnDisk: 0,
        empty:
          !systemDatabases.includes(name) && catalog.of(name).every(({ docs }) => docs.size === 0),
      }),
    )
    .filter((document) => matches(document));
  if (booleanOption(body, 'nameOnly'))
    return { databases: databases.map(({ name }) => ({ name })), ok: 1 };
  const totalSize = engine.store.journalBytes;
  return { databases, totalSize, totalSizeMb: Math.floor(totalSize / 2 ** 20), ok: 1 };
}

async function collMod({ body, database, engine }: Request): Promise<Document> {
  const ns = checkNamespace(database, body.collMod);
  if (!engine.store.catalog.get(ns)) throw fault(26, `ns does not exist: ${ns}`);
  const index = documentOption(body, 'index');
  if (!isDocument(body.index) || Object.keys(index).length === 0) return { ok: 1 };
  throw notImplemented('collMod of an index');
}

export const definitionCommands: CommandTable = {
  create: { fields: ['autoIndexId', 'flags'], leftOut: createLeftOut, writes: true, run: create },
  drop: { fields: [], writes: true, run: drop },
  dropDatabase: { fields: [], writes: true, run: dropDatabase },
  renameCollection: {
    fields: ['to', 'dropTarget', 'stayTemp'],
    leftOut: ['collectionUUID'],
    writes: true,
    run: rename,
  },
  listCollections: {
    fields: ['filter', 'nameOnly', 'authorizedCollections', 'cursor'],
    run: listCollections,
  },
  listDatabases: { fields: ['filter', 'nameOnly', 'authorizedDatabases'], run: listDatabases },
  collMod: {
    fields: ['index'],
    leftOut: [
      'validator',
      'validationLevel',
      'validationAction',
      'viewOn',
      'pipeline',
      'expireAfterSeconds',
    ],
    writes: true,
    run: collMod,
  },
};
