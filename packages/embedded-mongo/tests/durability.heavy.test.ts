/** The journal: restart, torn tail, compaction, the folder's lock, and a retry across a crash. */
import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Document } from 'mongodb';
import { Binary, Long, MongoClient, UUID } from 'mongodb';
import type { EmbeddedMongo } from '../src/server.ts';
import { startEmbeddedMongo } from '../src/server.ts';
import { Store } from '../src/txn/store.ts';
import { expireDocuments } from '../src/txn/ttl.ts';
import { RawClient } from './raw-client.ts';
import { runToExit, startServerProcess, temporaryFolder } from './server-process.ts';

type Folder = { path: string };

async function inFolder(run: (folder: Folder) => Promise<void>): Promise<void> {
  const folder = temporaryFolder();
  try {
    await run(folder);
  } finally {
    folder.remove();
  }
}

async function served<T>(
  folder: Folder,
  run: (client: MongoClient, server: EmbeddedMongo) => Promise<T>,
): Promise<T> {
  const server = await startEmbeddedMongo({ dataDir: folder.path });
  const client = await new MongoClient(server.url).connect();
  try {
    return await run(client, server);
  } finally {
    await client.close();
    await server.close();
  }
}

test('documents, indexes, renames and drops are there after a restart', () =>
  inFolder(async (folder) => {
    await served(folder, async (client) => {
      const db = client.db('d');
      await db.collection('a').insertMany([
        { _id: 1, k: 'x' },
        { _id: 2, k: 'y' },
      ] as never[]);
      await db.collection('a').createIndex({ k: 1 }, { unique: true });
      await db.collection('a').createIndex({ gone: 1 });
      await db.collection('a').dropIndex('gone_1');
      await db.command({ dropIndexes: 'b', index: '*' }).catch(() => {});
      await db.createCollection('plain');
      await db.command({ dropIndexes: 'plain', index: '*' });
      await db.collection('plain').drop();
      await db.collection('b').insertOne({ _id: 1 } as never);
      await db.renameCollection('b', 'c');
      await db.collection('e').insertOne({});
      await db.collection('e').drop();
    });
    await served(folder, async (client) => {
      const db = client.db('d');
      assert.deepEqual(await db.collection('a').find().toArray(), [
        { _id: 1, k: 'x' },
        { _id: 2, k: 'y' },
      ]);
      assert.deepEqual(
        (await db.collection('a').indexes()).map(({ name }) => name),
        ['_id_', 'k_1'],
      );
      await assert.rejects(db.collection('a').insertOne({ k: 'x' }), { code: 11000 });
      const names = (await db.listCollections().toArray()).map(({ name }) => name).sort();
      assert.deepEqual(names, ['a', 'c']);
    });
  }));

test('a tail torn anywhere is cut, and what came before it is kept', () =>
  inFolder(async (folder) => {
    const path = join(folder.path, 'journal.bin');
    await served(folder, (client) =>
      client
        .db('d')
        .collection('a')
        .insertOne({ _id: 1 } as never),
    );
    const whole = statSync(path).size;
    await served(folder, (client) =>
      client
        .db('d')
        .collection('a')
        .insertOne({ _id: 2, text: 'x'.repeat(50) } as never),
    );
    const full = readFileSync(path);
    for (const cut of [whole + 1, whole + 8, full.length - 1]) {
      truncateSync(path, cut);
      await served(folder, async (client) => {
        assert.deepEqual(await client.db('d').collection('a').find().toArray(), [{ _id: 1 }]);
      });
      assert.equal(statSync(path).size, whole);
      appendFileSync(path, full.subarray(whole));
    }
    await served(folder, async (client) =>
      assert.equal(await client.db('d').collection('a').countDocuments(), 2),
    );
  }));

test('junk after the last commit is dropped and writing goes on', () =>
  inFolder(async (folder) => {
    await served(folder, (client) =>
      client
        .db('d')
        .collection('a')
        .insertOne({ _id: 1 } as never),
    );
    appendFileSync(
      join(folder.path, 'journal.bin'),
      Buffer.from('this is no frame, but long enough to look like one'),
    );
    await served(folder, (client) =>
      client
        .db('d')
        .collection('a')
        .insertOne({ _id: 2 } as never),
    );
    await served(folder, async (client) =>
      assert.equal(await client.db('d').collection('a').countDocuments(), 2),
    );
  }));

test('compaction keeps documents, indexes and concurrent writes, in a smaller file', () =>
  inFolder(async (folder) => {
    const store = new Store(folder.path);
    const put = (id: number, n: number): void => {
      store.run((writer) => {
        const collection = writer.ensure('d.a');
        const [held] = [...collection.docs.entries()].filter(([, document]) => document._id === id);
        if (held) writer.replace('d.a', held[0], { _id: id, n });
        else writer.insert('d.a', { _id: id, n });
        return {};
      });
    };
    for (let turn = 0; turn < 30; turn++) for (let id = 0; id < 30; id++) put(id, turn);
    const before = store.journalBytes;
    const compacting = store.compact();
    put(5, 999);
    put(100, 1);
    await compacting;
    assert.ok(store.journalBytes < before / 10, `${before} to ${store.journalBytes} bytes`);
    put(101, 1);
    await store.close();
    assert.equal(existsSync(join(folder.path, 'journal.bin.new')), false);
    const again = new Store(folder.path);
    const documents = [...(again.catalog.get('d.a')?.docs.values() ?? [])];
    assert.equal(documents.length, 32);
    assert.equal(documents.find(({ _id }) => _id === 5)?.n, 999);
    await again.close();
  }));

