/** The server itself: hostile bytes, lost clients, sessions, cursors, TTL, and how light it is. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import type { Document } from 'mongodb';
import { Binary, Long, MongoClient, UUID } from 'mongodb';
import type { EmbeddedMongo } from '../src/server.ts';
import { startEmbeddedMongo } from '../src/server.ts';
import { messageOf, RawClient } from './raw-client.ts';

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

function session(): Document {
  return {
    lsid: { id: new Binary(new UUID().buffer, 4) },
    txnNumber: Long.fromNumber(1),
    autocommit: false,
  };
}

async function until(condition: () => Promise<boolean>, wait = 30_000): Promise<void> {
  const end = Date.now() + wait;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('the condition was not met in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('a stock driver connects with and without the replica set option, and directly', async () => {
  for (const query of ['?replicaSet=rs0', '', '?directConnection=true']) {
    const other = await new MongoClient(`mongodb://127.0.0.1:${server.port}/${query}`).connect();
    assert.equal((await other.db('admin').command({ ping: 1 })).ok, 1);
    await other.close();
  }
});

test('serverStatus counts how often each command ran and failed', async () => {
  const other = await startEmbeddedMongo();
  const raw = await RawClient.connect(other.url);
  const say = (body: Document) => raw.command({ ...body, $db: 'test' });
  for (const body of [{ ping: 1 }, { ping: 1 }, { ping: 1, wrong: 1 }, { nonsense: 1 }])
    await say(body);
  const { commands } = (await say({ serverStatus: 1 })).metrics as Document;
  assert.deepEqual(
    { ...commands, serverStatus: undefined, hello: undefined },
    { ping: { total: 3, failed: 1 }, '<UNKNOWN>': 1, serverStatus: undefined, hello: undefined },
  );
  raw.close();
  await other.close();
});

test('a taken port is refused', async () => {
  await assert.rejects(startEmbeddedMongo({ port: server.port }), { code: 'EADDRINUSE' });
});

test('close may be called twice', async () => {
  const other = await startEmbeddedMongo();
  await Promise.all([other.close(), other.close()]);
  await other.close();
  await assert.rejects(RawClient.connect(other.url));
});

test('a message that arrives byte by byte, or two at once, is answered', async () => {
  const raw = await RawClient.connect(server.url);
  const ping = messageOf({ ping: 1, $db: 'admin' });
  for (const byte of ping) {
    raw.socket.write(Buffer.from([byte]));
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal((await raw.reply()).ok, 1);
  raw.socket.write(Buffer.concat([ping, ping]));
  assert.deepEqual([(await raw.reply()).ok, (await raw.reply()).ok], [1, 1]);
  raw.close();
});

test('a message said to be larger than 48 MB, or smaller than its header, ends the connection', async () => {
  for (const length of [48_000_001, -1, 3]) {
    const raw = await RawClient.connect(server.url);
    const header = Buffer.alloc(16);
    header.writeInt32LE(length, 0);
    const closed = once(raw.socket, 'close');
    raw.socket.write(header);
    await closed;
  }
  assert.equal((await client.db('d').command({ ping: 1 })).ok, 1);
});

test('random bytes after a good header never bring the server down', async () => {
  for (let seed = 0; seed < 200; seed++) {
    const raw = await RawClient.connect(server.url);
    const bytes = messageOf({ insert: 'junk', documents: [{ a: [1, { b: 'text' }] }], $db: 'd' });
    for (let at = 0; at < 4; at++)
      bytes[16 + ((seed * 31 + at * 17) % (bytes.length - 16))] = (seed * 7 + at * 91) % 256;
    const closed = once(raw.socket, 'close');
    raw.socket.end(bytes);
    await closed;
  }
  assert.equal((await client.db('d').command({ ping: 1 })).ok, 1);
});

test('a document nested too deeply is refused', async () => {
  let deep: Document = { a: 1 };
  for (let depth = 0; depth < 250; depth++) deep = { a: deep };
  await assert.rejects(client.db('d').collection('deep').insertOne(deep), { code: 15 });
});

test('a document over 16 MB is refused, also when an update makes it so', async () => {
  const collection = client.db('d').collection('big');
  await collection.insertOne({ _id: 1, a: 'x'.repeat(9_000_000) } as never);
  await assert.rejects(
    collection.updateOne({}, [{ $set: { b: '$a' } }]),
    (error: { code?: number }) => error.code === 10334 || error.code === 17419,
  );
  assert.deepEqual(Object.keys((await collection.findOne()) ?? {}), ['_id', 'a']);
});

test('batches stay under the message limit however large the documents are', async () => {
  const collection = client.db('d').collection('wide');
  for (let id = 0; id < 8; id++)
    await collection.insertOne({ _id: id, a: 'x'.repeat(5_000_000) } as never);
  const ids = await collection
    .find()
    .map((each) => Number(each._id))
    .toArray();
  assert.deepEqual(ids, [0, 1, 2, 3, 4, 5, 6, 7]);
  await collection.drop();
});

test('a client that dies leaves no open transaction behind', async () => {
  const collection = client.db('d').collection('lost');
  await collection.insertOne({ _id: 1, n: 0 } as never);
  const raw = await RawClient.connect(server.url);
  const update = { update: 'lost', updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }] };
  await raw.command({ ...update, ...session(), startTransaction: true, $db: 'd' });
  const waiting = collection.updateOne({ _id: 1 } as never, { $inc: { n: 10 } });
  raw.close();
  await waiting;
  assert.equal((await collection.findOne({ _id: 1 } as never))?.n, 10);
});

test('an open cursor goes on over what later writes made of the rest, in and outside a transaction', async () => {
  const collection = client.db('d').collection<{ _id: number }>('moving');
  await client.withSession(async (held) => {
    for (const inside of [false, true]) {
      await collection.deleteMany({});
      await collection.insertMany(Array.from({ length: 500 }, (_, _id) => ({ _id })));
      if (inside) held.startTransaction();
      const options = inside ? { session: held } : {};
      if (inside) await collection.updateOne({ _id: 0 }, { $set: { own: true } }, options);
      const cursor = collection.find({}, { ...options, batchSize: 5 });
      const seen = [Number((await cursor.next())?._id)];
      await collection.deleteMany({ _id: { $gte: 100 } }, options);
      await collection.insertMany(
        Array.from({ length: 500 }, (_, at) => ({ _id: 1000 + at })),
        options,
      );
      for await (const each of cursor) seen.push(each._id);
      assert.deepEqual(
        seen,
        Array.from({ length: 600 }, (_, at) => (at < 100 ? at : 900 + at)),
      );
      if (inside) await held.abortTransaction();
    }
  });
});

test('endSessions aborts the open transaction and closes its cursors', async () => {
  const raw = await RawClient.connect(server.url);
  const { lsid, ...rest } = session();
  await raw.command({
    insert: 'ended',
    documents: [{ _id: 1 }],
    lsid,
    ...rest,
    startTransaction: true,
    $db: 'd',
  });
  await raw.command({ endSessions: [lsid], $db: 'admin' });
  const commit = await raw.command({ commitTransaction: 1, lsid, ...rest, $db: 'admin' });
  assert.equal(commit.code, 251);
  assert.deepEqual(commit.errorLabels, ['TransientTransactionError']);
  assert.equal(await client.db('d').collection('ended').countDocuments(), 0);
  raw.close();
});

test('a plain write that waits for a transaction gives up at its maxTimeMS', async () => {
  const collection = client.db('d').collection('slow');
  await collection.insertOne({ _id: 1 } as never);
  await client.withSession(async (held) => {
    held.startTransaction();
    await collection.updateOne({ _id: 1 } as never, { $set: { a: 1 } }, { session: held });
    await assert.rejects(
      collection.findOneAndUpdate({ _id: 1 } as never, { $set: { a: 2 } }, { maxTimeMS: 50 }),
      { code: 50 },
    );
    await held.abortTransaction();
  });
});

test('the same retryable write sent twice while the first still waits runs once', async () => {
  const collection = client.db('d').collection('twice');
  await collection.insertOne({ _id: 1, n: 0 } as never);
  const { lsid } = session();
  const update = {
    update: 'twice',
    updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }],
    lsid,
    txnNumber: Long.fromNumber(1),
    $db: 'd',
  };
  const [one, two] = await Promise.all([
    RawClient.connect(server.url),
    RawClient.connect(server.url),
  ]);
  await client.withSession(async (held) => {
    held.startTransaction();
    await collection.updateOne({ _id: 1 } as never, { $set: { a: 1 } }, { session: held });
    const replies = [one.command(update), two.command(update)];
    await held.commitTransaction();
    assert.deepEqual(
      (await Promise.all(replies)).map((reply) => reply.nModified),
      [1, 1],
    );
  });
  assert.equal((await collection.findOne())?.n, 1);
  one.close();
  two.close();
});

test('a TTL index removes what is overdue and nothing else', async () => {
  const collection = client.db('d').collection('ttl');
  await collection.createIndex({ at: 1 }, { expireAfterSeconds: 60 });
  const old = new Date(Date.now() - 120_000);
  await collection.insertMany([
    { _id: 1, at: old },
    { _id: 2, at: new Date() },
    { _id: 3 },
    { _id: 4, at: 'old' },
    { _id: 5, at: [new Date(), old] },
  ] as never[]);
  await until(async () => (await collection.countDocuments()) === 3);
  assert.deepEqual(await collection.distinct('_id'), [2, 3, 4]);
});

test('a hundred rivals for ten items: exactly ten win', async () => {
  const collection = client.db('d').collection('stock');
  await collection.insertOne({ _id: 1, left: 10 } as never);
  const tries = Array.from({ length: 100 }, () =>
    collection.findOneAndUpdate({ _id: 1, left: { $gt: 0 } } as never, { $inc: { left: -1 } }),
  );
  assert.equal((await Promise.all(tries)).filter(Boolean).length, 10);
});

test('transfers between accounts race without a torn read or a lost cent', async () => {
  const accounts = client.db('d').collection<{ _id: number; cents: number }>('accounts');
  await accounts.insertMany(Array.from({ length: 8 }, (_, _id) => ({ _id, cents: 100 })));
  const transfer = (from: number, to: number): Promise<unknown> =>
    client.withSession((held) =>
      held.withTransaction(async () => {
        await accounts.updateOne({ _id: from }, { $inc: { cents: -1 } }, { session: held });
        await accounts.updateOne({ _id: to }, { $inc: { cents: 1 } }, { session: held });
      }),
    );
  const total = async (): Promise<number> => {
    let cents = 0;
    await client.withSession((held) =>
      held.withTransaction(async () => {
        cents = 0;
        for (let id = 0; id < 8; id++)
          cents += (await accounts.findOne({ _id: id }, { session: held }))?.cents ?? 0;
      }),
    );
    return cents;
  };
  const transfers = Array.from({ length: 120 }, (_, at) => transfer(at % 8, (at * 3 + 1) % 8));
  const sums = await Promise.all(Array.from({ length: 10 }, total));
  await Promise.all(transfers);
  assert.deepEqual([...new Set([...sums, await total()])], [800]);
});
