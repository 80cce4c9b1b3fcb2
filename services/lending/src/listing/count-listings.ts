/**
 * Counts the listings that match a filter. The count without a filter is maintained by `open-count.ts`. Visitors can send
 * any filter, so a filtered count stops at 10,000 and is cached for a second in this process; commits in this process
 * clear the cache.
 */

import type { Filter, Sort } from '@nameloan/persistence/entity';
import { now } from '@nameloan/runtime/clock';
import type { Listing, OrderKey } from './listing.model.ts';
import {
  buildRegistrationIndex,
  buildSortIndex,
  isRegistrationKey,
  listings,
  planIndex,
  registrarIndex,
  wordsIndex,
} from './listing.model.ts';
import { readOpenCount } from './open-count.ts';

const maxCounted = 10_000;
const cacheMs = 1000;
const maxCachedCounts = 200;

export interface ListingCount {
  total: number;
  /** False when there are more than `total`. */
  totalExact: boolean;
}

export const isUnfiltered = (filter: Filter<Listing>): boolean => Object.keys(filter).length <= 1;

/** No sort index helps to find a word. */
function searchIndexHint(filter: Filter<Listing>): Sort<Listing> | undefined {
  if (filter.words) return wordsIndex;
  return filter['registration.registrarWords'] ? registrarIndex : undefined;
}

/** The index for a filter on exactly one key; undefined for other filters. */
function findRangeIndex({
  status: _,
  suffix,
  ...filter
}: Filter<Listing>): Sort<Listing> | undefined {
  const [key, ...others] = Object.keys(filter);
  if (key === undefined || key === 'words' || others.length > 0) return undefined;
  if (key === 'registration.registrarWords') return registrarIndex;
  if (key === 'plan.kind') return planIndex;
  if (isRegistrationKey(key)) return buildRegistrationIndex(key);
  return buildSortIndex(key as OrderKey, { ofSuffix: suffix !== undefined });
}

/**
 * The filter's index, if finding and sorting `total` matches is cheaper than scanning the sort index of all open listings
 * for the first `steps` matches; otherwise undefined.
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

/** `total` is exact without a filter and up to 10,000 with one (docs/api-conventions.md#lists). */
export async function countListings(filter: Filter<Listing>): Promise<ListingCount> {
  if (isUnfiltered(filter)) return { total: await readOpenCount(), totalExact: true };
  const key = JSON.stringify(filter);
  const cached = cachedCounts.get(key);
  if (cached && cached.untilMs > now().getTime()) return cached.count;
  if (cachedCounts.size >= maxCachedCounts) cachedCounts.clear();
  const count = countInDatabase(filter);
  cachedCounts.set(key, { count, untilMs: now().getTime() + cacheMs });
  // A failed count must not be cached.
  count.catch(() => cachedCounts.delete(key));
  return count;
}

/** Requests that already await a count keep it. */
export const clearCountCache = (): void => cachedCounts.clear();

async function countInDatabase(filter: Filter<Listing>): Promise<ListingCount> {
  const found = await listings.countUpTo(filter, maxCounted + 1, searchIndexHint(filter));
  return { total: Math.min(found, maxCounted), totalExact: found <= maxCounted };
}
