/**
 * Looks once an hour after what is kept for listings beside what people say of them: a release that keeps less may have
 * run until the start, or runs beside this one.
 */

import { now } from '@nameloan/service/clock.ts';
import type { JobResult } from '@nameloan/service/store/jobs.ts';
import { commit, serviceContext } from '../service-context.ts';
import { listings } from './listing.model.ts';
import { repairOpenCount } from './open-count.ts';
import { wordsOf } from './search-words.ts';

const everyMs = 3_600_000;
/** Of one transaction. */
const batchSize = 100;

/** Job: mends, and asks for the next run. */
export async function watchListings(): Promise<JobResult> {
  const off = await repairOpenCount();
  if (off !== 0)
    serviceContext.log.warn({ off }, 'the count of open listings was not right and is now');
  while ((await backfillWords()) > 0);
  return { again: new Date(now().getTime() + everyMs) };
}

/** Gives words to some of those that have none, by the index in which these stand first; answers how many. */
function backfillWords(): Promise<number> {
  return commit(async (tx) => {
    const filter = { status: 'OPEN', words: null } as const;
    const found = await listings.findMany(filter, { limit: batchSize, tx });
    for (const one of found) await listings.move(one, { ...one, words: wordsOf(one) }, tx);
    return found.length;
  });
}
