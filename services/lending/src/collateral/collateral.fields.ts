/** What lending adds to domains: field → use case. */

import type { Context } from '@nameloan/service/graphql/context.ts';
import { load } from '@nameloan/service/graphql/context.ts';
import { openListingsOf } from '../listing/read-listings.ts';
import { countOffers } from './read-market.ts';

type Reference = { id: string };

const listingOf = ({ id }: Reference, context: Context) =>
  load(context, { name: 'open listing', id }, openListingsOf);

export const collateralFields = {
  Domain: {
    listed: async (domain: Reference, _: unknown, context: Context) =>
      (await listingOf(domain, context)) !== undefined,
    offers: ({ id }: Reference, _: unknown, context: Context) =>
      load(context, { name: 'offers', id }, (ids) => countOffers(context.actor, ids)),
    listing: (domain: Reference, _: unknown, context: Context) => listingOf(domain, context),
  },
};
