/** GraphQL resolvers of a listing's estimate and its owner's figure, which everyone can see. */

import { shownAppraisal } from '../appraisal/choose-appraiser.ts';
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

async function readAppraisal(listing: ListingReference) {
  const value = await loadValue(listing);
  return value && shownAppraisal(value);
}

export const listingFields = {
  Listing: {
    __resolveReference: ({ id, domainId }) => ({ id, domainId }),
    estimatedValue: async (listing) => (await readAppraisal(listing))?.midCents,
    appraisal: readAppraisal,
    ownerValue: async (listing) => (await loadValue(listing))?.ownerValueCents,
  },
} satisfies Fields;
