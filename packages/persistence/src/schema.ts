/** Ensures collections and indexes: creates them at a start, changes them in the migration step, or waits for them. */

import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { pauseUnref } from '@nameloan/runtime/pause-unref';
import type { Collection, Connection } from 'mongoose';

/**
 * `create`: creates missing indexes and reports different ones. `wait`: waits for missing indexes, since nothing may
 * be written without a unique index. `change`: also replaces different ones.
 */
export type SchemaMode = 'create' | 'wait' | 'change';

export interface Index {
  keys: Record<string, 1 | -1>;
  unique?: boolean;
  sparse?: boolean;
  expireAfterSeconds?: number;
  partialFilterExpression?: object;
}

export interface SchemaOptions {
  mode: SchemaMode;
  /** Receives sentences about changes, waits and differences. */
  report(sentence: string): void;
}

const pollIntervalMs = 1_000;
/** Building an index on much data may take arbitrarily long. */
const patient = { socketTimeoutMS: 0 };
const modes = new WeakMap<Connection, SchemaOptions>();

export function setSchema(connection: Connection, options: SchemaOptions): void {
  modes.set(connection, options);
}

/** An index as the server lists it. */
interface ListedIndex {
  name: string;
  key: Record<string, unknown>;
  unique?: boolean;
  sparse?: boolean;
  expireAfterSeconds?: number;
  partialFilterExpression?: object;
}

/** Resolves once the collection has all of these indexes, or ones with the same keys that another release created. */
export async function ensureCollection(
  connection: Connection,
  name: string,
  indexes: readonly Index[],
): Promise<void> {
  const schema = modes.get(connection) ?? { mode: 'create', report: () => {} };
  const collection = connection.collection(name);
  if (schema.mode !== 'wait') await connection.createCollection(name).catch(ignoreExisting);
  for (let listed = await list(collection); ; listed = await list(collection)) {
    const missing: Index[] = [];
    for (const index of indexes) {
      const { there, others } = find(listed, index);
      if (there) continue;
      if (others.length === 0) missing.push(index);
      else if (schema.mode === 'change') await change(collection, index, { others, schema });
      else
        schema.report(
          `${name} has another index on ${describeKeys(index)}: the migration step changes it`,
        );
    }
    if (missing.length === 0) return;
    if (schema.mode === 'wait') {
      schema.report(
        `${name} lacks its index on ${missing.map(describeKeys)}: waiting for the migration step`,
      );
      await pauseUnref(pollIntervalMs);
    } else for (const index of missing) await make(collection, index, schema);
  }
}

async function list(collection: Collection): Promise<ListedIndex[]> {
  try {
    return (await collection.listIndexes().toArray()) as ListedIndex[];
  } catch (error) {
    // The collection does not exist yet.
    if ((error as { code?: unknown }).code === 26) return [];
    throw error;
  }
}

function find(listed: readonly ListedIndex[], index: Index) {
  const sameKeys = listed.filter(({ key }) =>
    isDeepStrictEqual(Object.entries(key), keysOf(index)),
  );
  const there = sameKeys.some((one) => isDeepStrictEqual(traits(one), traits(index)));
  return { there, others: sameKeys };
}

const keysOf = ({ keys }: Index) => Object.entries(keys);

function traits({
  unique,
  sparse,
  expireAfterSeconds,
  partialFilterExpression,
}: Index | ListedIndex) {
  return {
    unique: unique === true,
    sparse: sparse === true,
    expireAfterSeconds,
    partialFilterExpression: partialFilterExpression && { ...partialFilterExpression },
  };
}

async function make(
  collection: Collection,
  { keys, ...options }: Index,
  { mode, report }: SchemaOptions,
): Promise<void> {
  await collection.createIndex(keys, { ...options, ...patient } as never);
  if (mode === 'change') report(`${collection.name} got its index on ${describeKeys({ keys })}`);
}

/** Creates the new index under a separate name before it drops the others, so that there is always one. */
async function change(
  collection: Collection,
  index: Index,
  { others, schema }: { others: readonly ListedIndex[]; schema: SchemaOptions },
): Promise<void> {
  const { keys, ...options } = index;
  const plain = keysOf(index).flat().join('_');
  const hash = createHash('sha256')
    .update(JSON.stringify(traits(index)))
    .digest('hex')
    .slice(0, 8);
  const named = { ...options, name: `${plain}_${hash}`, ...patient } as never;
  try {
    await collection.createIndex(keys, named);
    for (const { name } of others) await collection.dropIndex(name);
  } catch (error) {
    // Some servers reject a second index on the same keys, and all do if only the TTL differs.
    if ((error as { code?: unknown }).code !== 85) throw error;
    for (const { name } of others) await collection.dropIndex(name);
    await collection.createIndex(keys, named);
  }
  schema.report(`${collection.name} has another index on ${describeKeys(index)} now`);
}

const describeKeys = (index: Index) =>
  keysOf(index)
    .map(([key]) => key)
    .join(' and ');

/** Another process of the service may have created the collection concurrently. */
function ignoreExisting(error: unknown): void {
  if ((error as { code?: unknown }).code !== 48) throw error;
}
