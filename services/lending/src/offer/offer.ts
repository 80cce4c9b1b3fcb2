/** The record of an offer, a lender's terms on a listing, and the rules for its actions. */

import { DomainError } from '@nameloan/contracts/errors';
import type { ContractKind } from '@nameloan/contracts/loan';
import type { Listing } from '../listing/listing.model.ts';
import type { StoredAccrual } from '../loan/accrual.ts';
import { readPlan } from '../loan/plan/plan.ts';
import type { LoanTerms } from '../loan/terms.ts';

export const offerStatuses = ['PENDING', 'ACCEPTED', 'RESCINDED', 'DENIED', 'EXPIRED'] as const;
export type OfferStatus = (typeof offerStatuses)[number];

export interface Offer extends LoanTerms, StoredAccrual {
  id: string;
  version: number;
  /** As last stored; computeEffectiveStatus also considers the expiry. */
  status: OfferStatus;
  listingId: string;
  domainId: string;
  domainName: string;
  unicodeName: string;
  borrowerId: string;
  lenderId: string;
  /** The lender's kind of contract at the time of the offer. */
  contract: ContractKind;
  /** Copied from the listing; absent in old records. */
  transferFeeCents?: number | null;
  /** Copied from the listing. */
  businessStatement?: string | null;
  /** The running loan that its loan repays, copied from the listing; absent in all others. */
  refinances?: string | null;
  message: string | null;
  createdAt: Date;
  expiresAt: Date;
  decidedAt: Date | null;
}

/** A pending offer past its expiry is EXPIRED, even before the job stores it. */
export function computeEffectiveStatus(offer: Offer, now: Date): OfferStatus {
  return offer.status === 'PENDING' && now >= offer.expiresAt ? 'EXPIRED' : offer.status;
}

/** The possible answers to an offer: the resulting status, the verb for errors and the role. */
const answerRules = {
  ACCEPTED: { verb: 'accept', role: 'BORROWER' },
  DENIED: { verb: 'deny', role: 'BORROWER' },
  RESCINDED: { verb: 'rescind', role: 'LENDER' },
} as const;
export type OfferAnswer = keyof typeof answerRules;

/**
 * Returns the answered offer. Throws NOT_FOUND for an outsider, FORBIDDEN for the other party, CONFLICT with the current
 * status when the offer is no longer pending.
 */
export function answerOffer(offer: Offer, answer: OfferAnswer, by: OfferActor): Offer {
  const rejected = findAnswerError(offer, answer, by);
  if (rejected !== null) throw rejected;
  return { ...offer, status: answer, decidedAt: by.now };
}

interface OfferActor {
  accountId: string;
  now: Date;
}

/** Null when the answer is possible. The list of actions and the errors share this rule. */
function findAnswerError(
  offer: Offer,
  answer: OfferAnswer,
  { accountId, now }: OfferActor,
): DomainError | null {
  if (!isParty(offer, accountId)) return createNoSuchOfferError();
  const { verb, role } = answerRules[answer];
  if (accountId !== (role === 'BORROWER' ? offer.borrowerId : offer.lenderId)) {
    const roleName = role === 'BORROWER' ? 'borrower' : 'lender';
    return new DomainError('FORBIDDEN', `Only the ${roleName} can ${verb} this offer.`);
  }
  const status = computeEffectiveStatus(offer, now);
  if (status !== 'PENDING') {
    return new DomainError('CONFLICT', `This offer is ${status}; ${verb} is not possible now.`, {
      reason: 'STATUS',
    });
  }
  return null;
}

export type OfferAction = Uppercase<(typeof answerRules)[OfferAnswer]['verb']>;

export function listOfferActions(offer: Offer, by: OfferActor): OfferAction[] {
  return (Object.keys(answerRules) as OfferAnswer[]).flatMap((answer) =>
    findAnswerError(offer, answer, by) === null
      ? [answerRules[answer].verb.toUpperCase() as OfferAction]
      : [],
  );
}

export function isParty(offer: Offer, accountId: string): boolean {
  return accountId === offer.borrowerId || accountId === offer.lenderId;
}

/** Throws NOT_FOUND for an account that neither made nor received the offer. */
export function assertParty(offer: Offer, accountId: string): void {
  if (!isParty(offer, accountId)) throw createNoSuchOfferError();
}

export function createNoSuchOfferError(): DomainError {
  return new DomainError('NOT_FOUND', 'There is no such offer.');
}

/** Why this account cannot make an offer on a listing now; null when it can. `own` is its newest offer on it. */
export function findOfferError(
  listing: Listing | undefined,
  { accountId, now, own }: OfferActor & { own: Offer | undefined },
): DomainError | null {
  if (listing?.status !== 'OPEN') {
    return new DomainError('NOT_FOUND', 'There is no open listing for this domain.');
  }
  if (listing.borrowerId === accountId) {
    return new DomainError('FORBIDDEN', 'You cannot make an offer on your own listing.');
  }
  if (listing.oldLenderId === accountId) {
    const sentence =
      'This listing refinances your loan, so you cannot make an offer on it. Agree on other terms with the borrower instead.';
    return new DomainError('FORBIDDEN', sentence);
  }
  return own && computeEffectiveStatus(own, now) === 'PENDING' ? createAlreadyPendingError() : null;
}

export type ListingAction = 'OFFER' | 'CLOSE';

export function listListingActions(
  listing: Listing,
  by: OfferActor & { own: Offer | undefined },
): ListingAction[] {
  if (listing.borrowerId === by.accountId) return listing.status === 'OPEN' ? ['CLOSE'] : [];
  return findOfferError(listing, by) === null ? ['OFFER'] : [];
}

export function createAlreadyPendingError(): DomainError {
  const sentence =
    'You already have a pending offer on this listing; rescind it before you make another.';
  return new DomainError('CONFLICT', sentence, { reason: 'OFFER_PENDING' });
}

/** The event data of an offer. */
export function buildOfferDetails(offer: Offer) {
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
    paymentCount: readPlan(offer).instalments,
  };
}
