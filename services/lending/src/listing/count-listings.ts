/**
 * How many listings fit a filter. Counting walks every index key that fits, so counts are kept (`kept-counts.ts`).
 * Visitors can make up filters without end, so with one the walk ends at 10,000. The page itself is never kept. Beside
 * another replica a total may thus be a second old, from a hundred thousand listings on some more; a counter in a record would be
 * exact, but would make every opening and closing conflict on one document.
 */

import type { Filter } from '@nameloan/service/store/noun.ts';
import type { ListingCount } from './kept-counts.ts';
import { KeptCounts } from './kept-counts.ts';
import { listings } from './listing.model.ts';
import type { Listing } from './listing.ts';

const mostCounted = 10_000;
const manyFrom = 100_000;
const all: Filter<Listing> = { status: 'OPEN' };

const kept = new KeptCounts({ count: countInStore, all, manyFrom });

export const countListings = (filter: Filter<Listing>): Promise<ListingCount> => kept.of(filter);

/** A listing was opened (1) or closed (-1). */
export const changeCounts = (by: 1 | -1): void => kept.change(by);

export const forgetCounts = (): void => kept.forget();

/** `total` is exact without filters and up to 10,000 with them (interface.md section 3). */
export async function countInStore(filter: Filter<Listing>): Promise<ListingCount> {
  const { status, ...filters } = filter;
  if (Object.keys(filters).length === 0)
    return { total: await listings.count({ status }), totalExact: true };
  const found = await listings.countUpTo(filter, mostCounted + 1);
  return { total: Math.min(found, mostCounted), totalExact: found <= mostCounted };
}
