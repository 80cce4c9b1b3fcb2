/** Templates of listing and offer events. */

import type { EventData } from '@nameloan/contracts/events';
import { formatDateTime } from '@nameloan/contracts/format-date';
import { alertKeys } from './alert-keys.ts';
import { domainRows, offerRows } from './mail/rows.ts';
import type { NotificationDraft, Settlement, TemplateTable } from './template.ts';
import { escrowPage, formatTerms, myDomains, offersReceived, offersSent } from './template.ts';

type Closed = EventData<'lending.listing.closed'>['reason'];
type Denied = EventData<'lending.offer.denied'>['reason'];

/** Null: the owner closed the listing or accepted an offer, or the event of the cause has a notification. */
const closeReasons: Record<Closed, string | null> = {
  REMOVED: null,
  ACCEPTED: null,
  PROOF_LOST: 'we could no longer verify that the domain is yours',
  DOMAIN_GONE: 'the domain is no longer in your list',
  TRANSFER_OUT: 'the domain is being transferred out',
  NOT_ELIGIBLE: null,
  LOAN_ENDED: 'the loan that it refinances has ended',
};

const denialReasons: Record<Denied, string> = {
  DENIED: 'was declined by the owner',
  OTHER_ACCEPTED: 'was declined: the owner accepted another offer',
  LISTING_CLOSED: 'ended because the listing was closed',
};

/** `expiresAt` is null in older events. */
const formatDeadline = (expiresAt: string | null) =>
  expiresAt === null ? 'Accept or deny it.' : `Answer by ${formatDateTime(expiresAt)}.`;

type OfferDraft = Pick<NotificationDraft, 'to' | 'title' | 'body' | 'link' | 'alert' | 'rows'>;
type Offer = Parameters<typeof offerRows>[0] & { offerId: string; listingId: string };

function draftForOffer(offer: Offer, draft: OfferDraft): NotificationDraft {
  const subject = { type: 'OFFER', id: offer.offerId } as const;
  const { listingId } = offer;
  return { kind: 'OFFER', subject, listingId, rows: offerRows(offer), ...draft };
}

function settleOffer({ offerId }: { offerId: string }): Settlement {
  return { settled: [alertKeys.offer(offerId)] };
}

export const offerTemplates = {
  'lending.listing.closed': {
    drafts: ({ listingId, borrowerId, domainName, reason }) => {
      const because = closeReasons[reason];
      if (because === null) return [];
      return [
        {
          to: borrowerId,
          kind: 'OFFER',
          subject: { type: 'LISTING', id: listingId },
          listingId,
          rows: domainRows({ name: domainName }),
          title: `Your listing of ${domainName} was closed`,
          body: `Your listing of ${domainName} was closed because ${because}. Its offers have ended.`,
          link: myDomains,
          alert: false,
        },
      ];
    },
  },
  'lending.offer.made': {
    drafts: (offer) => [
      draftForOffer(offer, {
        to: offer.borrowerId,
        title: `New offer on ${offer.domainName}`,
        body: `A lender offers ${formatTerms(offer)} against ${offer.domainName}. ${formatDeadline(offer.expiresAt)}`,
        link: offersReceived,
        rows: offerRows(offer, offer.expiresAt),
        alert: [alertKeys.offer(offer.offerId)],
      }),
    ],
  },
  'lending.offer.accepted': {
    drafts: (offer) => [
      draftForOffer(offer, {
        to: offer.lenderId,
        title: `Your offer on ${offer.domainName} was accepted`,
        body: `Your offer of ${formatTerms(offer)} against ${offer.domainName} was accepted. We’ll let you know when the contract is ready to sign.`,
        link: escrowPage(offer.escrowId),
        alert: false,
      }),
    ],
    settles: settleOffer,
  },
  'lending.offer.denied': {
    drafts: (offer) => [
      draftForOffer(offer, {
        to: offer.lenderId,
        title: `Your offer on ${offer.domainName} was declined`,
        body: `Your offer of ${formatTerms(offer)} against ${offer.domainName} ${denialReasons[offer.reason]}.`,
        link: offersSent,
        alert: false,
      }),
    ],
    settles: settleOffer,
  },
  'lending.offer.rescinded': {
    drafts: (offer) => [
      draftForOffer(offer, {
        to: offer.borrowerId,
        title: `An offer on ${offer.domainName} was withdrawn`,
        body: `The lender withdrew the offer of ${formatTerms(offer)} against ${offer.domainName}.`,
        link: offersReceived,
        alert: false,
      }),
    ],
    settles: settleOffer,
  },
  'lending.offer.expired': {
    drafts: (offer) => [
      draftForOffer(offer, {
        to: offer.lenderId,
        title: `Your offer on ${offer.domainName} expired`,
        body: `Your offer of ${formatTerms(offer)} against ${offer.domainName} expired without an answer.`,
        link: offersSent,
        alert: false,
      }),
      draftForOffer(offer, {
        to: offer.borrowerId,
        title: `An offer on ${offer.domainName} expired`,
        body: `The offer of ${formatTerms(offer)} against ${offer.domainName} expired without an answer.`,
        link: offersReceived,
        alert: false,
      }),
    ],
    settles: settleOffer,
  },
  'lending.listing.opened': { without: 'the user did it just now' },
} as const satisfies TemplateTable;
