/**
 * Hourly maintenance of derived listing data: the count of open listings, the search words and the LTV. An older release
 * without them may have run before, or may still run.
 */

import type { JobResult } from '@nameloan/persistence/jobs';
import { now } from '@nameloan/runtime/clock';
import { commit, serviceContext } from '../service-context.ts';
import type { Listing } from './listing.model.ts';
import { listings } from './listing.model.ts';
import { computeLtv } from './listing.ts';
import { repairOpenCount } from './open-count.ts';
import { listSearchWords } from './search-words.ts';

const intervalMs = 3_600_000;
/** Records per read, and at most per transaction. */
const batchSize = 100;

/** Job: repairs, then schedules the next run. */
export async function watchListings(): Promise<JobResult> {
  const difference = await repairOpenCount();
  if (difference !== 0) serviceContext.log.warn({ difference }, 'open listing count repaired');
  for await (const batch of listings.inBatches({ status: 'OPEN' }, batchSize)) {
    const ids = batch.filter((one) => findDifference(one) !== null).map(({ id }) => id);
    if (ids.length > 0) await repair(ids);
  }
  return { runAgainAt: new Date(now().getTime() + intervalMs) };
}

/** An older release writes neither: its listings have none, and after a new appraisal an LTV of the former one. */
function findDifference(listing: Listing): Partial<Listing> | null {
  const ltvBps = computeLtv(listing.amountCents, listing.midCents);
  const difference = {
    ...(listing.words ? {} : { words: listSearchWords(listing) }),
    ...(ltvBps === (listing.ltvBps ?? null) ? {} : { ltvBps }),
  };
  return Object.keys(difference).length > 0 ? difference : null;
}

/** Reads them again, since they may have changed after the batch was read. */
function repair(ids: readonly string[]): Promise<void> {
  return commit(async (tx) => {
    for (const one of await listings.findMany({ _id: { $in: ids }, status: 'OPEN' }, { tx })) {
      const difference = findDifference(one);
      if (difference) await listings.update(one, { ...one, ...difference }, tx);
    }
  });
}
