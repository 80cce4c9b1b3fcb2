/** What the journal takes, it can read again: documents that nest as deep as they may. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MongoClient } from 'mongodb';
import { startEmbeddedMongo } from '../src/server.ts';
import { temporaryFolder } from './server-process.ts';

function path(levels: number): string {
  return Array(levels).fill('a').join('.');
}

test('a document that nests as deep as it may is there after a restart', async () => {
  const folder = temporaryFolder();
  try {
    for (const start of ['first', 'second']) {
      const server = await startEmbeddedMongo({ dataDir: folder.path });
      const client = await new MongoClient(server.url).connect();
      const collection = client.db('d').collection('deep');
      const deepest = { [path(180)]: 1 };
      if (start === 'first') await collection.updateOne({}, { $set: deepest }, { upsert: true });
      await assert.rejects(collection.updateOne({}, { $set: { [`b.${path(180)}`]: 1 } }), {
        code: 15,
      });
      assert.equal(await collection.countDocuments(deepest), 1, start);
      await client.close();
      await server.close();
    }
  } finally {
    folder.remove();
  }
});
