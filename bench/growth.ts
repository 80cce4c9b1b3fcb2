/** The most frequent reads with many listings, loans and messages compared with one hundredth of the data, alternating. */

import type { Person } from '@nameloan/driver/person';
import { median, percentile } from './percentiles.ts';
import { print, printBound } from './print.ts';
import { startProductForBench } from './running-product.ts';
import { chatId } from './seed/seed-loans.ts';
import { divideSizes, fullSizes, seedMarket } from './seed/seed-market.ts';

const smallMarketDivisor = 100;
const pageSize = 12;
const measurements = 3;
const warmUp = 100;
/** The embedded database holds everything in memory. */
const engineMemoryMb = 14_000;

/** Latencies in milliseconds, one per market, in the order of the markets. */
interface Latencies {
  p99s: number[];
  medians: number[];
}

interface Market {
  count: number;
  borrower: Person;
  memory(): { residentMb: number };
  stop(): Promise<void>;
}

async function openMarket(divisor: number): Promise<Market> {
  const product = await startProductForBench({
    RATE_LIMITS: 'off',
    WEB_DIR: 'off',
    NODE_OPTIONS: `--max-old-space-size=${engineMemoryMb}`,
  });
  try {
    const sizes = divideSizes(divisor);
    const borrower = await seedMarket(product, sizes);
    return { ...product, count: sizes.listings, borrower };
  } catch (error) {
    await product.stop();
    throw error;
  }
}

interface ReadKind {
  path(count: number, index: number): string;
  /** Number of records in the response; a response without a full page is an error. */
  countRecords(response: Record<string, unknown> & { length?: number }): unknown;
  /** Requests to each market in one measurement. */
  requests: number;
  /** Budget for the ratio of the p99s. */
  maxRatio?: number;
}

const listingsPath =
  (query: (count: number, at: number) => string): ReadKind['path'] =>
  (count, at) =>
    `/listings?limit=${pageSize}&${query(count, at)}`;
const countIn = (key: string) => (response: Record<string, unknown>) =>
  (response[key] as unknown[] | undefined)?.length;
const countRecords = countIn('listings');
const lastPage = (count: number) => Math.floor(count / pageSize);

const kinds: Record<string, ReadKind> = {
  'page 1': { path: listingsPath(() => 'page=1'), countRecords, requests: 1000, maxRatio: 1.3 },
  'a filtered page': {
    path: listingsPath((_, at) => `suffix=io&min_amount=${1000 + (at % 50)}`),
    countRecords,
    requests: 200,
    maxRatio: 1.3,
  },
  'a page by a word prefix': {
    path: listingsPath((_, at) => `text=${1000 + (at % 50)}`),
    countRecords: ({ total }) => (Number(total) >= 1 ? pageSize : 0),
    requests: 200,
  },
  'the last page': {
    path: listingsPath((count, at) => `page=${lastPage(count) - (at % 50)}`),
    countRecords,
    requests: 200,
    maxRatio: 2,
  },
  'the middle page, the slowest': {
    path: listingsPath((count, at) => `page=${Math.floor(lastPage(count) / 2) - (at % 20)}`),
    countRecords,
    requests: 50,
  },
  'My Domains': {
    path: (_, at) => `/domains?page=${1 + (at % 16)}&limit=${pageSize}`,
    countRecords: ({ domains }) => ((domains as unknown[] | undefined)?.length ? pageSize : 0),
    requests: 300,
    maxRatio: 1.3,
  },
  'a loan': {
    path: () => `/escrow/${chatId}`,
    countRecords: ({ id }) => (id === chatId ? pageSize : 0),
    requests: 300,
    maxRatio: 1.3,
  },
  'its newest page of chat': {
    path: () => `/escrow/${chatId}/messages?limit=50`,
    countRecords: ({ length }) => (length === 50 ? pageSize : length),
    requests: 300,
    maxRatio: 1.3,
  },
};

async function measureRead(
  { borrower, count }: Market,
  kind: ReadKind,
  at: number,
): Promise<number> {
  const path = kind.path(count, at);
  const startedMs = performance.now();
  const { status, body } = await borrower.call('GET', path);
  const durationMs = performance.now() - startedMs;
  if (status !== 200 || kind.countRecords(body) !== pageSize)
    throw new Error(`${path} answered ${status} with ${String(kind.countRecords(body))}`);
  return durationMs;
}

/** Latencies in milliseconds per market; the requests alternate between the markets. */
async function measureRound(
  markets: readonly Market[],
  kind: ReadKind,
  requests: number,
): Promise<number[][]> {
  const latencies: number[][] = markets.map(() => []);
  for (let at = 0; at < requests; at++)
    for (const [index, market] of markets.entries())
      latencies[index]?.push(await measureRead(market, kind, at));
  return latencies;
}

async function measureKind(markets: readonly Market[], kind: ReadKind): Promise<Latencies> {
  const rows = await measureRound(markets, kind, kind.requests);
  return { p99s: rows.map((row) => percentile(row, 0.99)), medians: rows.map(median) };
}

/**
 * Prints the latencies of each market and the ratio of the large one to the small one, from the measurement with the
 * median ratio. A filter that matches 10,000 of a million listings matches 2,000 of ten thousand; both totals are counted.
 */
async function compareKind(
  markets: readonly Market[],
  name: string,
  kind: ReadKind,
): Promise<void> {
  await measureRound(markets, kind, Math.min(warmUp, kind.requests));
  const results: Latencies[] = [];
  for (let at = 0; at < measurements; at++) results.push(await measureKind(markets, kind));
  const ratio = ([small = 1, large = 1]: number[]) => large / small;
  results.sort((a, b) => ratio(a.p99s) - ratio(b.p99s));
  const { p99s, medians } = results[Math.floor(measurements / 2)] as Latencies;
  for (const [index, { count }] of markets.entries()) {
    const [middle, p99] = [medians, p99s].map((row) => row[index]?.toFixed(1));
    const label = `${name}, ${count.toLocaleString('en-US')} listings, median and p99`;
    print(label, `${middle}, ${p99} ms`);
  }
  if (kind.maxRatio === undefined) print('  ratio of the p99s', ratio(p99s).toFixed(2));
  else printBound('  ratio of the p99s', ratio(p99s), kind.maxRatio);
  print('  ratio of the medians', ratio(medians).toFixed(2));
}

export async function benchGrowth(): Promise<void> {
  const markets: Market[] = [];
  try {
    markets.push(await openMarket(smallMarketDivisor));
    const before = performance.now();
    const large = await openMarket(1);
    markets.push(large);
    const seconds = Math.round((performance.now() - before) / 1000);
    const sizes = Object.entries(fullSizes).map(
      ([what, count]) => `${count.toLocaleString('en-US')} ${what}`,
    );
    print(`${sizes.slice(0, 3).join(', ')} seeded`, `${seconds} s`);
    print(
      '  resident memory of the product with this data',
      `${Math.round(large.memory().residentMb)} MB`,
    );
    for (const [name, kind] of Object.entries(kinds)) await compareKind(markets, name, kind);
  } finally {
    for (const market of markets) await market.stop();
  }
}
