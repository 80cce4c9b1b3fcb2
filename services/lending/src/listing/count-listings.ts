/**
 * How many listings fit a filter. Counting walks every index key that fits, so a count is kept for a
 * second in this process and forgotten whenever a commit here opens or closes a listing. Visitors can
 * make up filters without end, so with one the walk ends at 10,000. The page itself is never kept. Beside another replica a total may thus be a second old; a counter in a
 * record would be exact, but would make every opening and closing conflict on one document.
 */

import { now } from '@nameloan/service/clock.ts';
import type { Filter } from '@nameloan/service/store/noun.ts';
import { listings } from './listing.model.ts';
import type { Listing } from './listing.ts';

const keepMs = 1000;
const mostKept = 200;
const mostCounted = 10_000;

export interface ListingCount {
  total: number;
  /** False: there are more than `total`. */
  totalExact: boolean;
}

const kept = new Map<string, { total: Promise<ListingCount>; untilMs: number }>();

/** A count that a commit overtook stays with those who asked before it, and is not kept. */
export function countListings(filter: Filter<Listing>): Promise<ListingCount> {
  const key = JSON.stringify(filter);
  const known = kept.get(key);
  const atMs = now().getTime();
  if (known && known.untilMs > atMs) return known.total;
  if (kept.size >= mostKept) kept.clear();
  const total = count(filter);
  const entry = { total, untilMs: atMs + keepMs };
  kept.set(key, entry);
  total.catch(() => {
    if (kept.get(key) === entry) kept.delete(key);
  });
  return total;
}

/** `total` is exact without filters and up to 10,000 with them (interface.md section 3). */
async function count(filter: Filter<Listing>): Promise<ListingCount> {
  const { status, ...filters } = filter;
  if (Object.keys(filters).length === 0)
    return { total: await listings.count({ status }), totalExact: true };
  const found = await listings.countUpTo(filter, mostCounted + 1);
  return { total: Math.min(found, mostCounted), totalExact: found <= mostCounted };
}

/** A listing was opened or closed. */
export function forgetCounts(): void {
  kept.clear();
}
