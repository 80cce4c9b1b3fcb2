/** Closes a listing on request of its owner; for everyone else it does not exist. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import type { Tx } from '@nameloan/persistence/tx';
import type { Listing } from '../listing/listing.model.ts';
import { listings } from '../listing/listing.model.ts';
import { commit } from '../service-context.ts';
import { endListing } from './end-listing.ts';

/** `id` is the id of the listing or of its domain. Pending offers are denied. */
export function closeListing(actor: AccountActor, id: string): Promise<Listing> {
  return commit(async (tx) => {
    const listing = await findListing(id, tx);
    if (listing?.borrowerId !== actor.accountId) {
      throw new DomainError('NOT_FOUND', 'There is no such listing.');
    }
    if (listing.status !== 'OPEN') {
      throw new DomainError('CONFLICT', 'This listing is already closed.', {
        reason: 'LISTING_CLOSED',
      });
    }
    return endListing(listing, { reason: 'REMOVED' }, tx);
  });
}

async function findListing(id: string, tx: Tx): Promise<Listing | undefined> {
  return (await listings.find(id, tx)) ?? listings.findOne({ domainId: id, status: 'OPEN' }, tx);
}
