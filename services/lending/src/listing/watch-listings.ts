/**
 * Hourly maintenance of derived listing data: the count of open listings, the search words and the LTV. An older release
 * without them may have run before, or may still run.
 */

import type { Filter } from '@nameloan/persistence/entity';
import type { JobResult } from '@nameloan/persistence/jobs';
import { now } from '@nameloan/runtime/clock';
import { commit, serviceContext } from '../service-context.ts';
import type { Listing } from './listing.model.ts';
import { listings } from './listing.model.ts';
import { computeLtv } from './listing.ts';
import { repairOpenCount } from './open-count.ts';
import { listSearchWords } from './search-words.ts';

const intervalMs = 3_600_000;
/** Records per transaction. */
const batchSize = 100;

/** Job: repairs, then schedules the next run. */
export async function watchListings(): Promise<JobResult> {
  const difference = await repairOpenCount();
  if (difference !== 0) serviceContext.log.warn({ difference }, 'open listing count repaired');
  for (const one of backfills) while ((await backfill(one)) > 0);
  return { runAgainAt: new Date(now().getTime() + intervalMs) };
}

interface Backfill {
  /** Old listings, found by an index; none that `derive` has filled. */
  filter: Filter<Listing>;
  derive: (listing: Listing) => Partial<Listing>;
}

const backfills: readonly Backfill[] = [
  {
    filter: { status: 'OPEN', words: null },
    derive: (listing) => ({ words: listSearchWords(listing) }),
  },
  {
    filter: { status: 'OPEN', ltvBps: null, midCents: { $gt: 0 } },
    derive: ({ amountCents, midCents }) => ({ ltvBps: computeLtv(amountCents, midCents) }),
  },
];

/** Fills a batch and returns how many. */
function backfill({ filter, derive }: Backfill): Promise<number> {
  return commit(async (tx) => {
    const found = await listings.findMany(filter, { limit: batchSize, tx });
    for (const one of found) await listings.update(one, { ...one, ...derive(one) }, tx);
    return found.length;
  });
}
