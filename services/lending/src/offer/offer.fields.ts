/** GraphQL resolvers for offers. */

import { now } from '@nameloan/runtime/clock';
import { load, loadProjected, signedIn } from '@nameloan/subgraph/graphql/context';
import { escrowProjection } from '../escrow/escrow.projection.ts';
import { findRole } from '../escrow/escrow.ts';
import { readLenderRecords } from '../escrow/read-track-records.ts';
import type { Fields } from '../graphql.generated.ts';
import { listings } from '../listing/listing.model.ts';
import { listingProjection } from '../listing/listing.projection.ts';
import { readAccrual } from '../loan/accrual.ts';
import { buildDisclosure } from '../loan/build-disclosure.ts';
import { planResolvers } from '../loan/plan/plan.fields.ts';
import { access } from '../service-context.ts';
import { denyOffer } from './deny-offer.ts';
import { makeOffer } from './make-offer.ts';
import { offerProjection } from './offer.projection.ts';
import type { Offer } from './offer.ts';
import { computeEffectiveStatus, listOfferActions } from './offer.ts';
import { listOffers, readLoansByOffer, readOffer } from './read-offers.ts';
import { rescindOffer } from './rescind-offer.ts';

export const offerFields = {
  Query: {
    receivedOffers: offerProjection.forSelection('offers', (_, request, { keys, ...context }) =>
      listOffers(signedIn(context), { as: 'borrowerId', keys }, request),
    ),
    sentOffers: offerProjection.forSelection('offers', (_, request, { keys, ...context }) =>
      listOffers(signedIn(context), { as: 'lenderId', keys }, request),
    ),
    offer: offerProjection.forSelection(null, (_, { id }, { keys, ...context }) =>
      readOffer(signedIn(context), id, keys),
    ),
  },
  Mutation: {
    makeOffer: async (_, args, context) =>
      makeOffer(await access.unrestricted(signedIn(context)), {
        domainId: args.domainId,
        amountCents: args.amount,
        termDays: args.term,
        rateBps: args.rate,
        plan: args.plan,
        message: args.message ?? null,
      }),
    denyOffer: (_, { id }, context) => denyOffer(signedIn(context), id),
    rescindOffer: (_, { id }, context) => rescindOffer(signedIn(context), id),
  },
  Offer: {
    __resolveReference: offerProjection.forReference(({ id }, { keys, ...context }) =>
      readOffer(signedIn(context), id, keys),
    ),
    listing: listingProjection.forSelection(null, ({ listingId }: Offer, _, { keys }) =>
      listings.findById(listingId, keys),
    ),
    // Both parties of an offer are parties of its loan, until a lender sells it.
    escrow: escrowProjection.forSelection(
      null,
      async ({ id, status }: Offer, _, { keys, ...context }) => {
        if (status !== 'ACCEPTED') return null;
        const name = 'loan of an offer';
        const escrow = await loadProjected(context, { name, id, keys }, readLoansByOffer);
        const { accountId } = signedIn(context);
        return escrow && findRole(escrow, accountId, false) !== 'OUTSIDER' ? escrow : null;
      },
    ),
    domain: ({ domainId }) => ({ id: domainId }),
    amount: ({ amountCents }) => amountCents,
    term: ({ termDays }) => termDays,
    rate: ({ rateBps }) => rateBps,
    ...planResolvers,
    status: (offer) => computeEffectiveStatus(offer, now()),
    actions: (offer, _, context) =>
      listOfferActions(offer, { accountId: signedIn(context).accountId, now: now() }),
    accrual: readAccrual,
    disclosure: (offer) => buildDisclosure({ ...offer, accrual: readAccrual(offer) }),
    lenderTrackRecord: (offer, _, context) =>
      offer.borrowerId === signedIn(context).accountId
        ? load(context, { name: 'lender’s record', id: offer.lenderId }, readLenderRecords)
        : null,
  },
} satisfies Fields;
