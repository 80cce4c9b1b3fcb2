/**
 * Backfill at each start: adds the transfer fee and the maximum registration period to old open listings, and the fee and
 * the expiry job to their offers.
 */

import { listings } from '../listing/listing.model.ts';
import { offers } from '../offer/offer.model.ts';
import { commit, request } from '../service-context.ts';

const incomplete = { transferFeeCents: { $exists: false } } as const;

export async function completeMarket(): Promise<void> {
  const incompleteOpen = { status: 'OPEN', ...incomplete } as const;
  for (const { id, domainId, borrowerId } of await listings.findProjected(incompleteOpen, [
    'domainId',
    'borrowerId',
  ])) {
    const domain = await request('domains.listing-eligibility', {
      domainId,
      accountId: borrowerId,
    });
    const { transferFeeCents, maxYears } = domain;
    await commit(async (tx) => {
      const listing = await listings.get(id, tx);
      await listings.update(listing, { ...listing, transferFeeCents, maxYears }, tx);
      const pendingFilter = { listingId: id, status: 'PENDING', ...incomplete } as const;
      for (const offer of await offers.findMany(pendingFilter, { tx })) {
        await offers.update(offer, { ...offer, transferFeeCents }, tx);
        await tx.schedule({ kind: 'expire-offer', key: offer.id, at: offer.expiresAt });
      }
    });
  }
}
