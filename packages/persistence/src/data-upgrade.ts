/** Renames collections, stored fields and job kinds that an earlier release wrote under other names. */

import { pauseUnref } from '@nameloan/runtime/pause-unref';
import type { Connection } from 'mongoose';
import type { JobRow } from './jobs/job-row.ts';
import type { SchemaOptions } from './schema.ts';

/** Old names → new names. Every step can run again, and by several processes at once. */
export interface DataUpgrade {
  collections?: Readonly<Record<string, string>>;
  /**
   * By collection, under its new name: path of a field → its new last segment. `list[].field` is a field of every
   * element of a list.
   */
  fields?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** By collection, under its new name: field → old value → new value. */
  values?: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;
  jobKinds?: Readonly<Record<string, string>>;
}

/** The release that introduced the present names. */
const release = '0.2.0';
const markers = 'data_upgrades';
const pollIntervalMs = 1_000;

/** What every service stores alike. */
const own = {
  collections: { parked: 'deferred_events', sealed_with: 'encryption_keys' },
  fields: { deferred_events: { why: 'reason', parkedAt: 'deferredAt' } },
} as const satisfies DataUpgrade;

interface Marker {
  _id: string;
  completedAt: Date;
}

/**
 * Completes the upgrade and records it. With `wait` it waits until the migration step has done that. Replicas of the
 * earlier release must have stopped: they would go on writing the old names.
 */
export async function upgradeData(
  connection: Connection,
  upgrade: DataUpgrade,
  { mode, report }: SchemaOptions,
): Promise<void> {
  const marker = connection.collection<Marker>(markers);
  for (let waiting = false; !(await marker.findOne({ _id: release })); waiting = true) {
    if (mode === 'wait') {
      if (!waiting)
        report(`${connection.name} waits for the migration step to upgrade it to ${release}`);
      await pauseUnref(pollIntervalMs);
      continue;
    }
    await renameCollections(connection, { ...own.collections, ...upgrade.collections });
    await renameFields(connection, { ...own.fields, ...upgrade.fields });
    await replaceValues(connection, upgrade.values ?? {});
    await renameJobs(connection, upgrade.jobKinds ?? {});
    await marker.updateOne(
      { _id: release },
      { $setOnInsert: { completedAt: new Date() } },
      { upsert: true },
    );
    return;
  }
}

const isCode = (error: unknown, code: number) => (error as { code?: unknown }).code === code;
const namespaceNotFound = 26;
const namespaceExists = 48;
const duplicateKey = 11000;

async function renameCollections(
  connection: Connection,
  names: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [from, to] of Object.entries(names)) {
    try {
      await connection.db?.renameCollection(from, to);
    } catch (error) {
      if (isCode(error, namespaceNotFound)) continue;
      if (!isCode(error, namespaceExists)) throw error;
      await mergeCollection(connection, from, to);
    }
  }
}

/** A process of this release may have created the collection under its new name already. */
async function mergeCollection(connection: Connection, from: string, to: string): Promise<void> {
  const source = connection.collection<{ _id: string }>(from);
  const target = connection.collection<{ _id: string }>(to);
  for await (const document of source.find({})) {
    await target.insertOne(document as never).catch((error) => {
      if (!isCode(error, duplicateKey)) throw error;
    });
    await source.deleteOne({ _id: document._id });
  }
  await source.drop().catch((error) => {
    if (!isCode(error, namespaceNotFound)) throw error;
  });
}

async function renameFields(
  connection: Connection,
  collections: NonNullable<DataUpgrade['fields']>,
): Promise<void> {
  for (const [name, fields] of Object.entries(collections)) {
    for (const [path, segment] of Object.entries(fields)) {
      const [list, field] = path.split('[].');
      if (field !== undefined) await renameInList(connection, name, { list, field, to: segment });
      else {
        const to = [...path.split('.').slice(0, -1), segment].join('.');
        await connection
          .collection(name)
          .updateMany({ [path]: { $exists: true } }, { $rename: { [path]: to } });
      }
    }
  }
}

async function renameInList(
  connection: Connection,
  name: string,
  { list = '', field, to }: { list: string | undefined; field: string; to: string },
): Promise<void> {
  const collection = connection.collection(name);
  for await (const document of collection.find({ [`${list}.${field}`]: { $exists: true } })) {
    const elements = valueAt(document, list) as Record<string, unknown>[];
    const renamed = elements.map((element) =>
      Object.fromEntries(
        Object.entries(element).map(([key, value]) => [key === field ? to : key, value]),
      ),
    );
    // Another process may have renamed it since it was read.
    const unchanged = { _id: document._id, [`${list}.${field}`]: { $exists: true } };
    await collection.updateOne(unchanged, { $set: { [list]: renamed } });
  }
}

function valueAt(document: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce((value, key) => (value as Record<string, unknown> | null)?.[key], document);
}

async function replaceValues(
  connection: Connection,
  collections: NonNullable<DataUpgrade['values']>,
): Promise<void> {
  for (const [name, fields] of Object.entries(collections)) {
    for (const [field, values] of Object.entries(fields)) {
      for (const [from, to] of Object.entries(values)) {
        await connection.collection(name).updateMany({ [field]: from }, { $set: { [field]: to } });
      }
    }
  }
}

/** A job's id contains its kind, so the row is inserted under its new id before the old one is deleted. */
async function renameJobs(
  connection: Connection,
  kinds: Readonly<Record<string, string>>,
): Promise<void> {
  const jobs = connection.collection<JobRow>('jobs');
  for (const [from, kind] of Object.entries(kinds)) {
    for await (const { _id, ...row } of jobs.find({ kind: from })) {
      await jobs.updateOne(
        { _id: `${kind}:${row.key}` },
        { $setOnInsert: { ...row, kind } },
        { upsert: true },
      );
      await jobs.deleteOne({ _id });
    }
  }
}
