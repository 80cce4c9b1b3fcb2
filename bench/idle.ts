/** What the idle product costs: database commands and CPU time of all its processes. */

import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { readMarker } from '@nameloan/demo/demo-marker';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { MongoClient } from 'mongodb';
import { readCpuMs } from './cpu.ts';
import { print, printBound } from './print.ts';
import type { RunningProduct } from './running-product.ts';
import { startProductForBench } from './running-product.ts';

/** Until pending work of the start is done and memory is released. */
const startSettleMs = 20_000;
/** Domains polls the registry every second for a minute after the last transfer. */
const demoSettleMs = 75_000;
const measuredSeconds = 30;
const maxCommands = 3;
const maxPercent = 1;

/** Command name → how often the database has received it since its start. */
type CommandCounts = Map<string, number>;

/** Uses a new client each time, whose few commands are the same in each count. */
async function countCommands({ mongo }: RunningProduct): Promise<CommandCounts> {
  const client = new MongoClient(mongo, { directConnection: true, maxPoolSize: 1 });
  try {
    const { metrics } = await client.db('admin').command({ serverStatus: 1 });
    const counts = Object.entries<{ total?: number }>(metrics.commands);
    return new Map(counts.map(([name, { total = 0 }]) => [name, total]));
  } finally {
    await client.close();
  }
}

function subtractCounts(before: CommandCounts, after: CommandCounts): CommandCounts {
  const added = [...after].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const);
  return new Map(added);
}

/** CPU milliseconds since the start, by kind of process. */
function cpuByProcess(product: RunningProduct): Map<string, number> {
  const usage = new Map<string, number>();
  for (const pid of product.processes()) {
    const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    const child = /embedded-mongo|sandbox|nats-server|mongod/.exec(line)?.[0];
    const name = child ?? (line.includes('standalone/src/main.ts') ? 'product' : 'npm');
    usage.set(name, (usage.get(name) ?? 0) + readCpuMs(pid));
  }
  return usage;
}

async function measureIdle(product: RunningProduct, when: string): Promise<void> {
  const ownCommands = subtractCounts(await countCommands(product), await countCommands(product));
  const before = { counts: await countCommands(product), cpu: cpuByProcess(product) };
  await pause(measuredSeconds * 1000);
  const cpu = cpuByProcess(product);
  const counts = subtractCounts(before.counts, await countCommands(product));
  const perSecond = [...counts]
    .map(
      ([name, count]) => [name, (count - (ownCommands.get(name) ?? 0)) / measuredSeconds] as const,
    )
    .filter(([, rate]) => rate > 0)
    .toSorted(([, one], [, other]) => other - one);
  const percent = [...cpu].map(([name, ms]) => {
    const usedMs = ms - (before.cpu.get(name) ?? 0);
    return [name, usedMs / (measuredSeconds * 10)] as const;
  });
  const sum = (rows: readonly (readonly [string, number])[]) =>
    rows.reduce((total, [, value]) => total + value, 0);
  const formatParts = (rows: readonly (readonly [string, number])[]) =>
    rows.map(([name, value]) => `${name} ${value.toFixed(2)}`).join(', ');
  printBound(`database commands per second, ${when}`, sum(perSecond), maxCommands);
  print('  of these', formatParts(perSecond));
  printBound(`CPU time, % of a core, ${when}`, sum(percent), maxPercent);
  print('  of these', formatParts(percent));
}

export async function benchIdle(): Promise<void> {
  const empty = await startProductForBench({ NAMELOAN_DEMO: 'off' });
  try {
    await pause(startSettleMs);
    await measureIdle(empty, 'idle, empty');
  } finally {
    await empty.stop();
  }
  const demo = await startProductForBench({ NAMELOAN_DEMO: 'on' });
  try {
    await waitFor('the demo data', async () => readMarker(demo.demoMarker)?.loadedAt, 300_000);
    await pause(demoSettleMs);
    await measureIdle(demo, 'idle, demo loans');
  } finally {
    await demo.stop();
  }
}
