/** What the idle product costs: database commands and CPU time of all its processes. */

import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { readMarker } from '@nameloan/demo/demo-marker';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { MongoClient } from 'mongodb';
import { cpuMsOf } from './cpu.ts';
import type { RunningProduct } from './running-product.ts';
import { startProductForBench } from './running-product.ts';
import { print, printBound } from './say.ts';

/** After the start, pending work finishes and memory is released. */
const afterStartMs = 20_000;
/** For a minute after the last transfer the registry is asked every second. */
const afterDemoMs = 75_000;
const watchedSeconds = 30;
const maxCommands = 3;
const maxPercent = 1;

/** Name of a command → how often it was received since the database started. */
type Counts = Map<string, number>;

/** Read through a separate client, so that its own commands are the same few each time. */
async function countCommands({ mongo }: RunningProduct): Promise<Counts> {
  const client = new MongoClient(mongo, { directConnection: true, maxPoolSize: 1 });
  try {
    const { metrics } = await client.db('admin').command({ serverStatus: 1 });
    const counts = Object.entries<{ total?: number }>(metrics.commands);
    return new Map(counts.map(([name, { total = 0 }]) => [name, total]));
  } finally {
    await client.close();
  }
}

function between(before: Counts, after: Counts): Counts {
  const added = [...after].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const);
  return new Map(added);
}

/** Processor time so far in ms, by what a process is. */
function cpuByProcess(product: RunningProduct): Map<string, number> {
  const found = new Map<string, number>();
  for (const pid of product.processes()) {
    const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    const part = /embedded-mongo|sandbox|nats-server|mongod/.exec(line)?.[0];
    const name = part ?? (line.includes('start.ts') ? 'product' : 'npm');
    found.set(name, (found.get(name) ?? 0) + cpuMsOf(pid));
  }
  return found;
}

async function measureRest(product: RunningProduct, when: string): Promise<void> {
  const own = between(await countCommands(product), await countCommands(product));
  const before = { counts: await countCommands(product), cpu: cpuByProcess(product) };
  await pause(watchedSeconds * 1000);
  const cpu = cpuByProcess(product);
  const counts = between(before.counts, await countCommands(product));
  const perSecond = [...counts]
    .map(([name, count]) => [name, (count - (own.get(name) ?? 0)) / watchedSeconds] as const)
    .filter(([, rate]) => rate > 0)
    .toSorted(([, one], [, other]) => other - one);
  const percent = [...cpu].map(([name, ms]) => {
    const usedMs = ms - (before.cpu.get(name) ?? 0);
    return [name, usedMs / (watchedSeconds * 10)] as const;
  });
  const sum = (rows: readonly (readonly [string, number])[]) =>
    rows.reduce((total, [, value]) => total + value, 0);
  const parts = (rows: readonly (readonly [string, number])[]) =>
    rows.map(([name, value]) => `${name} ${value.toFixed(2)}`).join(', ');
  printBound(`commands at the database a second, ${when}`, sum(perSecond), maxCommands);
  print('  of these', parts(perSecond));
  printBound(`processor time, % of a core, ${when}`, sum(percent), maxPercent);
  print('  of these', parts(percent));
}

export async function benchIdle(): Promise<void> {
  const empty = await startProductForBench({ NAMELOAN_DEMO: 'off' });
  try {
    await pause(afterStartMs);
    await measureRest(empty, 'idle, empty');
  } finally {
    await empty.stop();
  }
  const demo = await startProductForBench({ NAMELOAN_DEMO: 'on' });
  try {
    await waitFor('the demo data', async () => readMarker(demo.demoMarker)?.loadedAt, 300_000);
    await pause(afterDemoMs);
    await measureRest(demo, 'idle, demo loans');
  } finally {
    await demo.stop();
  }
}
