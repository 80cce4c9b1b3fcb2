/**
 * `npm run bench`: results and ratios, each compared with a reference measured in the same run. `npm run bench -- NAME…`
 * runs only these sections.
 */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readMarker } from '@nameloan/demo/demo-marker';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { benchEmbeddedMongo } from '@nameloan/embedded-mongo/bench';
import { ensureBuilt } from '@nameloan/web/build/ensure-built';
import { benchAbuse } from './abuse.ts';
import { benchChat } from './chat.ts';
import { benchDelivery } from './delivery.ts';
import { benchGrowth } from './growth.ts';
import { benchIdle } from './idle.ts';
import { benchLive } from './live.ts';
import { compareTargets } from './load.ts';
import { benchPeers } from './peers.ts';
import { print } from './print.ts';
import type { Reference } from './references/references.ts';
import { listingsPage, startReference } from './references/references.ts';
import { benchReplicas } from './replicas.ts';
import { startProductForBench } from './running-product.ts';
import { seedListings } from './seed/seed.ts';
import { benchStream } from './stream.ts';

/** Until all processes have released memory, which they do a second after the ready line and after the demo data. */
const settleMs = 3000;
const references: Reference[] = [];

/** All connections on one page, whose concurrent reads the product coalesces, then each on a different page. */
async function benchRest(ours: string, reference: string): Promise<void> {
  const pagePath = (number: number) => `/api/listings?page=${number}&limit=12`;
  const paths = Array.from({ length: 200 }, (_, index) => pagePath(index + 1));
  const onePage = await compareTargets(
    { url: ours + pagePath(1) },
    { url: reference + pagePath(1) },
  );
  print('GET /api/listings, 12 of 10,000, two subgraphs', `${Math.round(onePage.ours)} req/s`);
  print(
    '  a hand-written endpoint, Express and mongoose',
    `${Math.round(onePage.reference)} req/s`,
  );
  print('  ratio', onePage.ratio.toFixed(2), 'at least 1.0');
  const varied = await compareTargets({ url: ours, paths }, { url: reference, paths });
  print('  ratio with a different page per request', varied.ratio.toFixed(2));
}

/** With an empty compile cache, as after an installation. */
async function benchFirstStart(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'nameloan-cold-'));
  try {
    const product = await startProductForBench({ NODE_COMPILE_CACHE: folder });
    await product.stop();
    print(
      'first start, empty compile cache',
      `${Math.round(product.startMs)} ms`,
      'at most 4500 ms',
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function benchProduct(): Promise<void> {
  // Only the first start after a change of the web app builds it.
  await ensureBuilt();
  await benchFirstStart();
  const product = await startProductForBench();
  try {
    print(
      'start, npm start to the ready line',
      `${Math.round(product.startMs)} ms`,
      'at most 2500 ms',
    );
    await pause(settleMs);
    const memory = product.memory();
    print(
      'resident memory at rest, all processes with npm, summed',
      `${Math.round(memory.residentMb)} MB`,
      'at most 550 MB',
    );
    print('the same with shared pages counted once', `${Math.round(memory.proportionalMb)} MB`);
    await seedListings(product.mongo);
    const express = await startReference('express', product.mongo);
    references.push(express);
    await benchRest(product.url, express.url);
    const apollo = await startReference('defaultGateway', product.mongo);
    references.push(apollo);
    const body = JSON.stringify({ query: listingsPage });
    const federated = await compareTargets(
      { url: `${product.url}/graphql`, method: 'POST', body },
      { url: apollo.url, method: 'POST', body },
    );
    print('the same page through federated GraphQL', `${Math.round(federated.ours)} req/s`);
    print('  @apollo/gateway with its defaults', `${Math.round(federated.reference)} req/s`);
    print('  ratio', federated.ratio.toFixed(2), 'at least 4');
  } finally {
    for (const reference of references) reference.stop();
    await product.stop();
  }
}

/** A first start with demo data. */
async function benchDemo(): Promise<void> {
  const product = await startProductForBench({ NAMELOAN_DEMO: 'on' });
  try {
    const readyAt = performance.now();
    await waitFor('the demo data', async () => readMarker(product.demoMarker)?.loadedAt, 300_000);
    const seconds = Math.round((performance.now() - readyAt) / 1000);
    print('the demo data, from the ready line', `${seconds} s`, 'at most 30 s');
    await pause(settleMs);
    print('resident memory with the demo data', `${Math.round(product.memory().residentMb)} MB`);
  } finally {
    await product.stop();
  }
}

/** The web app on screen: takes minutes, in separate processes that print their results. */
function benchScreens(): void {
  for (const name of ['accessibility-grid.ts', 'lighthouse.ts', 'paints.ts', 'interactions.ts']) {
    const script = join(import.meta.dirname, '../tests/browser/budgets', name);
    const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
}

async function benchDatabase(): Promise<void> {
  for (const row of await benchEmbeddedMongo())
    print(row.name, `${row.value} ${row.unit}`, row.aim);
}

const sections: Record<string, () => Promise<void> | void> = {
  database: benchDatabase,
  product: benchProduct,
  peers: benchPeers,
  abuse: benchAbuse,
  demo: benchDemo,
  idle: benchIdle,
  delivery: benchDelivery,
  growth: benchGrowth,
  chat: benchChat,
  live: benchLive,
  replicas: benchReplicas,
  stream: benchStream,
  screens: benchScreens,
};

// Child processes end with this one (`bench/running-product.ts`, `bench/peers/start-peer.ts`).
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => process.exit(1));

const selected = process.argv.slice(2);
const unknown = selected.filter((name) => !Object.hasOwn(sections, name));
if (unknown.length > 0) {
  console.error(
    `Unknown benchmark: ${unknown.join(', ')}. Known: ${Object.keys(sections).join(', ')}.`,
  );
  process.exit(1);
}
for (const [name, run] of Object.entries(sections))
  if (selected.length === 0 || selected.includes(name)) await run();
