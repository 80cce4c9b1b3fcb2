/** Completes open listings from before fee and longest registration were kept, by what domains says: at each start. */

import { ask, commit } from '../kit.ts';
import { listings } from './listing.model.ts';

const incomplete = { status: 'OPEN', transferFeeCents: { $exists: false } } as const;

export async function completeListings(): Promise<void> {
  for (const { id, domainId, borrowerId: accountId } of await listings.pick(incomplete, [
    'domainId',
    'borrowerId',
  ])) {
    const domain = await ask('domains.standing', { domainId, accountId });
    const { transferFeeCents, longestYears } = domain;
    await commit(async (tx) => {
      const listing = await listings.get(id, tx);
      await listings.move(listing, { ...listing, transferFeeCents, longestYears }, tx);
    });
  }
}
