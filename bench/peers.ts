/**
 * The cost of a request compared with the references: CPU time of gateway and services, with database and
 * load generator separate, every request for another page. Requests per second are printed too, so that neither a
 * noisy machine nor the one database process can hide anything.
 */

import { join } from 'node:path';
import { startBaselineSubgraphs } from './peers/baseline.ts';
import { startHive } from './peers/hive.ts';
import type { Contender, RequestCost } from './peers/measure.ts';
import { measureContenders } from './peers/measure.ts';
import { benchMyDomains } from './peers/my-domains.ts';
import { benchMyLoans } from './peers/my-loans.ts';
import type { StartedPeer } from './peers/start-peer.ts';
import { startPeer } from './peers/start-peer.ts';
import type { Reference } from './references/references.ts';
import { listingsPage, startReference } from './references/references.ts';
import type { RunningProduct } from './running-product.ts';
import { startProductForBench } from './running-product.ts';
import { print, printBound } from './say.ts';
import { seedListings } from './seed/seed.ts';

const pages = 400;
/** Part of the name of every domain of the bench. */
const expects = '"example-';
const json = { 'content-type': 'application/json' };
const floorScript = join(import.meta.dirname, 'peers/floor.ts');

const restPages = Array.from({ length: pages }, (_, at) => ({
  path: `/api/listings?page=${at + 1}&limit=12`,
}));
const query = listingsPage
  .replace('query Listings', 'query Listings($page: Int!)')
  .replace('page: 1', 'page: $page');
const graphPages = Array.from({ length: pages }, (_, at) => ({
  path: '/graphql',
  method: 'POST' as const,
  body: JSON.stringify({ query, variables: { page: at + 1 } }),
}));

type Ours = Pick<Contender, 'pids' | 'databasePid'>;

function printCost(name: string, { cpuUs, perSecond, databaseUs, p99Ms }: RequestCost): void {
  print(name, `${Math.round(cpuUs)} µs`);
  const rest = [`${Math.round(perSecond)} req/s`, `p99 ${Math.round(p99Ms)} ms`];
  print('  in addition', `${rest.join(', ')}, database ${Math.round(databaseUs)} µs`);
}

async function benchGraphs(
  product: RunningProduct,
  ours: Ours,
  running: StartedPeer[],
): Promise<void> {
  const { databasePid } = ours;
  const frozen = await startBaselineSubgraphs(product.mongo);
  running.push(frozen);
  const sharing = await startHive(frozen, { dedupe: true });
  running.push(sharing);
  const alone = await startHive(frozen, { dedupe: false });
  running.push(alone);
  const plain = await startReference('defaultGateway', product.mongo);
  running.push(plain);
  const same = { requests: graphPages, headers: json, databasePid, expects };
  const hive = (one: Reference) => ({ ...same, url: one.url, pids: [one.pid, frozen.pid] });
  const [mine, shared, own, stock] = await measureContenders([
    { name: 'GraphQL', ...same, ...ours, url: product.url },
    { name: 'Hive', ...hive(sharing) },
    { name: 'Hive without dedupe', ...hive(alone) },
    { name: '@apollo/gateway', ...same, url: plain.url, pids: [plain.pid] },
  ]);
  if (!mine || !shared || !own || !stock) return;
  printCost('federated GraphQL, processor time of a request', mine);
  printCost('Hive Gateway with JIT, subgraphs as frozen', shared);
  printCost('Hive Gateway without its request dedupe', own);
  printCost('@apollo/gateway with its defaults', stock);
  printBound('  ours to Hive', mine.cpuUs / Math.min(shared.cpuUs, own.cpuUs), 0.25);
  print('  ours to @apollo/gateway', (mine.cpuUs / stock.cpuUs).toFixed(2));
}

async function benchRest(
  product: RunningProduct,
  ours: Ours,
  running: StartedPeer[],
): Promise<void> {
  const hand = await startReference('express', product.mongo);
  running.push(hand);
  const whole = await startReference('expressWhole', product.mongo);
  running.push(whole);
  const floor = await startPeer<{ url: string }>(floorScript, [product.mongo]);
  running.push(floor);
  const same = { requests: restPages, databasePid: ours.databasePid, expects };
  const [mine, theirs, usual, least] = await measureContenders([
    { name: 'REST', ...same, ...ours, url: product.url },
    { name: 'Express', ...same, url: hand.url, pids: [hand.pid] },
    { name: 'Express with whole documents', ...same, url: whole.url, pids: [whole.pid] },
    { name: 'floor', ...same, url: floor.url, pids: [floor.pid] },
  ]);
  if (!mine || !theirs || !usual || !least) return;
  printCost('GET /api/listings, processor time of a request', mine);
  printCost('the same by hand, Express and mongoose with plain rows', theirs);
  printCost('the same by hand, with whole documents', usual);
  printCost('the floor: three commands and JSON.stringify', least);
  printBound('  ours to the one with plain rows', mine.cpuUs / theirs.cpuUs, 0.25);
  print('  ours to the one with whole documents', (mine.cpuUs / usual.cpuUs).toFixed(2));
  printBound('  requests a second, the floor to ours', least.perSecond / mine.perSecond, 2);
}

export async function benchPeers(): Promise<void> {
  const product = await startProductForBench({ RATE_LIMITS: 'off', WEB_DIR: 'off' });
  const running: StartedPeer[] = [];
  try {
    await seedListings(product.mongo);
    const ours = { pids: [product.pid], databasePid: product.databasePid };
    await benchRest(product, ours, running);
    await benchMyDomains({ product, ours });
    await benchMyLoans({ product, ours });
    await benchGraphs(product, ours, running);
  } finally {
    for (const one of running) one.stop();
    await product.stop();
  }
}
