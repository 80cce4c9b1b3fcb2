/** Offers for people: field → use case. */

import { now } from '@nameloan/service/clock.ts';
import type { Context } from '@nameloan/service/graphql/context.ts';
import { load, signedIn } from '@nameloan/service/graphql/context.ts';
import { discloseOf } from '../loan/show-disclosure.ts';
import type { PageRequest } from '../page.ts';
import { denyOffer } from './deny-offer.ts';
import { makeOffer } from './make-offer.ts';
import type { Offer } from './offer.ts';
import { shownStatus } from './offer.ts';
import { listOffers, readOffer, readTrackRecords } from './read-offers.ts';
import { rescindOffer } from './rescind-offer.ts';

interface MakeArguments {
  domainId: string;
  amount: number;
  term: number;
  apy: number;
  message?: string | null;
}
type ById = { id: string };

export const offerFields = {
  Query: {
    receivedOffers: (_: unknown, request: PageRequest, context: Context) =>
      listOffers(signedIn(context), 'borrowerId', request),
    sentOffers: (_: unknown, request: PageRequest, context: Context) =>
      listOffers(signedIn(context), 'lenderId', request),
    offer: (_: unknown, { id }: ById, context: Context) => readOffer(signedIn(context), id),
  },
  Mutation: {
    makeOffer: (_: unknown, given: MakeArguments, context: Context) =>
      makeOffer(signedIn(context), {
        domainId: given.domainId,
        amountCents: given.amount,
        termDays: given.term,
        rateBps: given.apy,
        message: given.message ?? null,
      }),
    denyOffer: (_: unknown, { id }: ById, context: Context) => denyOffer(signedIn(context), id),
    rescindOffer: (_: unknown, { id }: ById, context: Context) =>
      rescindOffer(signedIn(context), id),
  },
  Offer: {
    __resolveReference: ({ id }: ById, context: Context) => readOffer(signedIn(context), id),
    domain: ({ domainId }: Offer) => ({ id: domainId }),
    amount: ({ amountCents }: Offer) => amountCents,
    term: ({ termDays }: Offer) => termDays,
    apy: ({ rateBps }: Offer) => rateBps,
    status: (offer: Offer) => shownStatus(offer, now()),
    disclosure: (offer: Offer) => discloseOf(offer),
    lenderTrackRecord: (offer: Offer, _: unknown, context: Context) =>
      offer.borrowerId === signedIn(context).accountId
        ? load(context, { name: 'track record', id: offer.lenderId }, readTrackRecords)
        : null,
  },
};
