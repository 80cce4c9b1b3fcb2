/** What an indexed and an unindexed findOneAndUpdate cost the server in CPU, at 10,000 documents. */
import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Collection } from 'mongodb';
import { MongoClient } from 'mongodb';

export type BenchResult = { name: string; value: number; unit: string; aim?: string };

const documentCount = 10_000;
/** Long enough for the engine's hot paths to be compiled; both figures are of a warm server. */
const warmUp = 12_000;
const indexedRuns = 8000;
const scannedRuns = 300;

type Usage = { cpu: { user: number; system: number }; rss: number };

async function usageOf(server: ChildProcess): Promise<Usage> {
  const answer = once(server, 'message');
  server.send('usage');
  const [usage] = await answer;
  return usage as Usage;
}

function microseconds({ cpu }: Usage): number {
  return cpu.user + cpu.system;
}

/** Server CPU in µs per operation. */
async function costOf(
  server: ChildProcess,
  runs: number,
  operation: (run: number) => Promise<unknown>,
): Promise<number> {
  const before = await usageOf(server);
  for (let run = 0; run < runs; run++) await operation(run);
  return (microseconds(await usageOf(server)) - microseconds(before)) / runs;
}

function updateBy(collection: Collection, field: string): (run: number) => Promise<unknown> {
  return (run) =>
    collection.findOneAndUpdate({ [field]: (run * 7919) % documentCount }, { $inc: { hits: 1 } });
}

async function measure(server: ChildProcess, client: MongoClient): Promise<BenchResult[]> {
  const collection = client.db('bench').collection('items');
  const documents = Array.from({ length: documentCount }, (_, at) => ({
    indexed: at,
    plain: at,
    name: `domain-${at}.example`,
    status: at % 3 === 0 ? 'open' : 'closed',
    hits: 0,
  }));
  await collection.insertMany(documents);
  await collection.createIndex({ indexed: 1 }, { unique: true });
  const byIndex = updateBy(collection, 'indexed');
  for (let run = 0; run < warmUp; run++) await byIndex(run);
  const indexed = await costOf(server, indexedRuns, byIndex);
  const scanned = await costOf(server, scannedRuns, updateBy(collection, 'plain'));
  const { rss } = await usageOf(server);
  return [
    {
      name: 'embedded-mongo: indexed findOneAndUpdate at 10,000 documents',
      value: Math.round(indexed),
      unit: 'µs CPU',
      aim: 'at most 150',
    },
    {
      name: 'embedded-mongo: the same without the index, times as much',
      value: Math.round((scanned / indexed) * 10) / 10,
      unit: 'x',
      aim: 'at least 5',
    },
    {
      name: 'embedded-mongo: resident memory with 10,000 documents',
      value: Math.round(rss / 2 ** 20),
      unit: 'MB',
    },
  ];
}

/** Starts a server with a journal in a temporary folder, measures, and removes everything. */
export async function benchEmbeddedMongo(): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-bench-'));
  const server = fork(join(import.meta.dirname, 'bench-server.ts'), [folder]);
  try {
    const [{ url }] = (await once(server, 'message')) as [{ url: string }];
    const client = await new MongoClient(url).connect();
    try {
      return await measure(server, client);
    } finally {
      await client.close();
    }
  } finally {
    const gone = once(server, 'exit');
    if (server.connected) server.disconnect();
    await gone;
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename)
  for (const { name, value, unit, aim } of await benchEmbeddedMongo())
    process.stdout.write(`${name}: ${value} ${unit}${aim ? ` (aim: ${aim})` : ''}\n`);
