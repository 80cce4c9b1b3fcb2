/** Makes an offer on an open listing; it freezes the lender's kind of contract. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { addDays } from '@nameloan/loan-math/calendar-day';
import { newLoanAccrual } from '@nameloan/loan-math/loan-costs';
import { isDuplicate } from '@nameloan/persistence/store';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { settings } from '../config.ts';
import { assertCountryReadable, checkCountries } from '../country/check-country.ts';
import type { Listing } from '../listing/listing.model.ts';
import { listings } from '../listing/listing.model.ts';
import type { TermsInput } from '../listing/read-terms.ts';
import { findTermArgument, readTerms } from '../listing/read-terms.ts';
import { assertTermWithinRegistration } from '../listing/registration-bound.ts';
import type { LoanTerms } from '../loan/terms.ts';
import { parties } from '../party/party.model.ts';
import type { Party } from '../party/party.ts';
import { waitForParty } from '../party/read-party.ts';
import { commit, quotas } from '../service-context.ts';
import { validateText } from '../text.ts';
import { writeExpired } from './expire-offer.ts';
import { offers } from './offer.model.ts';
import type { Offer } from './offer.ts';
import { buildOfferDetails, createAlreadyPendingError, findOfferError } from './offer.ts';
import { publishOfferSignal } from './publish-offer-signal.ts';

const argumentNames = { amountCents: 'amount', termDays: 'term', rateBps: 'rate' } as const;

export interface OfferInput extends TermsInput {
  domainId: string;
  message: string | null;
}

interface OfferDraft extends LoanTerms, Pick<OfferInput, 'domainId' | 'message'> {}

/**
 * Throws NOT_FOUND without an open listing, FORBIDDEN on the caller's own listing, CONFLICT if the caller already has a
 * pending offer on it, INVALID_INPUT for terms and message, TOO_MANY_REQUESTS.
 */
export async function makeOffer(actor: AccountActor, input: OfferInput): Promise<Offer> {
  const message = input.message?.trim() || null;
  const messageError = message === null ? null : validateText(message);
  const others: Record<string, string> = messageError === null ? {} : { message: messageError };
  const terms = readTerms(input, { names: argumentNames, others });
  const { domainId } = input;
  const lender = await waitForParty(actor.accountId);
  try {
    return await commit((tx) => addOffer({ ...terms, domainId, message }, lender, tx));
  } catch (error) {
    if (isDuplicate(error, 'lenderId')) throw createAlreadyPendingError();
    throw error;
  }
}

async function addOffer(input: OfferDraft, lender: Party, tx: Tx): Promise<Offer> {
  const listing = await listings.findOne({ domainId: input.domainId, status: 'OPEN' }, tx);
  const pendingFilter = {
    listingId: listing?.id ?? '',
    lenderId: lender.id,
    status: 'PENDING',
  } as const;
  const own = await offers.findOne(pendingFilter, tx);
  const error = findOfferError(listing, { accountId: lender.id, now: now(), own });
  if (error !== null || !listing) throw error;
  const { suffix, maxYears = null } = listing;
  const { termDays } = input;
  assertTermWithinRegistration(
    { suffix, maxYears, termDays },
    findTermArgument(input, argumentNames),
  );
  const { transferFeeCents, businessStatement } = listing;
  await assertCountryReadable(lender.legalAddress);
  const borrower = await parties.find(listing.borrowerId, tx);
  const loan = { ...input, transferFeeCents, businessStatement, accrual: newLoanAccrual };
  await checkCountries(loan, 'OFFER', {
    BORROWER: borrower?.legalAddress ?? null,
    LENDER: lender.legalAddress,
  });
  // An expired offer that is still stored as pending is stored as expired first.
  if (own) await writeExpired(own, tx);
  await listings.update(listing, { ...listing, offersMade: listing.offersMade + 1 }, tx);
  await quotas.take('offersOnListing', `${lender.id} ${listing.id}`, tx);
  await quotas.take('offers', lender.id, tx);
  const offer = await offers.add(newOffer(input, { listing, lender }), tx);
  await tx.schedule({ kind: 'expire-offer', key: offer.id, at: offer.expiresAt });
  const expiresAt = offer.expiresAt.toISOString();
  publishOfferSignal(offer, tx);
  tx.emit('lending.offer.made', offer, { ...buildOfferDetails(offer), expiresAt });
  return offer;
}

function newOffer(
  { amountCents, termDays, rateBps, plan = null, message }: OfferDraft,
  { listing, lender }: { listing: Listing; lender: Party },
): Offer {
  const createdAt = now();
  return {
    id: newId(),
    version: 1,
    status: 'PENDING',
    listingId: listing.id,
    domainId: listing.domainId,
    domainName: listing.domainName,
    unicodeName: listing.unicodeName,
    borrowerId: listing.borrowerId,
    lenderId: lender.id,
    amountCents,
    termDays,
    rateBps,
    plan,
    accrual: newLoanAccrual,
    contract: lender.defaultContract,
    transferFeeCents: listing.transferFeeCents ?? null,
    businessStatement: listing.businessStatement ?? null,
    refinances: listing.refinances ?? null,
    message,
    createdAt,
    expiresAt: addDays(createdAt, settings.value.OFFER_DAYS),
    decidedAt: null,
  };
}
