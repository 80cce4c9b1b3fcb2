/** Accepts an offer: one transaction turns it into a loan; everything else follows from its events. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { assertValid } from '@nameloan/contracts/field-errors';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { isLongerThan } from '@nameloan/runtime/text-length';
import { checkCountries } from '../country/check-country.ts';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { newEscrow } from '../escrow/escrow.ts';
import { addLoan, applyTransition } from '../escrow/transition/apply-transition.ts';
import { systemActor } from '../escrow/transition/decide-transition.ts';
import { listings } from '../listing/listing.model.ts';
import { readAccrual } from '../loan/accrual.ts';
import { newReplacing } from '../loan/refinance/refinance.ts';
import { addMessage, openChat } from '../message/add-message.ts';
import { offers } from '../offer/offer.model.ts';
import type { Offer } from '../offer/offer.ts';
import { answerOffer, assertParty, buildOfferDetails } from '../offer/offer.ts';
import { publishOfferSignal } from '../offer/publish-offer-signal.ts';
import { waitForParty } from '../party/read-party.ts';
import { commit } from '../service-context.ts';
import { validateText } from '../text.ts';
import { assertRegisteredBeyond, computeLatestDueDate } from './check-registration.ts';
import { endListing } from './end-listing.ts';

export interface AcceptInput {
  /** The offer's id. */
  id: string;
  /** The borrower's statement about claims of others; absent: none is known. */
  knownClaims?: string | null;
}

const maxClaimsLength = 1000;

/** Null: none is known. */
function readKnownClaims(claims: string | null | undefined): string | null {
  const text = claims?.trim() ?? '';
  if (text === '') return null;
  const error = isLongerThan(text, maxClaimsLength)
    ? 'Known claims: at most 1,000 characters.'
    : validateText(text);
  assertValid({ knownClaims: error ?? undefined });
  return text;
}

/**
 * INVALID_INPUT for a text that is too long. Throws NOT_FOUND, FORBIDDEN or CONFLICT like answerOffer; for a refinancing
 * also REGISTRATION_TOO_SHORT, and UNAVAILABLE while domains does not answer. Concurrent acceptances conflict on the
 * listing: one wins, the others find their offer denied.
 */
export async function acceptOffer(
  { accountId }: AccountActor,
  { id: offerId, knownClaims: claims }: AcceptInput,
): Promise<Escrow> {
  const knownClaims = readKnownClaims(claims);
  const snapshot = await offers.get(offerId);
  assertParty(snapshot, accountId);
  const [borrower, lender] = await Promise.all([
    waitForParty(snapshot.borrowerId),
    waitForParty(snapshot.lenderId),
  ]);
  const names = { borrowerName: borrower.name, lenderName: lender.name };
  await assertRegisteredBeyond(snapshot);
  return commit(async (tx) => {
    const offer = await offers.get(offerId, tx);
    const at = now();
    const answered = answerOffer(offer, 'ACCEPTED', { accountId, now: at });
    const listing = await listings.get(offer.listingId, tx);
    if (listing.status !== 'OPEN') {
      throw new DomainError('CONFLICT', 'The listing of this offer is closed.', {
        reason: 'LISTING_CLOSED',
      });
    }
    await checkCountries({ ...offer, accrual: readAccrual(offer) }, 'ACCEPT', {
      BORROWER: borrower.legalAddress,
      LENDER: lender.legalAddress,
    });
    const accepted = await offers.update(offer, answered, tx);
    publishOfferSignal(accepted, tx);
    await endListing(listing, { reason: 'ACCEPTED', acceptedOfferId: offer.id }, tx);
    const old = listing.refinances ? await escrows.get(listing.refinances, tx) : null;
    const escrow = await openEscrow(accepted, { names, knownClaims, at, old }, tx);
    // Throws CONFLICT if the loan cannot be refinanced any more; a concurrent acceptance conflicts on it.
    if (old) await startRefinance(old, escrow.id, tx);
    return escrow;
  });
}

interface Acceptance extends Pick<Escrow, 'knownClaims'> {
  names: { borrowerName: string; lenderName: string };
  at: Date;
  /** The loan that the new one replaces. */
  old: Escrow | null;
}

async function startRefinance(old: Escrow, newEscrowId: string, tx: Tx): Promise<void> {
  const input = { transition: 'START_REFINANCE', newEscrowId } as const;
  await applyTransition(old, { input, by: systemActor }, tx);
}

async function openEscrow(
  offer: Offer,
  { names, knownClaims, at, old }: Acceptance,
  tx: Tx,
): Promise<Escrow> {
  const { id: offerId, listingId, domainId, domainName, unicodeName, borrowerId, lenderId } = offer;
  const { amountCents, termDays, rateBps, contract } = offer;
  const { transferFeeCents = null, businessStatement = null } = offer;
  const escrow = newEscrow(
    {
      ...{ offerId, listingId, domainId, domainName, unicodeName, borrowerId, lenderId },
      ...{ amountCents, termDays, rateBps, contract, transferFeeCents, businessStatement },
      accrual: readAccrual(offer),
      plan: offer.plan ?? null,
      knownClaims: knownClaims ?? null,
      ...names,
      ...(old ? { replacing: newReplacing(old) } : {}),
    },
    newId(),
    at,
  );
  await addLoan(escrow, tx);
  const { message, createdAt } = offer;
  await openChat(escrow.id, createdAt, tx);
  if (message !== null) {
    const sender = { senderId: lenderId, name: names.lenderName };
    await addMessage({ escrowId: escrow.id, ...sender, message, createdAt }, tx);
  }
  // The loan is the aggregate, so that this event is published before all later events of the loan.
  tx.emit('lending.offer.accepted', escrow, {
    ...buildOfferDetails(offer),
    escrowId: escrow.id,
    dueBy: computeLatestDueDate(at, escrow).toISOString(),
    replacesId: old?.id ?? null,
  });
  return escrow;
}
