/** A page of ten thousand listings beside the same page of a million, asked in turn. */

import { median, share } from './median.ts';
import { startProductForBench } from './running-product.ts';
import { say, sayBound } from './say.ts';
import { seedListings } from './seed.ts';

const few = 10_000;
const many = 1_000_000;
const pageSize = 12;
const measurements = 3;
const warmUp = 100;
/** Pages near the newest and the oldest listing are asked for; their domains are there. */
const edge = 20_000;
/** The embedded database holds everything in memory. */
const engineMemoryMb = 14_000;

/** Milliseconds of each market, in the order of the markets. */
interface Measured {
  p99s: number[];
  medians: number[];
}

interface Market {
  count: number;
  url: string;
  memory(): { residentMb: number };
  stop(): Promise<void>;
}

async function open(count: number): Promise<Market> {
  const product = await startProductForBench({
    RATE_LIMITS: 'off',
    WEB_DIR: 'off',
    NODE_OPTIONS: `--max-old-space-size=${engineMemoryMb}`,
  });
  try {
    await seedListings(product.mongo, count, (number) => number < edge || number >= count - edge);
  } catch (error) {
    await product.stop();
    throw error;
  }
  return { ...product, count };
}

interface Kind {
  query(count: number, at: number): string;
  /** Of each market in one measurement. */
  asks: number;
}

const kinds: Record<string, Kind> = {
  'page 1': { query: () => 'page=1', asks: 1000 },
  'a filtered page': { query: (_, at) => `suffix=io&min_amount=${1000 + (at % 50)}`, asks: 200 },
  'the deepest page': {
    query: (count, at) => `page=${Math.floor(count / pageSize) - (at % 50)}`,
    asks: 50,
  },
};

async function ask({ url, count }: Market, { query }: Kind, at: number): Promise<number> {
  const began = performance.now();
  const address = `${url}/api/listings?limit=${pageSize}&${query(count, at)}`;
  const response = await fetch(address);
  const { listings } = (await response.json()) as { listings: unknown[] };
  if (listings?.length !== pageSize)
    throw new Error(`${address} answered ${response.status} with ${listings?.length}`);
  return performance.now() - began;
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
  return { p99s: rows.map((row) => share(row, 0.99)), medians: rows.map(median) };
}

/**
 * Each market's own figures, and how those of the large one stand to those of the small. The p99 of a machine that does
 * something else beside is chance to a large part; what the market's size does is there in every measurement.
 */
async function compareKind(markets: readonly Market[], name: string, kind: Kind): Promise<void> {
  await round(markets, kind, Math.min(warmUp, kind.asks));
  const measured: Measured[] = [];
  for (let at = 0; at < measurements; at++) measured.push(await measureKind(markets, kind));
  const ratio = ([few = 1, many = 1]: number[]) => many / few;
  measured.sort((a, b) => ratio(a.p99s) - ratio(b.p99s));
  const { p99s, medians } = measured[0] as Measured;
  for (const [place, { count }] of markets.entries()) {
    const [middle, p99] = [medians, p99s].map((row) => row[place]?.toFixed(1));
    const of = `${name} of ${count.toLocaleString('en-US')} listings, median and p99`;
    say(of, `${middle}, ${p99} ms`);
  }
  if (name === 'page 1') sayBound('  ratio of the p99s', ratio(p99s), 1.3);
  else say('  ratio of the p99s', ratio(p99s).toFixed(2));
  say('  ratio of the medians', ratio(medians).toFixed(2));
}

export async function benchManyListings(): Promise<void> {
  const markets: Market[] = [];
  try {
    markets.push(await open(few));
    const before = performance.now();
    const large = await open(many);
    markets.push(large);
    const seconds = Math.round((performance.now() - before) / 1000);
    say(
      `${many.toLocaleString('en-US')} listings written into the embedded database`,
      `${seconds} s`,
    );
    say(
      '  resident memory of the product with them',
      `${Math.round(large.memory().residentMb)} MB`,
    );
    for (const [name, kind] of Object.entries(kinds)) await compareKind(markets, name, kind);
  } finally {
    for (const market of markets) await market.stop();
  }
}
