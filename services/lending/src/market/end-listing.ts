/** Closes a listing and denies its pending offers, within the caller's transaction. */

import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { clearCountCache } from '../listing/count-listings.ts';
import type { CloseReason, Listing } from '../listing/listing.model.ts';
import { listings } from '../listing/listing.model.ts';
import { adjustOpenCount } from '../listing/open-count.ts';
import { offers } from '../offer/offer.model.ts';
import { buildOfferDetails, computeEffectiveStatus } from '../offer/offer.ts';
import { publishOfferSignal } from '../offer/publish-offer-signal.ts';

/** Returns the closed listing. `acceptedOfferId` is the one offer that is not denied. */
export async function endListing(
  listing: Listing,
  end: { reason: CloseReason; acceptedOfferId?: string },
  tx: Tx,
): Promise<Listing> {
  const at = now();
  const closed = { status: 'CLOSED', closedAt: at, closeReason: end.reason } as const;
  const after = await listings.update(listing, { ...listing, ...closed }, tx);
  const { id, domainId, borrowerId, domainName } = after;
  tx.emit('lending.listing.closed', after, {
    listingId: id,
    domainId,
    borrowerId,
    domainName,
    reason: end.reason,
  });
  const reason = end.reason === 'ACCEPTED' ? 'OTHER_ACCEPTED' : 'LISTING_CLOSED';
  for (const offer of await offers.findMany({ listingId: id, status: 'PENDING' }, { tx })) {
    const isPending =
      offer.id !== end.acceptedOfferId && computeEffectiveStatus(offer, at) === 'PENDING';
    if (!isPending) continue;
    const deniedOffer = await offers.update(
      offer,
      { ...offer, status: 'DENIED', decidedAt: at },
      tx,
    );
    publishOfferSignal(deniedOffer, tx);
    tx.emit('lending.offer.denied', deniedOffer, { ...buildOfferDetails(deniedOffer), reason });
  }
  await adjustOpenCount(id, -1, tx);
  tx.afterCommit(clearCountCache);
  return after;
}
