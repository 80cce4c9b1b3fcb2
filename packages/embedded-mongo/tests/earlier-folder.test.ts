/** A data folder of an earlier release: only definitions are stored, so the keys of its indexes are those of this one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Collection, Document } from 'mongodb';
import { MongoClient } from 'mongodb';
import { startEmbeddedMongo } from '../src/server.ts';
import type { JournalRecord } from '../src/store/journal.ts';
import { Journal } from '../src/store/journal.ts';
import { temporaryFolder } from './server-process.ts';

/** Serves the collection of a journal that was written record by record, as an earlier release left it. */
async function withCollection(
  records: JournalRecord[],
  run: (rows: Collection<Document>) => Promise<void>,
): Promise<void> {
  const folder = temporaryFolder();
  const journal = new Journal(folder.path, () => {});
  journal.append([{ o: 'create', n: 'd.a' }, ...records]);
  journal.close();
  const server = await startEmbeddedMongo({ dataDir: folder.path });
  const client = await new MongoClient(server.url, { retryWrites: false }).connect();
  try {
    await run(client.db('d').collection('a'));
  } finally {
    await client.close();
    await server.close();
    folder.remove();
  }
}

const put = (r: number, d: Document): JournalRecord => ({ o: 'put', n: 'd.a', r, d });
const index = (s: Document): JournalRecord => ({ o: 'index', n: 'd.a', s: { v: 2, ...s } });

test('documents that share a unique key by the present rules stay, found by it, and let no third one in', () =>
  withCollection(
    [
      index({ key: { 'd.z': 1 }, name: 'z', unique: true }),
      put(1, { _id: 1 }),
      put(2, { _id: 2, d: [{ z: 5 }, 'c'] }),
      put(3, { _id: 3, d: { z: 1 } }),
    ],
    async (rows) => {
      const sorted = await rows.find().sort({ 'd.z': 1, _id: 1 }).hint('z').toArray();
      assert.deepEqual(
        sorted.map(({ _id }) => _id),
        [1, 2, 3],
      );
      assert.equal((await rows.findOne({ 'd.z': 5 }))?._id, 2);
      await assert.rejects(rows.insertOne({ d: ['x'] }), { code: 11000 });
      await rows.deleteMany({ _id: { $in: [1, 2] as never[] } });
      await rows.insertOne({ d: ['x'] });
    },
  ));

test('definitions that are refused by now stay, with whole seconds', () =>
  withCollection(
    [
      index({ key: { _id: -1 }, name: 'down' }),
      index({ key: { at: 1 }, name: 'at', expireAfterSeconds: 60.5, hidden: false }),
      put(1, { _id: 1 }),
      put(2, { _id: 2 }),
    ],
    async (rows) => {
      const found = await rows.find().sort({ _id: -1 }).hint('down').toArray();
      assert.deepEqual(
        found.map(({ _id }) => _id),
        [2, 1],
      );
      const listed = (await rows.indexes()).find(({ name }) => name === 'at');
      assert.deepEqual(listed, { v: 2, key: { at: 1 }, name: 'at', expireAfterSeconds: 60 });
    },
  ));

test('array elements at a position have the keys that its queries ask for', () =>
  withCollection(
    [
      index({ key: { 'a.0': 1 }, name: 'first' }),
      put(1, { _id: 1, a: [[1, 2]] }),
      put(2, { _id: 2, a: [1] }),
    ],
    async (rows) => {
      const ids = async (filter: Document) =>
        (await rows.find(filter).hint('first').toArray()).map(({ _id }) => _id);
      assert.deepEqual(await ids({ 'a.0': 1 }), [2]);
      assert.deepEqual(await ids({ 'a.0': { $size: 2 } }), [1]);
    },
  ));
