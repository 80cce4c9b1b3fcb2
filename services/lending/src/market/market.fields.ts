/** What needs listings and offers at once, and what lending adds to domains: field → use case. */

import type { Context } from '@nameloan/service/graphql/context.ts';
import { load, signedIn } from '@nameloan/service/graphql/context.ts';
import type { DomainReference } from '../collateral/collateral.ts';
import type { Fields } from '../graphql.generated.ts';
import { openListingsOf } from '../listing/read-listings.ts';
import { acceptOffer } from './accept-offer.ts';
import { closeListing } from './close-listing.ts';
import { countOffers } from './count-offers.ts';

const listingOf = ({ id }: DomainReference, context: Context) =>
  load(context, { name: 'open listing', id }, openListingsOf);

export const marketFields = {
  Mutation: {
    closeListing: (_, { id }, context) => closeListing(signedIn(context), id),
    acceptOffer: (_, { id }, context) => acceptOffer(signedIn(context), id),
  },
  Domain: {
    listed: async (domain, _, context) => (await listingOf(domain, context)) !== undefined,
    offers: ({ id }, _, context) =>
      load(context, { name: 'offers', id }, (ids) => countOffers(context.actor, ids)),
    listing: (domain, _, context) => listingOf(domain, context),
  },
} satisfies Fields;
