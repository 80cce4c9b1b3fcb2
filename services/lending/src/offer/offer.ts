/** A lender's concrete terms on a listed domain: the one type of it, and who may do what with it when. */

import { DomainError } from '@nameloan/contracts/errors.ts';
import type { ContractKind } from '@nameloan/contracts/loan.ts';
import type { Listing } from '../listing/listing.ts';
import type { LoanTerms } from '../loan/terms.ts';

export const offerStatuses = ['PENDING', 'ACCEPTED', 'RESCINDED', 'DENIED', 'EXPIRED'] as const;
export type OfferStatus = (typeof offerStatuses)[number];

export interface Offer extends LoanTerms {
  id: string;
  version: number;
  /** As last written; what is shown also depends on the clock, see effectiveStatus. */
  status: OfferStatus;
  listingId: string;
  domainId: string;
  domainName: string;
  unicodeName: string;
  borrowerId: string;
  lenderId: string;
  /** The lender's contract kind at the time, frozen. */
  contract: ContractKind;
  /** As the listing has it, frozen; absent in offers from before it was kept. */
  transferFeeCents?: number | null;
  /** As the listing has it, frozen. */
  businessStatement?: string | null;
  message: string | null;
  createdAt: Date;
  /** It stands until here. */
  expiresAt: Date;
  decidedAt: Date | null;
}

/** PENDING past its time is EXPIRED, whether or not anyone has written that down yet. */
export function effectiveStatus(offer: Offer, now: Date): OfferStatus {
  return offer.status === 'PENDING' && now >= offer.expiresAt ? 'EXPIRED' : offer.status;
}

/** What each party can answer, and what that makes of the offer. */
const answers = {
  ACCEPTED: { verb: 'accept', who: 'BORROWER' },
  DENIED: { verb: 'deny', who: 'BORROWER' },
  RESCINDED: { verb: 'rescind', who: 'LENDER' },
} as const;
export type OfferAnswer = keyof typeof answers;

/**
 * The offer answered by `accountId`. NOT_FOUND for who is no party, FORBIDDEN for the other party,
 * CONFLICT naming the present status when it is no longer pending.
 */
export function answerOffer(offer: Offer, answer: OfferAnswer, by: OfferActor): Offer {
  const refused = findAnswerError(offer, answer, by);
  if (refused !== null) throw refused;
  return { ...offer, status: answer, decidedAt: by.now };
}

interface OfferActor {
  accountId: string;
  now: Date;
}

/** Null where the answer is possible; what is offered to people and what is refused are this one rule. */
function findAnswerError(
  offer: Offer,
  answer: OfferAnswer,
  { accountId, now }: OfferActor,
): DomainError | null {
  if (!isParty(offer, accountId)) return noSuchOfferError();
  const { verb, who } = answers[answer];
  if (accountId !== (who === 'BORROWER' ? offer.borrowerId : offer.lenderId)) {
    const person = who === 'BORROWER' ? 'borrower' : 'lender';
    return new DomainError('FORBIDDEN', `Only the ${person} can ${verb} this offer.`);
  }
  const status = effectiveStatus(offer, now);
  if (status !== 'PENDING') {
    return new DomainError('CONFLICT', `This offer is ${status}; ${verb} is not possible now.`, {
      reason: 'STATUS',
    });
  }
  return null;
}

export type OfferAction = Uppercase<(typeof answers)[OfferAnswer]['verb']>;

/** What this account can do with an offer now. */
export function offerActions(offer: Offer, by: OfferActor): OfferAction[] {
  return (Object.keys(answers) as OfferAnswer[]).flatMap((answer) =>
    findAnswerError(offer, answer, by) === null
      ? [answers[answer].verb.toUpperCase() as OfferAction]
      : [],
  );
}

export function isParty(offer: Offer, accountId: string): boolean {
  return accountId === offer.borrowerId || accountId === offer.lenderId;
}

/** Who neither made nor received an offer is told that there is none. */
export function assertParty(offer: Offer, accountId: string): void {
  if (!isParty(offer, accountId)) throw noSuchOfferError();
}

export function noSuchOfferError(): DomainError {
  return new DomainError('NOT_FOUND', 'There is no such offer.');
}

/** Why this account cannot make an offer on a listing now; null where it can. `own`: its newest offer on it. */
export function findOfferError(
  listing: Listing | undefined,
  { accountId, now, own }: OfferActor & { own: Offer | undefined },
): DomainError | null {
  if (listing?.status !== 'OPEN') {
    return new DomainError('NOT_FOUND', 'There is no open listing for this domain.');
  }
  if (listing.borrowerId === accountId) {
    return new DomainError('FORBIDDEN', 'This is your own listing; offers come from others.');
  }
  return own && effectiveStatus(own, now) === 'PENDING' ? alreadyPendingError() : null;
}

export type ListingAction = 'OFFER' | 'CLOSE';

/** What this account can do with a listing now. */
export function listingActions(
  listing: Listing,
  by: OfferActor & { own: Offer | undefined },
): ListingAction[] {
  if (listing.borrowerId === by.accountId) return listing.status === 'OPEN' ? ['CLOSE'] : [];
  return findOfferError(listing, by) === null ? ['OFFER'] : [];
}

/** CONFLICT for a second offer beside a pending one. */
export function alreadyPendingError(): DomainError {
  const sentence =
    'You have a pending offer on this listing already; rescind it before you make another.';
  return new DomainError('CONFLICT', sentence, { reason: 'OFFER_PENDING' });
}

/** What an event says about an offer. */
export function offerDetails(offer: Offer) {
  const { id, listingId, domainId, domainName, borrowerId, lenderId } = offer;
  const { amountCents, termDays, rateBps } = offer;
  return {
    offerId: id,
    listingId,
    domainId,
    domainName,
    borrowerId,
    lenderId,
    amountCents,
    termDays,
    rateBps,
  };
}
