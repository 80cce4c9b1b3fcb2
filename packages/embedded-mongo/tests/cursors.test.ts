/** Cursors that stay open while the data under them changes. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Collection, Document } from 'mongodb';
import { MongoClient } from 'mongodb';
import type { EmbeddedMongo } from '../src/server.ts';
import { startEmbeddedMongo } from '../src/server.ts';

let server: EmbeddedMongo;
let client: MongoClient;

before(async () => {
  server = await startEmbeddedMongo();
  client = await new MongoClient(server.url).connect();
});
after(async () => {
  await client.close();
  await server.close();
});

type Row = { _id: number; k: number };

/** Reads two rows, lets `write` change the others, and reads on. */
async function readAround(
  name: string,
  [filter, index]: [Document, Document?],
  write: (rows: Collection<Row>) => Promise<unknown>,
): Promise<unknown[]> {
  const rows = client.db('d').collection<Row>(name);
  await rows.insertMany(Array.from({ length: 8 }, (_, _id) => ({ _id, k: _id })));
  if (index) await rows.createIndex(index as never);
  const cursor = rows.find(filter, { batchSize: 2 });
  const seen: unknown[] = [await cursor.next(), await cursor.next()];
  await write(rows);
  for await (const row of cursor) seen.push(row);
  return seen.map((row) => (row as Row).k);
}

/** Deletes, changes and adds what the cursor has not reached. */
async function change(rows: Collection<Row>): Promise<void> {
  await rows.deleteMany({ _id: { $in: [2, 5] } });
  await rows.updateOne({ _id: 4 }, { $set: { k: 4.5 } });
  await rows.insertOne({ _id: 8, k: 8 });
  await rows.deleteOne({ _id: 0 });
}

for (const [name, query] of Object.entries<[Document, Document?]>({
  'the whole collection': [{}],
  'an index': [{ k: { $gte: 0 } }, { k: 1 }],
  'two indexes': [{ $or: [{ k: { $lt: 3 } }, { k: { $gte: 3 } }] }, { k: 1 }],
}))
  test(`a cursor over ${name} shows what later writes made of the rest`, async () => {
    assert.deepEqual(await readAround(`live ${name}`, query, change), [0, 1, 3, 4.5, 6, 7, 8]);
  });

test('a cursor that goes backwards shows what later writes made of the rest', async () => {
  const rows = client.db('d').collection<Row>('backwards');
  await rows.insertMany(Array.from({ length: 8 }, (_, _id) => ({ _id, k: _id })));
  await rows.createIndex({ k: 1 });
  for (const sort of [{ k: -1 }, { $natural: -1 }] as const) {
    const cursor = rows.find({ k: { $gte: 0 } }, { sort: sort as never, batchSize: 2 });
    const seen = [await cursor.next(), await cursor.next()];
    await rows.deleteOne({ _id: 5 });
    for await (const row of cursor) seen.push(row);
    assert.deepEqual(
      seen.map((row) => row?.k),
      [7, 6, 4, 3, 2, 1, 0],
    );
    await rows.deleteMany({});
    await rows.insertMany(Array.from({ length: 8 }, (_, _id) => ({ _id, k: _id })));
  }
});

test('a cursor whose index is dropped says so', async () => {
  const rows = client.db('d').collection<Row>('dropped');
  await rows.insertMany(Array.from({ length: 8 }, (_, _id) => ({ _id, k: _id })));
  await rows.createIndex({ k: 1 }, { name: 'k' });
  const cursor = rows.find({ k: { $gte: 0 } }, { batchSize: 2 });
  await cursor.next();
  await rows.dropIndex('k');
  await assert.rejects(cursor.toArray(), { code: 175 });
});

test('a cursor that sorts answers with what it has sorted', async () => {
  const shown = await readAround('sorted', [{}], async () => {});
  assert.deepEqual(shown, [0, 1, 2, 3, 4, 5, 6, 7]);
  const rows = client.db('d').collection<Row>('sorted');
  const cursor = rows.find({}, { sort: { k: -1 }, batchSize: 2 });
  const first = await cursor.next();
  await rows.deleteMany({});
  assert.deepEqual(
    [first, ...(await cursor.toArray())].map((row) => row?.k),
    [7, 6, 5, 4, 3, 2, 1, 0],
  );
});

test('a cursor that reaches a second collection later reads it as it is then', async () => {
  const first = client.db('d').collection<Row>('first');
  const second = client.db('d').collection<Row>('second');
  const rows = Array.from({ length: 500 }, (_, _id) => ({ _id, k: _id }));
  await first.insertMany(rows.slice(0, 3));
  await second.insertMany(rows);
  const cursor = first.aggregate<Row>([{ $unionWith: 'second' }], { batchSize: 2 });
  const seen = [await cursor.next(), await cursor.next()];
  // The write makes the collection's copy for writing, which the cursor then begins to read.
  await second.updateOne({ _id: 0 }, { $set: { k: -1 } });
  for (let at = 0; at < 4; at++) seen.push(await cursor.next());
  await second.deleteMany({ _id: { $gte: 10, $lt: 400 } });
  for await (const row of cursor) seen.push(row);
  assert.deepEqual(
    seen.map((row) => row?.k),
    [0, 1, 2, -1, ...rows.slice(1, 10).map(({ k }) => k), ...rows.slice(400).map(({ k }) => k)],
  );
});
