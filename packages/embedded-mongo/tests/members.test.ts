/** What strict clients and clients with a read preference see of the server. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Double, Long } from 'bson';
import { MongoClient } from 'mongodb';
import type { EmbeddedMongo } from '../src/server.ts';
import { startEmbeddedMongo } from '../src/server.ts';
import { RawClient } from './raw-client.ts';

let server: EmbeddedMongo;

before(async () => {
  server = await startEmbeddedMongo();
});
after(() => server.close());

test('ok is a double in every reply, also of errors', async () => {
  const raw = await RawClient.connect(server.url);
  const commands = [
    { hello: 1 },
    { ismaster: 1 },
    { ping: 1 },
    { buildInfo: 1 },
    { insert: 'c', documents: [{ _id: 1 }, { _id: 2 }, { _id: 3 }] },
    { insert: 'c', documents: [{ _id: 1 }] },
    { update: 'c', updates: [{ q: {}, u: { $set: { a: 1 } } }] },
    { delete: 'c', deletes: [{ q: { _id: 3 }, limit: 1 }] },
    { findAndModify: 'c', query: { _id: 1 }, update: { $inc: { a: 1 } } },
    { find: 'c', filter: {} },
    { count: 'c' },
    { distinct: 'c', key: 'a' },
    { aggregate: 'c', pipeline: [], cursor: {} },
    { listCollections: 1 },
    { createIndexes: 'c', indexes: [{ key: { a: 1 }, name: 'a_1' }] },
    { listIndexes: 'c' },
    { explain: { find: 'c', filter: {} } },
    { startSession: 1 },
    { find: 'c', filter: { a: { $frob: 1 } } },
    { getMore: Long.fromNumber(5), collection: 'c' },
    { frob: 1 },
    { drop: 'c' },
    { drop: 'c' },
  ];
  for (const command of commands) {
    const { ok } = await raw.command({ ...command, $db: 'd' }, true);
    assert.ok(ok instanceof Double, `${JSON.stringify(command)}: ${typeof ok} ${String(ok)}`);
  }
  raw.close();
});

test('the reply of a retried write is the same to the byte', async () => {
  const raw = await RawClient.connect(server.url);
  const { id } = (await raw.command({ startSession: 1, $db: 'd' })).id;
  const insert = {
    insert: 'r',
    documents: [{ _id: 1 }],
    lsid: { id },
    txnNumber: Long.fromNumber(1),
  };
  const first = await raw.command({ ...insert, $db: 'd' }, true);
  assert.deepEqual(await raw.command({ ...insert, $db: 'd' }, true), first);
  raw.close();
});

test('a read preference of a secondary is answered at once, with what was just written', async () => {
  const client = await new MongoClient(server.url, { serverSelectionTimeoutMS: 2000 }).connect();
  const collection = client.db('d').collection<{ _id: number }>('read');
  await collection.insertOne({ _id: 1 });
  for (const readPreference of ['secondary', 'secondaryPreferred', 'nearest'] as const) {
    assert.deepEqual(await collection.find({}, { readPreference }).toArray(), [{ _id: 1 }]);
    assert.equal(await collection.countDocuments({}, { readPreference }), 1);
    assert.equal((await collection.aggregate([], { readPreference }).toArray()).length, 1);
    await collection.aggregate([{ $out: readPreference }], { readPreference }).toArray();
    assert.equal(await client.db('d').collection(readPreference).countDocuments(), 1);
  }
  await client.close();
});

test('the secondary member refuses writes', async () => {
  const primary = await RawClient.connect(server.url);
  const { hosts, isWritablePrimary } = await primary.command({ hello: 1, $db: 'admin' });
  assert.equal(isWritablePrimary, true);
  primary.close();
  const raw = await RawClient.connect(`mongodb://${hosts[1]}`);
  const hello = await raw.command({ hello: 1, $db: 'admin' });
  assert.deepEqual([hello.isWritablePrimary, hello.secondary, hello.me], [false, true, hosts[1]]);
  const writes = [
    { insert: 'c', documents: [{}] },
    { findAndModify: 'c', query: {}, remove: true },
    { create: 'c' },
  ];
  for (const write of writes) {
    const reply = await raw.command({ ...write, $db: 'd' });
    assert.deepEqual([reply.code, reply.codeName], [10107, 'NotWritablePrimary']);
  }
  raw.close();
});

test('two members acknowledge a write, a third does not', async () => {
  const raw = await RawClient.connect(server.url);
  const insert = (w: number): object => ({
    insert: 'w',
    documents: [{}],
    writeConcern: { w },
    $db: 'd',
  });
  assert.equal((await raw.command(insert(2))).writeConcernError, undefined);
  assert.equal((await raw.command(insert(3))).writeConcernError.code, 100);
  raw.close();
});
