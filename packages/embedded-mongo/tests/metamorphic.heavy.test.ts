/** No real server can be had here, so the engine is held against itself: what must agree, through a stock driver. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Collection, Document } from 'mongodb';
import { BSON, MongoClient, MongoServerError } from 'mongodb';
import { decodeDocument } from '../src/bson/decode.ts';
import { parseSort, sortKey } from '../src/bson/sort.ts';
import type { EmbeddedMongo } from '../src/server.ts';
import { startEmbeddedMongo } from '../src/server.ts';
import type { Random } from './random.ts';
import { randomSource } from './random.ts';
import {
  randomDocument,
  randomFilter,
  randomIndex,
  randomPaths,
  randomSort,
  randomUpdate,
} from './random-queries.ts';

type Rows = Collection<Document>;

let server: EmbeddedMongo;
let client: MongoClient;

before(async () => {
  server = await startEmbeddedMongo();
  client = await new MongoClient(server.url, { retryWrites: false }).connect();
});
after(async () => {
  await client.close();
  await server.close();
});

/** The error's code instead of the error; a fault of ours (1) or of the driver is thrown. */
async function outcome<T>(attempt: Promise<T>): Promise<T | number> {
  return attempt.catch((error: unknown) => {
    const code = error instanceof MongoServerError ? Number(error.code) : 1;
    if (code === 1) throw error;
    return code;
  });
}

type Twins = { plain: Rows; indexed: Rows; paths: readonly string[] };

/** A collection without indexes and one with some, of the same documents. */
async function twins(seed: number, random: Random): Promise<Twins> {
  const db = client.db(`meta${seed}`);
  const [plain, indexed] = [db.collection('plain'), db.collection('indexed')];
  const paths = randomPaths(random);
  for (let count = random.integer(3); count >= 0; count--) {
    const { key, options } = randomIndex(random, paths);
    await outcome(indexed.createIndex(key, options));
  }
  for (let id = 0; id < 25; id++) {
    const document = randomDocument(random, id);
    // Parallel arrays cannot be indexed: such a document stays out of both.
    const done = await outcome(indexed.insertOne({ ...document }));
    if (typeof done !== 'number') await plain.insertOne({ ...document });
  }
  return { plain, indexed, paths };
}

async function bytesOf(found: Promise<unknown[]>): Promise<string[]> {
  return (await found).map((each) => Buffer.from(each as Uint8Array).toString('hex'));
}

function find(rows: Rows, filter: Document, sort: Document = {}): Promise<string[]> {
  return bytesOf(rows.find(filter, { raw: true, sort }).toArray());
}

/** The order of what was found; documents that sort alike may come in any. */
function keysOf(found: string[], sort: Document): string[] {
  const fields = parseSort(sort);
  return found.map((hex) => sortKey(decodeDocument(Buffer.from(hex, 'hex')), fields));
}

/** What a filter finds, its negation and its other spellings find, too. */
async function checkIdentities(rows: Rows, filter: Document, found: number): Promise<void> {
  const all = await rows.countDocuments({});
  const parts = Object.entries(filter).map(([name, value]) => ({ [name]: value }));
  const negated = parts.map((part) => ({ $nor: [part] }));
  assert.equal(await rows.countDocuments({ $nor: [filter] }), all - found, '$nor');
  assert.equal(await rows.countDocuments({ $and: parts }), found, '$and');
  assert.equal(await rows.countDocuments({ $nor: negated }), found, 'De Morgan');
}

async function checkQuery(random: Random, both: Twins): Promise<void> {
  const filter = randomFilter(random, both.paths);
  const base = await outcome(find(both.plain, filter));
  if (typeof base === 'number') return;
  await checkIdentities(both.plain, filter, base.length);
  let sort: Document = randomSort(random, both.paths);
  const sorted = await outcome(find(both.plain, filter, sort));
  // Two arrays at once have no order; an index may give one.
  if (sorted === 2) sort = {};
  const order = keysOf(await find(both.plain, filter, sort), sort);
  for (const rows of [both.plain, both.indexed]) {
    assert.deepEqual((await find(rows, filter)).sort(), [...base].sort(), 'find');
    assert.deepEqual(keysOf(await find(rows, filter, sort), sort), order, 'sort');
    const page = [{ $match: filter }, { $sort: { ...sort, _id: 1 } }, { $skip: 2 }, { $limit: 5 }];
    const paged = await bytesOf(rows.aggregate(page, { raw: true }).toArray());
    const whole = await find(both.plain, filter, { ...sort, _id: 1 });
    assert.deepEqual(paged, whole.slice(2, 7), 'aggregate');
    const { matchedCount } = await rows.updateMany(filter, { $set: { touched: 1 } });
    assert.equal(matchedCount, base.length, 'updateMany');
    await rows.updateMany({}, { $unset: { touched: 1 } });
  }
}

async function checkUpdate(random: Random, both: Twins): Promise<void> {
  const update = randomUpdate(random);
  const filter: Document = {
    _id: random.integer(25),
    ...(random.integer(2) ? randomFilter(random, both.paths, 0) : {}),
  };
  const upsert = random.integer(4) === 0;
  const before = await find(both.indexed, {});
  const options = { upsert, sort: { _id: 1 }, returnDocument: 'after' } as const;
  const changed = await outcome(both.indexed.findOneAndUpdate(filter, update, options));
  if (typeof changed === 'number')
    assert.deepEqual(
      await find(both.indexed, {}),
      before,
      `the refused ${changed} changes nothing`,
    );
  // Only an index refuses parallel arrays.
  if (changed !== 171) {
    const plain = await outcome(both.plain.findOneAndUpdate(filter, update, options));
    assert.deepEqual(plain, changed, BSON.EJSON.stringify(update));
    assert.deepEqual(
      await find(both.indexed, {}),
      await find(both.plain, {}),
      'the same documents',
    );
  }
}

const checks = {
  queries: checkQuery,
  updates: async (random: Random, both: Twins): Promise<void> => {
    for (let turn = 0; turn < 5; turn++) await checkUpdate(random, both);
    await checkQuery(random, both);
  },
};

for (const [name, check] of Object.entries(checks))
  test(`random ${name} over all types answer the same with and without indexes`, async () => {
    for (let seed = 1; seed <= 10; seed++) {
      const random = randomSource(seed);
      const both = await twins(seed, random);
      for (let turn = 0; turn < 20; turn++) {
        await check(random, both).catch((cause: Error) => {
          throw new Error(`seed ${seed}, turn ${turn}: ${cause.message}`, { cause });
        });
      }
      await client.db(`meta${seed}`).dropDatabase();
    }
  });
