/** kill -9 in a loop, with writers and two-document transactions under way. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db } from 'mongodb';
import { MongoClient } from 'mongodb';
import type { ServerProcess } from './server-process.ts';
import { startServerProcess, temporaryFolder } from './server-process.ts';

const rounds = 5;
const writers = 4;
const movers = 3;
const accountCount = 10;
const startCents = 1000;
const acknowledgedPerRound = 400;

type Acknowledged = { inserts: Set<string>; moves: Set<string> };

/** Stops when the server is gone. */
async function write(db: Db, name: string, acknowledged: Acknowledged): Promise<void> {
  const log = db.collection<{ _id: string }>('log');
  for (let at = 0; ; at++) {
    const id = `${name}-${at}`;
    await log.insertOne({ _id: id });
    acknowledged.inserts.add(id);
  }
}

async function move(client: MongoClient, name: string, acknowledged: Acknowledged): Promise<void> {
  const db = client.db('crash');
  const accounts = db.collection<{ _id: number; cents: number }>('accounts');
  const moves = db.collection<{ _id: string }>('moves');
  for (let at = 0; ; at++) {
    const id = `${name}-${at}`;
    const from = at % accountCount;
    await client.withSession((session) =>
      session.withTransaction(async () => {
        await accounts.updateOne({ _id: from }, { $inc: { cents: -1 } }, { session });
        await accounts.updateOne(
          { _id: (from + 3) % accountCount },
          { $inc: { cents: 1 } },
          { session },
        );
        await moves.insertOne({ _id: id }, { session });
      }),
    );
    acknowledged.moves.add(id);
  }
}

async function enough(acknowledged: Acknowledged): Promise<void> {
  const target = acknowledged.inserts.size + acknowledgedPerRound;
  const moved = acknowledged.moves.size + acknowledgedPerRound / 20;
  while (acknowledged.inserts.size < target || acknowledged.moves.size < moved)
    await new Promise((resolve) => setImmediate(resolve));
}

async function disturb(
  server: ServerProcess,
  round: number,
  acknowledged: Acknowledged,
): Promise<void> {
  const client = await new MongoClient(server.url, {
    serverSelectionTimeoutMS: 500,
    maxPoolSize: writers + movers,
  }).connect();
  const db = client.db('crash');
  const running = [
    ...Array.from({ length: writers }, (_, at) => write(db, `w${round}.${at}`, acknowledged)),
    ...Array.from({ length: movers }, (_, at) => move(client, `m${round}.${at}`, acknowledged)),
  ];
  const ended = Promise.allSettled(running);
  await enough(acknowledged);
  await server.kill();
  await client.close(true);
  await ended;
}

async function lost(db: Db, name: string, acknowledged: Set<string>): Promise<number> {
  const kept = new Set(
    (await db.collection<{ _id: string }>(name).find().toArray()).map((each) => each._id),
  );
  return [...acknowledged].filter((id) => !kept.has(id)).length;
}

test(`${rounds} kills lose no acknowledged write and leave no half transaction`, async (t) => {
  const folder = temporaryFolder();
  const acknowledged: Acknowledged = { inserts: new Set(), moves: new Set() };
  let half = 0;
  let server = await startServerProcess(folder.path);
  try {
    const first = await new MongoClient(server.url).connect();
    const seed = Array.from({ length: accountCount }, (_, _id) => ({ _id, cents: startCents }));
    await first.db('crash').collection<{ _id: number; cents: number }>('accounts').insertMany(seed);
    await first.close();
    for (let round = 0; round < rounds; round++) {
      await disturb(server, round, acknowledged);
      server = await startServerProcess(folder.path);
      const client = await new MongoClient(server.url).connect();
      const db = client.db('crash');
      const accounts = await db
        .collection<{ _id: number; cents: number }>('accounts')
        .find()
        .toArray();
      if (accounts.reduce((sum, { cents }) => sum + cents, 0) !== accountCount * startCents) half++;
      half += await unmatched(db, accounts);
      assert.equal(
        await lost(db, 'log', acknowledged.inserts),
        0,
        `round ${round}: acknowledged inserts lost`,
      );
      assert.equal(
        await lost(db, 'moves', acknowledged.moves),
        0,
        `round ${round}: acknowledged transactions lost`,
      );
      await client.close();
    }
  } finally {
    await server.kill();
    folder.remove();
  }
  t.diagnostic(
    `${acknowledged.inserts.size} inserts and ${acknowledged.moves.size} transactions acknowledged over ${rounds} kills: 0 lost, ${half} half`,
  );
  assert.equal(half, 0);
});

/** Every move in the list took one from its account and gave one to another: recompute all balances. */
async function unmatched(db: Db, accounts: { _id: number; cents: number }[]): Promise<number> {
  const expected = Array.from({ length: accountCount }, () => startCents);
  for await (const { _id } of db.collection<{ _id: string }>('moves').find()) {
    const from = Number(_id.split('-')[1]) % accountCount;
    const to = (from + 3) % accountCount;
    expected[from] = (expected[from] ?? 0) - 1;
    expected[to] = (expected[to] ?? 0) + 1;
  }
  return accounts.filter(({ _id, cents }) => cents !== expected[_id]).length;
}
