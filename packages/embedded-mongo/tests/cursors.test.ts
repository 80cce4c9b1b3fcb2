/** Cursors that stay open while the data under them changes. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
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

type Row = { _id: number };

test('a cursor that reaches a second collection later reads it unharmed by writes in between', async () => {
  const first = client.db('d').collection<Row>('first');
  const second = client.db('d').collection<Row>('second');
  const rows = Array.from({ length: 500 }, (_, _id) => ({ _id }));
  await first.insertMany(rows.slice(0, 3));
  await second.insertMany(rows);
  const cursor = first.aggregate<Row>([{ $unionWith: 'second' }], { batchSize: 2 });
  const seen = [await cursor.next(), await cursor.next()];
  // The write makes the collection's copy for writing, which the cursor then begins to read.
  await second.updateOne({ _id: 0 }, { $set: { touched: true } });
  for (let at = 0; at < 5; at++) seen.push(await cursor.next());
  await second.deleteMany({ _id: { $lt: 400 } });
  for await (const row of cursor) seen.push(row);
  assert.deepEqual(
    seen.map((row) => row?._id),
    [0, 1, 2, ...rows.map(({ _id }) => _id)],
  );
});
