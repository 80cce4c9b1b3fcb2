/**
 * Hourly maintenance of derived listing data: the count of open listings and the search words. An older release without
 * them may have run before, or may still run.
 */

import type { JobResult } from '@nameloan/persistence/jobs';
import { now } from '@nameloan/runtime/clock';
import { commit, serviceContext } from '../service-context.ts';
import { listings } from './listing.model.ts';
import { repairOpenCount } from './open-count.ts';
import { listSearchWords } from './search-words.ts';

const intervalMs = 3_600_000;
/** Records per transaction. */
const batchSize = 100;

/** Job: repairs, then schedules the next run. */
export async function watchListings(): Promise<JobResult> {
  const difference = await repairOpenCount();
  if (difference !== 0) serviceContext.log.warn({ difference }, 'open listing count repaired');
  while ((await backfillWords()) > 0);
  return { runAgainAt: new Date(now().getTime() + intervalMs) };
}

/** Adds search words to a batch of listings without them, found by their index, and returns how many. */
function backfillWords(): Promise<number> {
  return commit(async (tx) => {
    const filter = { status: 'OPEN', words: null } as const;
    const found = await listings.findMany(filter, { limit: batchSize, tx });
    for (const one of found)
      await listings.update(one, { ...one, words: listSearchWords(one) }, tx);
    return found.length;
  });
}
