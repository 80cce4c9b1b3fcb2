/** What people are told about listings and offers. */

import { momentInWords } from '@nameloan/contracts/days-in-words.ts';
import type { EventData } from '@nameloan/contracts/events.ts';
import { alertKeys } from './alert-keys.ts';
import type { NotificationDraft, TemplateTable } from './template.ts';
import { escrowPage, formatTerms, myDomains, offersReceived, offersSent } from './template.ts';

type Closed = EventData<'lending.listing.closed'>['reason'];
type Denied = EventData<'lending.offer.denied'>['reason'];

/** Null: the owner closed it in person, or accepted an offer. */
const closeReasons: Record<Closed, string | null> = {
  REMOVED: null,
  ACCEPTED: null,
  PROOF_LOST: 'the proof that the domain is yours was lost',
  DOMAIN_GONE: 'the domain is not in your list any more',
  TRANSFER_OUT: 'the domain is being transferred out',
};

const denialReasons: Record<Denied, string> = {
  DENIED: 'was denied by the owner',
  OTHER_ACCEPTED: 'was not taken: the owner accepted another offer',
  LISTING_CLOSED: 'has ended because the listing was closed',
};

/** Empty for a fact from before the end was told. */
const formatDeadline = (expiresAt: string | null) =>
  expiresAt === null ? '' : ` by ${momentInWords(expiresAt)}`;

type OfferDraft = Pick<NotificationDraft, 'to' | 'title' | 'body' | 'link' | 'alert'>;

function draftForOffer({ offerId }: { offerId: string }, told: OfferDraft): NotificationDraft {
  return { kind: 'OFFER', subject: { type: 'OFFER', id: offerId }, ...told };
}

export const offerTemplates = {
  'lending.listing.closed': ({ listingId, borrowerId, domainName, reason }) => {
    const because = closeReasons[reason];
    if (because === null) return [];
    return [
      {
        to: borrowerId,
        kind: 'OFFER',
        subject: { type: 'LISTING', id: listingId },
        title: `Your listing of ${domainName} was closed`,
        body: `Your listing of ${domainName} was closed because ${because}. Offers on it have ended.`,
        link: myDomains,
        alert: false,
      },
    ];
  },
  'lending.offer.made': (offer) => [
    draftForOffer(offer, {
      to: offer.borrowerId,
      title: `New offer on ${offer.domainName}`,
      body: `A lender offers ${formatTerms(offer)} against ${offer.domainName}. Please accept or deny it${formatDeadline(offer.expiresAt)}.`,
      link: offersReceived,
      alert: [alertKeys.offer(offer.offerId)],
    }),
  ],
  'lending.offer.accepted': (offer) => [
    draftForOffer(offer, {
      to: offer.lenderId,
      title: `Your offer on ${offer.domainName} was accepted`,
      body: `Your offer of ${formatTerms(offer)} against ${offer.domainName} was accepted. You will be told when the contract is ready to sign.`,
      link: escrowPage(offer.escrowId),
      alert: false,
    }),
  ],
  'lending.offer.denied': (offer) => [
    draftForOffer(offer, {
      to: offer.lenderId,
      title: `Your offer on ${offer.domainName} was not taken`,
      body: `Your offer of ${formatTerms(offer)} against ${offer.domainName} ${denialReasons[offer.reason]}.`,
      link: offersSent,
      alert: false,
    }),
  ],
  'lending.offer.rescinded': (offer) => [
    draftForOffer(offer, {
      to: offer.borrowerId,
      title: `An offer on ${offer.domainName} was withdrawn`,
      body: `The lender has withdrawn the offer of ${formatTerms(offer)} against ${offer.domainName}.`,
      link: offersReceived,
      alert: false,
    }),
  ],
  'lending.offer.expired': (offer) => [
    draftForOffer(offer, {
      to: offer.lenderId,
      title: `Your offer on ${offer.domainName} has expired`,
      body: `Your offer of ${formatTerms(offer)} against ${offer.domainName} was not answered in time and has expired.`,
      link: offersSent,
      alert: false,
    }),
    draftForOffer(offer, {
      to: offer.borrowerId,
      title: `An offer on ${offer.domainName} has expired`,
      body: `The offer of ${formatTerms(offer)} against ${offer.domainName} was not answered in time and has expired.`,
      link: offersReceived,
      alert: false,
    }),
  ],
} as const satisfies TemplateTable;
