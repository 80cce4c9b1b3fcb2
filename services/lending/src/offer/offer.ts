/** A lender's concrete terms on a listed domain: the one type of it, and who may do what with it when. */

import { DomainError } from '@nameloan/contracts/errors.ts';
import type { ContractKind, LoanTerms } from '../loan/terms.ts';

export type OfferStatus = 'PENDING' | 'ACCEPTED' | 'RESCINDED' | 'DENIED' | 'EXPIRED';

export interface Offer extends LoanTerms {
  id: string;
  version: number;
  /** As last written; what is shown also depends on the clock, see shownStatus. */
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
  message: string | null;
  createdAt: Date;
  /** It stands until here. */
  expiresAt: Date;
  decidedAt: Date | null;
}

/** PENDING past its time is EXPIRED, whether or not anyone has written that down yet. */
export function shownStatus(offer: Offer, now: Date): OfferStatus {
  return offer.status === 'PENDING' && now >= offer.expiresAt ? 'EXPIRED' : offer.status;
}

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
export function answerOffer(
  offer: Offer,
  answer: OfferAnswer,
  { accountId, now }: { accountId: string; now: Date },
): Offer {
  refuseStranger(offer, accountId);
  const { verb, who } = answers[answer];
  if (accountId !== (who === 'BORROWER' ? offer.borrowerId : offer.lenderId)) {
    const person = who === 'BORROWER' ? 'borrower' : 'lender';
    throw new DomainError('FORBIDDEN', `Only the ${person} can ${verb} this offer.`);
  }
  const status = shownStatus(offer, now);
  if (status !== 'PENDING') {
    throw new DomainError('CONFLICT', `This offer is ${status}; ${verb} is not possible now.`, {
      reason: 'STATUS',
    });
  }
  return { ...offer, status: answer, decidedAt: now };
}

/** Who neither made nor received an offer is told that there is none. */
export function refuseStranger(offer: Offer, accountId: string): void {
  if (accountId === offer.borrowerId || accountId === offer.lenderId) return;
  throw new DomainError('NOT_FOUND', 'There is no such offer.');
}

/** What an event says about an offer. */
export function offerFacts(offer: Offer) {
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
