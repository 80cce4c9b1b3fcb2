/** What domains adds to a listing, for everyone: the estimate of its domain. */

import type { Fields } from '../graphql.generated.ts';
import { domains } from './domain.model.ts';
import type { Appraisal, ListingReference } from './domain.ts';

const appraised = ['appraisal'] as const;

async function appraisalOf({ domainId }: ListingReference): Promise<Appraisal | null | undefined> {
  return domainId ? (await domains.findById(domainId, appraised))?.appraisal : null;
}

export const listingFields = {
  Listing: {
    __resolveReference: (reference) => reference,
    estimatedValue: async (listing) => (await appraisalOf(listing))?.midCents,
    appraisal: appraisalOf,
  },
} satisfies Fields;
