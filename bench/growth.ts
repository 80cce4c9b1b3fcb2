/** The most frequent reads with many listings, loans and messages, compared with a hundredth of them, alternating. */

import type { Person } from '@nameloan/driver/person';
import { median, percentile } from './percentiles.ts';
import { startProductForBench } from './running-product.ts';
import { print, printBound } from './say.ts';
import { chatId } from './seed/seed-loans.ts';
import { many, seedMarket, sizesOf } from './seed/seed-market.ts';

const hundredth = 100;
const pageSize = 12;
const measurements = 3;
const warmUp = 100;
/** The embedded database holds everything in memory. */
const engineMemoryMb = 14_000;

/** Milliseconds of each market, in the order of the markets. */
interface Measured {
  p99s: number[];
  medians: number[];
}

interface Market {
  count: number;
  borrower: Person;
  memory(): { residentMb: number };
  stop(): Promise<void>;
}

async function open(part: number): Promise<Market> {
  const product = await startProductForBench({
    RATE_LIMITS: 'off',
    WEB_DIR: 'off',
    NODE_OPTIONS: `--max-old-space-size=${engineMemoryMb}`,
  });
  try {
    const sizes = sizesOf(part);
    const borrower = await seedMarket(product, sizes);
    return { ...product, count: sizes.listings, borrower };
  } catch (error) {
    await product.stop();
    throw error;
  }
}

interface Kind {
  path(count: number, at: number): string;
  /** How many records of the response identify it as the right one. */
  records(answer: Record<string, unknown> & { length?: number }): unknown;
  /** Of each market in one measurement. */
  asks: number;
  atMost?: number;
}

const listingsOn =
  (query: (count: number, at: number) => string): Kind['path'] =>
  (count, at) =>
    `/listings?limit=${pageSize}&${query(count, at)}`;
const lengthOf = (key: string) => (answer: Record<string, unknown>) =>
  (answer[key] as unknown[] | undefined)?.length;
const records = lengthOf('listings');
const last = (count: number) => Math.floor(count / pageSize);

const kinds: Record<string, Kind> = {
  'page 1': { path: listingsOn(() => 'page=1'), records, asks: 1000, atMost: 1.3 },
  'a filtered page': {
    path: listingsOn((_, at) => `suffix=io&min_amount=${1000 + (at % 50)}`),
    records,
    asks: 200,
    atMost: 1.3,
  },
  'a page by the beginning of a word': {
    path: listingsOn((_, at) => `text=${1000 + (at % 50)}`),
    records: ({ total }) => (Number(total) >= 1 ? pageSize : 0),
    asks: 200,
  },
  'the last page': {
    path: listingsOn((count, at) => `page=${last(count) - (at % 50)}`),
    records,
    asks: 200,
    atMost: 2,
  },
  'the page in the middle, the worst': {
    path: listingsOn((count, at) => `page=${Math.floor(last(count) / 2) - (at % 20)}`),
    records,
    asks: 50,
  },
  'My Domains': {
    path: (_, at) => `/domains?page=${1 + (at % 16)}&limit=${pageSize}`,
    records: ({ domains }) => ((domains as unknown[] | undefined)?.length ? pageSize : 0),
    asks: 300,
    atMost: 1.3,
  },
  'a loan': {
    path: () => `/escrow/${chatId}`,
    records: ({ id }) => (id === chatId ? pageSize : 0),
    asks: 300,
    atMost: 1.3,
  },
  'its newest stretch of chat': {
    path: () => `/escrow/${chatId}/messages?limit=50`,
    records: ({ length }) => (length === 50 ? pageSize : length),
    asks: 300,
    atMost: 1.3,
  },
};

async function ask({ borrower, count }: Market, kind: Kind, at: number): Promise<number> {
  const path = kind.path(count, at);
  const began = performance.now();
  const { status, body } = await borrower.call('GET', path);
  const tookMs = performance.now() - began;
  if (status !== 200 || kind.records(body) !== pageSize)
    throw new Error(`${path} answered ${status} with ${String(kind.records(body))}`);
  return tookMs;
}

/** Milliseconds of the markets in one round, asked in turn. */
async function round(markets: readonly Market[], kind: Kind, asks: number): Promise<number[][]> {
  const took: number[][] = markets.map(() => []);
  for (let at = 0; at < asks; at++)
    for (const [place, market] of markets.entries()) took[place]?.push(await ask(market, kind, at));
  return took;
}

async function measureKind(markets: readonly Market[], kind: Kind): Promise<Measured> {
  const rows = await round(markets, kind, kind.asks);
  return { p99s: rows.map((row) => percentile(row, 0.99)), medians: rows.map(median) };
}

/**
 * Each market's own figures, and how those of the large one stand to those of the small, of the measurement whose ratio
 * is the middle one. A filter that fits ten thousand of a million fits two thousand of ten thousand, and both are counted.
 */
async function compareKind(markets: readonly Market[], name: string, kind: Kind): Promise<void> {
  await round(markets, kind, Math.min(warmUp, kind.asks));
  const measured: Measured[] = [];
  for (let at = 0; at < measurements; at++) measured.push(await measureKind(markets, kind));
  const ratio = ([few = 1, more = 1]: number[]) => more / few;
  measured.sort((a, b) => ratio(a.p99s) - ratio(b.p99s));
  const { p99s, medians } = measured[Math.floor(measurements / 2)] as Measured;
  for (const [place, { count }] of markets.entries()) {
    const [middle, p99] = [medians, p99s].map((row) => row[place]?.toFixed(1));
    const of = `${name}, ${count.toLocaleString('en-US')} listings, median and p99`;
    print(of, `${middle}, ${p99} ms`);
  }
  if (kind.atMost === undefined) print('  ratio of the p99s', ratio(p99s).toFixed(2));
  else printBound('  ratio of the p99s', ratio(p99s), kind.atMost);
  print('  ratio of the medians', ratio(medians).toFixed(2));
}

export async function benchGrowth(): Promise<void> {
  const markets: Market[] = [];
  try {
    markets.push(await open(hundredth));
    const before = performance.now();
    const large = await open(1);
    markets.push(large);
    const seconds = Math.round((performance.now() - before) / 1000);
    const sizes = Object.entries(many).map(
      ([what, count]) => `${count.toLocaleString('en-US')} ${what}`,
    );
    print(`${sizes.slice(0, 3).join(', ')} written`, `${seconds} s`);
    print(
      '  resident memory of the product with them',
      `${Math.round(large.memory().residentMb)} MB`,
    );
    for (const [name, kind] of Object.entries(kinds)) await compareKind(markets, name, kind);
  } finally {
    for (const market of markets) await market.stop();
  }
}
