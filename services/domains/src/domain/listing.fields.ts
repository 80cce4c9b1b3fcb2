/** GraphQL resolvers of a listing's estimate, which everyone can see. */

import type { Fields } from '../graphql.generated.ts';
import { domains } from './domain.model.ts';
import type { Appraisal, ListingReference } from './domain.ts';

const appraised = ['appraisal'] as const;

/** Loaded once for all fields of the listing. */
function appraisalOf(listing: ListingReference): Promise<Appraisal | null | undefined> {
  listing.appraisal ??= readAppraisal(listing.domainId);
  return listing.appraisal;
}

async function readAppraisal(domainId: string | undefined): Promise<Appraisal | null | undefined> {
  return domainId === undefined ? null : (await domains.findById(domainId, appraised))?.appraisal;
}

export const listingFields = {
  Listing: {
    __resolveReference: ({ id, domainId }) => ({ id, domainId }),
    estimatedValue: async (listing) => (await appraisalOf(listing))?.midCents,
    appraisal: appraisalOf,
  },
} satisfies Fields;
