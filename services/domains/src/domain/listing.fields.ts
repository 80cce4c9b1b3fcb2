/** GraphQL resolvers of a listing's estimate and its owner's figure, which everyone can see. */

import type { Fields } from '../graphql.generated.ts';
import { domains } from './domain.model.ts';
import type { ListingReference } from './domain.ts';

const keys = ['appraisal', 'ownerValueCents'] as const;

/** Loaded once for all fields of the listing. */
function loadValue(listing: ListingReference): NonNullable<ListingReference['value']> {
  listing.value ??= readValue(listing.domainId);
  return listing.value;
}

async function readValue(domainId: string | undefined) {
  return domainId === undefined ? undefined : domains.findById(domainId, keys);
}

export const listingFields = {
  Listing: {
    __resolveReference: ({ id, domainId }) => ({ id, domainId }),
    estimatedValue: async (listing) => (await loadValue(listing))?.appraisal?.midCents,
    appraisal: async (listing) => (await loadValue(listing))?.appraisal,
    ownerValue: async (listing) => (await loadValue(listing))?.ownerValueCents,
  },
} satisfies Fields;
