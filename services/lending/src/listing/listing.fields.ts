/** Listings for people: field → use case. */

import type { Context } from '@nameloan/service/graphql/context.ts';
import { load, signedIn } from '@nameloan/service/graphql/context.ts';
import type { Disclosure } from '../loan/disclosure.ts';
import { discloseOf } from '../loan/show-disclosure.ts';
import type { Listing } from './listing.ts';
import { openListing } from './open-listing.ts';
import type { ListingRequest } from './read-listings.ts';
import { listListings, readListing, readListings } from './read-listings.ts';

interface OpenArguments {
  domainId: string;
  desiredAmount: number;
  desiredTerm: number;
  desiredApy: number;
}

export const listingFields = {
  Query: {
    listings: (_: unknown, request: ListingRequest) => listListings(request),
    listing: (_: unknown, { id }: { id: string }) => readListing(id),
  },
  Mutation: {
    openListing: (_: unknown, given: OpenArguments, context: Context) =>
      openListing(signedIn(context), given.domainId, {
        amountCents: given.desiredAmount,
        termDays: given.desiredTerm,
        rateBps: given.desiredApy,
      }),
  },
  Listing: {
    __resolveReference: ({ id }: { id: string }, context: Context) =>
      load(context, { name: 'listing', id }, readListings),
    domain: ({ domainId }: Listing) => ({ id: domainId }),
    desiredAmount: ({ amountCents }: Listing) => amountCents,
    desiredTerm: ({ termDays }: Listing) => termDays,
    desiredApy: ({ rateBps }: Listing) => rateBps,
    disclosure: (listing: Listing) => discloseOf(listing),
    open: ({ status }: Listing) => status === 'OPEN',
  },
  Disclosure: {
    receives: ({ receivesCents }: Disclosure) => receivesCents,
    repays: ({ repaysCents }: Disclosure) => repaysCents,
    interest: ({ interestCents }: Disclosure) => interestCents,
  },
};
