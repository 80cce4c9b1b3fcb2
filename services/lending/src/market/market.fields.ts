/** What needs listings and offers at once, and what lending adds to domains: field → use case. */

import type { Context } from '@nameloan/service/graphql/context.ts';
import { load, signedIn } from '@nameloan/service/graphql/context.ts';
import { openListingsOf } from '../listing/read-listings.ts';
import { acceptOffer } from './accept-offer.ts';
import { closeListing } from './close-listing.ts';
import { countOffers } from './count-offers.ts';

type Reference = { id: string };

const listingOf = ({ id }: Reference, context: Context) =>
  load(context, { name: 'open listing', id }, openListingsOf);

export const marketFields = {
  Mutation: {
    closeListing: (_: unknown, { id }: Reference, context: Context) =>
      closeListing(signedIn(context), id),
    acceptOffer: (_: unknown, { id }: Reference, context: Context) =>
      acceptOffer(signedIn(context), id),
  },
  Domain: {
    listed: async (domain: Reference, _: unknown, context: Context) =>
      (await listingOf(domain, context)) !== undefined,
    offers: ({ id }: Reference, _: unknown, context: Context) =>
      load(context, { name: 'offers', id }, (ids) => countOffers(context.actor, ids)),
    listing: (domain: Reference, _: unknown, context: Context) => listingOf(domain, context),
  },
};
