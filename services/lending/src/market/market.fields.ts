/** GraphQL resolvers that need listings and offers together, and lending's fields of domains. */

import type { Keys } from '@nameloan/persistence/reads';
import { now } from '@nameloan/runtime/clock';
import type { Context } from '@nameloan/subgraph/graphql/context';
import { load, loadProjected, signedIn } from '@nameloan/subgraph/graphql/context';
import type { DomainReference } from '../collateral/collateral.ts';
import type { Escrow } from '../escrow/escrow.ts';
import type { Fields } from '../graphql.generated.ts';
import type { Listing } from '../listing/listing.model.ts';
import { listingProjection } from '../listing/listing.projection.ts';
import { findOpenListing } from '../listing/read-listings.ts';
import { offers } from '../offer/offer.model.ts';
import { offerProjection } from '../offer/offer.projection.ts';
import type { Offer } from '../offer/offer.ts';
import { isParty, listListingActions } from '../offer/offer.ts';
import { findNewestOffers } from '../offer/read-offers.ts';
import { access } from '../service-context.ts';
import { acceptOffer } from './accept-offer.ts';
import { closeListing } from './close-listing.ts';
import { countOffers } from './count-offers.ts';

type OfferContext = Context & { keys: Keys<Offer> };
/** The record fields that the effective status depends on. */
const pendingKeys = ['status', 'expiresAt'] as const;

const readOpenListing = ({ id, listingProjection: keys }: DomainReference) =>
  findOpenListing(id, keys as Keys<Listing>);

/** Undefined for visitors. */
async function loadOwnOffer(
  { id }: Listing,
  { keys, ...context }: OfferContext,
): Promise<Offer | undefined> {
  const { actor } = context;
  if (actor.kind !== 'account') return undefined;
  const newest = (ids: readonly string[], projections: readonly Keys<Offer>[]) =>
    findNewestOffers(actor.accountId, ids, projections);
  return loadProjected(context, { name: 'own offer', id, keys }, newest);
}

export const marketFields = {
  Mutation: {
    closeListing: (_, { id }, context) => closeListing(signedIn(context), id),
    acceptOffer: async (_, input, context) =>
      acceptOffer(await access.unrestricted(signedIn(context)), input),
  },
  Listing: {
    myOffer: offerProjection.forSelection(null, (listing: Listing, _, context) =>
      loadOwnOffer(listing, context),
    ),
    actions: async (listing, _, context) => {
      if (context.actor.kind !== 'account') return [];
      const { accountId } = context.actor;
      // Owners have no offers on their own listings, and closed listings accept none.
      const takesOffer = listing.status === 'OPEN' && listing.borrowerId !== accountId;
      const own = takesOffer
        ? await loadOwnOffer(listing, { ...context, keys: pendingKeys })
        : undefined;
      return listListingActions(listing, { accountId, now: now(), own });
    },
  },
  Escrow: {
    offer: offerProjection.forSelection(
      null,
      async ({ offerId }: Escrow, _, { keys, ...context }) => {
        const offer = await offers.findById(offerId, keys);
        return offer && isParty(offer, signedIn(context).accountId) ? offer : null;
      },
    ),
  },
  Domain: {
    __resolveReference: listingProjection.forReference(
      ({ id, name }, { keys }) => ({ id, name, listingProjection: keys }),
      'listing',
    ),
    listed: async (domain) => (await readOpenListing(domain)) !== undefined,
    offers: ({ id }, _, context) =>
      load(context, { name: 'offers', id }, (ids) => countOffers(context.actor, ids)),
    listing: readOpenListing,
  },
} satisfies Fields;
