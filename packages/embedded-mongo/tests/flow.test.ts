/** What one client can make the server hold in memory. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MongoClient } from 'mongodb';
import { startEmbeddedMongo } from '../src/server.ts';
import { messageOf, RawClient } from './raw-client.ts';

const megabyte = 1_000_000;

test('an answer that one document cannot hold is refused by its code', async () => {
  const server = await startEmbeddedMongo();
  const client = await new MongoClient(server.url).connect();
  try {
    const collection = client.db('d').collection('large');
    for (const letter of 'abc') await collection.insertOne({ text: letter.repeat(6 * megabyte) });
    await assert.rejects(collection.distinct('text'), { code: 10334 });
    const all = [{ $group: { _id: null, texts: { $push: '$text' } } }];
    await assert.rejects(collection.aggregate(all).toArray(), { code: 10334 });
    assert.equal(await collection.countDocuments(), 3);
  } finally {
    await client.close();
    await server.close();
  }
});

test('answers that a client does not read are not computed ahead, and all come in the end', async () => {
  const server = await startEmbeddedMongo();
  const client = await new MongoClient(server.url).connect();
  const raw = await RawClient.connect(server.url);
  try {
    await client
      .db('d')
      .collection('w')
      .insertOne({ text: 'x'.repeat(megabyte) });
    raw.socket.pause();
    const ask = messageOf({ find: 'w', projection: { _id: 0 }, $db: 'd' });
    const before = process.memoryUsage().arrayBuffers;
    raw.socket.write(Buffer.concat(Array.from({ length: 60 }, () => ask)));
    for (let turn = 0; turn < 5; turn++) await client.db('d').command({ ping: 1 });
    const held = process.memoryUsage().arrayBuffers - before;
    assert.ok(held < 20 * megabyte, `${Math.round(held / megabyte)} MB wait to be read`);
    raw.socket.resume();
    for (let turn = 0; turn < 60; turn++) assert.equal((await raw.reply()).ok, 1);
  } finally {
    raw.close();
    await client.close();
    await server.close();
  }
});
