/** What domains adds to a listing, for everyone: the estimate of its domain. */

import type { Context } from '@nameloan/service/graphql/context.ts';
import type { Fields } from '../graphql.generated.ts';
import type { Appraisal, ListingReference } from './domain.ts';
import { findDomain } from './read-domains.ts';

async function appraisalOf(
  { domainId }: ListingReference,
  context: Context,
): Promise<Appraisal | null | undefined> {
  return domainId ? (await findDomain(context, domainId))?.appraisal : null;
}

export const listingFields = {
  Listing: {
    __resolveReference: (reference) => reference,
    estimatedValue: async (listing, _, context) => (await appraisalOf(listing, context))?.midCents,
    appraisal: (listing, _, context) => appraisalOf(listing, context),
  },
} satisfies Fields;
