/** Job that closes the listing of a loan that has ended, and denies its pending offers. */

import type { Job } from '@nameloan/persistence/jobs';
import { listings } from '../listing/listing.model.ts';
import { commit } from '../service-context.ts';
import { endListing } from './end-listing.ts';

/** Keyed by the listing. An acceptance at the same time fails, because the loan has ended. */
export async function closeRefinanceListing({ key }: Job): Promise<void> {
  await commit(async (tx) => {
    const listing = await listings.find(key, tx);
    if (listing?.status === 'OPEN') await endListing(listing, { reason: 'LOAN_ENDED' }, tx);
  });
}
