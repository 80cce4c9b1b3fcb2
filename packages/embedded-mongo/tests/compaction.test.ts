/** Automatic compaction keeps the commit that triggered it, and may fail without harm. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Collection } from 'mongodb';
import { Long, MongoClient, UUID } from 'mongodb';
import { startEmbeddedMongo } from '../src/server.ts';
import { Journal } from '../src/store/journal.ts';
import { Store } from '../src/txn/store.ts';
import { RawClient } from './raw-client.ts';
import { temporaryFolder } from './server-process.ts';

type Row = { _id: number; n: number };
type RunningServer = { rows: Collection<Row>; client: MongoClient; url: string };

/** A journal of one document with so many superseded records that the next one triggers compaction. */
async function createFullJournal(dataDir: string): Promise<void> {
  const store = new Store(dataDir);
  store.run((writer) => {
    writer.ensure('d.a');
    writer.insert('d.a', { _id: 1, n: 0 });
    const [rid = 0] = [...(writer.collection('d.a')?.docs.keys() ?? [])];
    for (let n = 1; n < 19_999; n++) writer.replace('d.a', rid, { _id: 1, n });
    return {};
  });
  await store.close();
}

async function withServer(
  dataDir: string,
  run: (server: RunningServer) => Promise<void>,
): Promise<void> {
  const server = await startEmbeddedMongo({ dataDir });
  const client = await new MongoClient(server.url, { retryWrites: false }).connect();
  try {
    await run({ rows: client.db('d').collection<Row>('a'), client, url: server.url });
  } finally {
    await client.close();
    await server.close();
  }
}

const sessionId = { id: new UUID() };

async function incrementOnce(url: string): Promise<void> {
  const raw = await RawClient.connect(url);
  const reply = await raw.command({
    update: 'a',
    updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }],
    lsid: sessionId,
    txnNumber: Long.fromNumber(1),
    $db: 'd',
  });
  raw.close();
  assert.equal(reply.nModified, 1);
}

const commits: {
  name: string;
  commit: (server: RunningServer) => Promise<unknown>;
  check: (server: RunningServer) => Promise<void>;
}[] = [
  {
    name: 'a transaction',
    commit: ({ rows, client }) =>
      client.withSession((session) =>
        session.withTransaction(() => rows.insertOne({ _id: 2, n: 2 }, { session })),
      ),
    check: async ({ rows }) => assert.equal(await rows.countDocuments(), 2),
  },
  {
    name: 'a new unique index',
    commit: ({ rows }) => rows.createIndex({ n: 1 }, { unique: true }),
    check: ({ rows }) =>
      assert.rejects(rows.insertOne({ _id: 3, n: 19_998 }), { code: 11000 }) as Promise<void>,
  },
  {
    name: 'a drop',
    commit: ({ rows }) => rows.drop(),
    check: async ({ rows }) => assert.equal(await rows.countDocuments(), 0),
  },
  {
    name: 'a retryable write',
    commit: ({ url }) => incrementOnce(url),
    check: async ({ rows, url }) => {
      await incrementOnce(url);
      assert.equal((await rows.findOne({ _id: 1 }))?.n, 19_999);
    },
  },
];

for (const { name, commit, check } of commits)
  test(`${name} that makes compaction due is there after a restart`, {
    timeout: 20_000,
  }, async ({ signal }) => {
    const folder = temporaryFolder();
    const path = join(folder.path, 'journal.bin');
    try {
      await createFullJournal(folder.path);
      const before = statSync(path).size;
      await withServer(folder.path, async (server) => {
        await commit(server);
        while (statSync(path).size >= before && !signal.aborted)
          await new Promise((resolve) => setImmediate(resolve));
      });
      await withServer(folder.path, check);
    } finally {
      folder.remove();
    }
  });

/** Replaces one document so many times. */
async function wear(store: Store, times: number): Promise<void> {
  for (let n = 1; n <= times; n++) {
    store.run((writer) => {
      writer.ensure('d.a');
      const [rid] = [...(writer.collection('d.a')?.docs.keys() ?? [])];
      if (rid === undefined) writer.insert('d.a', { _id: 1, n });
      else writer.replace('d.a', rid, { _id: 1, n });
      return {};
    });
    if (n % 1000 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

test('a compaction that the disk rejects is reported once, and retried once as much is superfluous again', {
  timeout: 20_000,
}, async ({ signal }) => {
  const folder = temporaryFolder();
  const warnings: string[] = [];
  const hear = ({ message }: Error) => warnings.push(message);
  process.on('warning', hear);
  try {
    const store = new Store(folder.path);
    const obstacle = join(folder.path, 'journal.bin.new');
    mkdirSync(obstacle);
    await wear(store, 25_000);
    assert.match(warnings.join('\n'), /^Compaction failed, .*EISDIR.*$/);
    rmdirSync(obstacle);
    const largest = store.journalBytes;
    await wear(store, 20_000);
    while (store.journalBytes >= largest && !signal.aborted)
      await new Promise((resolve) => setImmediate(resolve));
    await store.close();
    const again = new Store(folder.path);
    const kept = [...(again.catalog.get('d.a')?.docs.entries() ?? [])];
    assert.deepEqual(
      kept.map(([, { n }]) => n),
      [20_000],
    );
    await again.close();
  } finally {
    process.off('warning', hear);
    folder.remove();
  }
});

test('a compaction that fails half-way gives back the space it took', async () => {
  const folder = temporaryFolder();
  const journal = new Journal(folder.path, () => {});
  function* untilFull(): Generator<Record<string, unknown>[]> {
    yield [{ o: 'create', n: 'd.a' }];
    throw new Error('no space left');
  }
  try {
    await assert.rejects(journal.compact(untilFull()), /no space left/);
    assert.deepEqual(readdirSync(folder.path), ['journal.bin']);
  } finally {
    journal.close();
    folder.remove();
  }
});