test(
  'the journal is compacted automatically once most of it is superfluous',
  { timeout: 20_000 },
  (t) =>
    inFolder(async (folder) => {
      const store = new Store(folder.path);
      store.run((writer) => {
        writer.ensure('d.a');
        writer.insert('d.a', { _id: 1, n: 0 });
        return {};
      });
      let largest = 0;
      for (let n = 1; n <= 45_000; n++) {
        store.run((writer) => {
          const [rid = 0] = [...(writer.collection('d.a')?.docs.keys() ?? [])];
          writer.replace('d.a', rid, { _id: 1, n });
          return {};
        });
        largest = Math.max(largest, store.journalBytes);
        if (n % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      // A slow disk may let it end only after the last write.
      while (store.journalBytes >= largest && !t.signal.aborted)
        await new Promise((resolve) => setImmediate(resolve));
      await store.close();
      const again = new Store(folder.path);
      assert.deepEqual(
        [...(again.catalog.get('d.a')?.docs.values() ?? [])].map(({ n }) => n),
        [45_000],
      );
      await again.close();
    }),
);

test('a second process, and a second start in this one, cannot open the same folder', () =>
  inFolder(async (folder) => {
    await served(folder, async () => {
      await assert.rejects(
        startEmbeddedMongo({ dataDir: folder.path }),
        /in use by another process/,
      );
      const second = await runToExit(['--data', folder.path]);
      assert.equal(second.code, 1);
      assert.match(second.error, /in use by another process/);
    });
  }));

test('a kill leaves no lock behind', () =>
  inFolder(async (folder) => {
    const server = await startServerProcess(folder.path);
    await server.kill();
    await served(folder, async (client) =>
      assert.equal((await client.db('d').command({ ping: 1 })).ok, 1),
    );
  }));

test('a retryable write that went through before a kill is answered after it, not run again', () =>
  inFolder(async (folder) => {
    const lsid = { id: new Binary(new UUID().buffer, 4) };
    const command: Document = {
      findAndModify: 'a',
      query: { _id: 1 },
      update: { $inc: { n: 1 } },
      upsert: true,
      new: true,
      lsid,
      txnNumber: Long.fromNumber(3),
      $db: 'd',
    };
    const server = await startServerProcess(folder.path);
    const first = await RawClient.connect(server.url);
    const before = await first.command(command);
    first.close();
    await server.kill();
    await served(folder, async (client, again) => {
      const raw = await RawClient.connect(again.url);
      const after = await raw.command(command);
      assert.deepEqual(after.value, before.value);
      assert.deepEqual(await client.db('d').collection('a').find().toArray(), [{ _id: 1, n: 1 }]);
      const older = await raw.command({ ...command, txnNumber: Long.fromNumber(2) });
      assert.equal(older.code, 225);
      raw.close();
    });
  }));

test('a commit repeated after a kill succeeds', () =>
  inFolder(async (folder) => {
    const session = {
      lsid: { id: new Binary(new UUID().buffer, 4) },
      txnNumber: Long.fromNumber(1),
      autocommit: false,
    };
    const server = await startServerProcess(folder.path);
    const first = await RawClient.connect(server.url);
    await first.command({
      insert: 'a',
      documents: [{ _id: 1 }],
      ...session,
      startTransaction: true,
      $db: 'd',
    });
    assert.equal((await first.command({ commitTransaction: 1, ...session, $db: 'admin' })).ok, 1);
    first.close();
    await server.kill();
    await served(folder, async (client, again) => {
      const raw = await RawClient.connect(again.url);
      assert.equal((await raw.command({ commitTransaction: 1, ...session, $db: 'admin' })).ok, 1);
      assert.equal(await client.db('d').collection('a').countDocuments(), 1);
      raw.close();
    });
  }));

test('production is refused', async () => {
  const { code, error } = await runToExit([], { NODE_ENV: 'production' });
  assert.equal(code, 1);
  assert.match(error, /refuses to run with NODE_ENV=production/);
});

test('a sweep of overdue documents that cannot be written down leaves them and throws nothing', () =>
  inFolder(async (folder) => {
    await served(folder, async (client) => {
      const collection = client.db('d').collection('a');
      await collection.createIndex({ at: 1 }, { expireAfterSeconds: 3600 });
      await collection.insertOne({ at: new Date() });
    });
    const store = new Store(folder.path);
    await store.close();
    expireDocuments(store, Date.now() + 3_700_000);
    assert.equal(store.catalog.get('d.a')?.docs.size, 1);
  }));
