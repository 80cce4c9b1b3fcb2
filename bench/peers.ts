/**
 * The cost of a request compared with the references: CPU time of gateway and services, without database and load
 * generator; each request reads a different page. Requests per second are printed too, because CPU time alone can hide
 * waiting.
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
import { print, printBound } from './print.ts';
import type { Reference } from './references/references.ts';
import { listingsPage, startReference } from './references/references.ts';
import type { RunningProduct } from './running-product.ts';
import { startProductForBench } from './running-product.ts';
import { seedListings } from './seed/seed.ts';

const pages = 400;
/** Start of the name of every seeded domain. */
const expected = '"example-';
const json = { 'content-type': 'application/json' };
const lowerBoundScript = join(import.meta.dirname, 'peers/lower-bound.ts');

const restPages = Array.from({ length: pages }, (_, at) => ({
  path: `/api/listings?page=${at + 1}&limit=12`,
}));
const query = listingsPage
  .replace('query Listings', 'query Listings($page: Int!)')
  .replace('page: 1', 'page: $page');
const graphPages = (document: string) =>
  Array.from({ length: pages }, (_, at) => ({
    path: '/graphql',
    method: 'POST' as const,
    body: JSON.stringify({ query: document, variables: { page: at + 1 } }),
  }));
/** The same document in the names of the baseline. */
const baselineQuery = query.replace('desiredRate', 'desiredApy');

type Ours = Pick<Contender, 'pids' | 'databasePid'>;

function printCost(name: string, { cpuUs, perSecond, databaseUs, p99Ms }: RequestCost): void {
  print(name, `${Math.round(cpuUs)} µs`);
  const details = [`${Math.round(perSecond)} req/s`, `p99 ${Math.round(p99Ms)} ms`];
  print('  in addition', `${details.join(', ')}, database ${Math.round(databaseUs)} µs`);
}

async function benchGraphs(
  product: RunningProduct,
  ours: Ours,
  running: StartedPeer[],
): Promise<void> {
  const { databasePid } = ours;
  const baseline = await startBaselineSubgraphs(product.mongo);
  running.push(baseline);
  const deduping = await startHive(baseline, { dedupe: true });
  running.push(deduping);
  const notDeduping = await startHive(baseline, { dedupe: false });
  running.push(notDeduping);
  const apollo = await startReference('defaultGateway', product.mongo);
  running.push(apollo);
  const common = { requests: graphPages(query), headers: json, databasePid, expected };
  const hive = (one: Reference) => ({
    ...common,
    requests: graphPages(baselineQuery),
    url: one.url,
    pids: [one.pid, baseline.pid],
  });
  const [nameloan, hiveDeduping, hiveNotDeduping, apolloCost] = await measureContenders([
    { name: 'GraphQL', ...common, ...ours, url: product.url },
    { name: 'Hive', ...hive(deduping) },
    { name: 'Hive without dedupe', ...hive(notDeduping) },
    { name: '@apollo/gateway', ...common, url: apollo.url, pids: [apollo.pid] },
  ]);
  if (!nameloan || !hiveDeduping || !hiveNotDeduping || !apolloCost) return;
  printCost('federated GraphQL, CPU time per request', nameloan);
  printCost('Hive Gateway with JIT, baseline subgraphs', hiveDeduping);
  printCost('Hive Gateway without request deduplication', hiveNotDeduping);
  printCost('@apollo/gateway with its defaults', apolloCost);
  const hiveUs = Math.min(hiveDeduping.cpuUs, hiveNotDeduping.cpuUs);
  printBound('  ratio to Hive', nameloan.cpuUs / hiveUs, 0.25);
  print('  ratio to @apollo/gateway', (nameloan.cpuUs / apolloCost.cpuUs).toFixed(2));
}

async function benchRest(
  product: RunningProduct,
  ours: Ours,
  running: StartedPeer[],
): Promise<void> {
  const lean = await startReference('express', product.mongo);
  running.push(lean);
  const hydrated = await startReference('expressHydrated', product.mongo);
  running.push(hydrated);
  const lowerBound = await startPeer<{ url: string }>(lowerBoundScript, [product.mongo]);
  running.push(lowerBound);
  const common = { requests: restPages, databasePid: ours.databasePid, expected };
  const [nameloan, leanCost, hydratedCost, lowerBoundCost] = await measureContenders([
    { name: 'REST', ...common, ...ours, url: product.url },
    { name: 'Express', ...common, url: lean.url, pids: [lean.pid] },
    { name: 'Express with hydrated documents', ...common, url: hydrated.url, pids: [hydrated.pid] },
    { name: 'lower bound', ...common, url: lowerBound.url, pids: [lowerBound.pid] },
  ]);
  if (!nameloan || !leanCost || !hydratedCost || !lowerBoundCost) return;
  printCost('GET /api/listings, CPU time per request', nameloan);
  printCost('hand-written, Express and mongoose with lean documents', leanCost);
  printCost('hand-written, with hydrated documents', hydratedCost);
  printCost('lower bound: three commands and JSON.stringify', lowerBoundCost);
  printBound('  ratio to lean documents', nameloan.cpuUs / leanCost.cpuUs, 0.25);
  print('  ratio to hydrated documents', (nameloan.cpuUs / hydratedCost.cpuUs).toFixed(2));
  const throughput = lowerBoundCost.perSecond / nameloan.perSecond;
  printBound('  requests per second, lower bound to ours', throughput, 2);
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
