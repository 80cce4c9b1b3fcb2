/**
 * How many listings fit a filter. All that are open are counted as they open and close (`open-count.ts`). Visitors can
 * make up filters without end, so with one the walk ends at 10,000, and what came of it is kept for a second in this
 * process and forgotten whenever a commit here changes it.
 */

import { now } from '@nameloan/service/clock.ts';
import type { Filter, Sort } from '@nameloan/service/store/entity.ts';
import type { OrderKey } from './listing.model.ts';
import { indexBy, listings, wordsIndex } from './listing.model.ts';
import type { Listing } from './listing.ts';
import { readOpenCount } from './open-count.ts';

const maxCounted = 10_000;
const cacheMs = 1000;
const maxCachedCounts = 200;

export interface ListingCount {
  total: number;
  /** False: there are more than `total`. */
  totalExact: boolean;
}

/** All that are open. */
export const isUnfiltered = (filter: Filter<Listing>): boolean => Object.keys(filter).length <= 1;

/** By no order of people's is a word found. */
const searchIndexHint = (filter: Filter<Listing>) => (filter.words ? wordsIndex : undefined);

/** The index by which those between the bounds of one key are found and no others; undefined for any other filter. */
function findRangeIndex({
  status: _,
  suffix,
  ...filter
}: Filter<Listing>): Sort<Listing> | undefined {
  const [key, ...others] = Object.keys(filter);
  if (key === undefined || key === 'words' || others.length > 0) return undefined;
  return indexBy(key as OrderKey, { ofSuffix: suffix !== undefined });
}

/**
 * The index by which `total` are cheaper to find and put in order than to come across on the way through an order of
 * all that are open, of which `steps` are wanted; undefined where the order's is better.
 */
export async function chooseSelectiveIndex(
  filter: Filter<Listing>,
  { total, steps }: { total: number; steps: number },
): Promise<Sort<Listing> | undefined> {
  if (filter.words) return wordsIndex;
  const index = findRangeIndex(filter);
  return index && total ** 2 < steps * (await readOpenCount()) ? index : undefined;
}

const cachedCounts = new Map<string, { count: Promise<ListingCount>; untilMs: number }>();

/** `total` is exact without filters and up to 10,000 with them (interface.md section 3). */
export async function countListings(filter: Filter<Listing>): Promise<ListingCount> {
  if (isUnfiltered(filter)) return { total: await readOpenCount(), totalExact: true };
  const key = JSON.stringify(filter);
  const known = cachedCounts.get(key);
  if (known && known.untilMs > now().getTime()) return known.count;
  if (cachedCounts.size >= maxCachedCounts) cachedCounts.clear();
  const count = countInDatabase(filter);
  cachedCounts.set(key, { count, untilMs: now().getTime() + cacheMs });
  // What failed is no answer for those who ask next.
  count.catch(() => cachedCounts.delete(key));
  return count;
}

/** A count that a commit overtook stays with those who asked before it. */
export const clearCountCache = (): void => cachedCounts.clear();

async function countInDatabase(filter: Filter<Listing>): Promise<ListingCount> {
  const found = await listings.countUpTo(filter, maxCounted + 1, searchIndexHint(filter));
  return { total: Math.min(found, maxCounted), totalExact: found <= maxCounted };
}
