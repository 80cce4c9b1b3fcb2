/** Keeps lending's copy of domains in sync with events and closes listings of domains that are no longer eligible. */

import type { Event } from '@nameloan/contracts/events';
import { platformAccountId } from '@nameloan/contracts/platform';
import type { Tx } from '@nameloan/persistence/tx';
import { collaterals } from '../collateral/collateral.model.ts';
import type { Collateral } from '../collateral/collateral.ts';
import {
  newCollateral,
  withAppraisal,
  withOwner,
  withPendingTransfer,
  withUnfit,
} from '../collateral/collateral.ts';
import type { CloseReason } from '../listing/listing.model.ts';
import { listings } from '../listing/listing.model.ts';
import { computeLtv } from '../listing/listing.ts';
import { toListedRegistration } from '../listing/registration/registration.ts';
import { endListing } from './end-listing.ts';

type DomainEvent = Event<
  | 'domains.domain.added'
  | 'domains.domain.verified'
  | 'domains.domain.proof-lost'
  | 'domains.domain.eligibility-lost'
  | 'domains.domain.legal-hold-changed'
  | 'domains.domain.removed'
  | 'domains.domain.transfer-out-waiting'
  | 'domains.domain.transfer-out-started'
  | 'domains.domain.transferred-out'
  | 'domains.domain.push-offered'
  | 'domains.domain.pushed'
  | 'domains.domain.custody-lost'
>;

/** Stores a new domain or its owner. */
export async function syncDomain({ data, aggregateVersion }: DomainEvent, tx: Tx): Promise<void> {
  await updateCollateral(data, tx, (stored) => withOwner(stored, data.accountId, aggregateVersion));
}

/** Handles an event after which a domain cannot be listed; a listing opened after the event stays open. */
export async function closeListingOnEvent(
  { data, aggregateVersion }: DomainEvent,
  reason: CloseReason,
  tx: Tx,
): Promise<void> {
  const { domainId, accountId } = data;
  await updateCollateral(data, tx, (stored) =>
    withUnfit(withOwner(stored, accountId, aggregateVersion), aggregateVersion),
  );
  await endOpenListing({ domainId, reason, version: aggregateVersion }, tx);
}

/** Handles the start or failure of a transfer into custody; its arrival is a transition of the loan. */
export async function syncTransfer(
  {
    data,
    aggregateVersion,
  }: Event<'domains.domain.transfer-started' | 'domains.domain.transfer-failed'>,
  isWaiting: boolean,
  tx: Tx,
): Promise<void> {
  await updateCollateral(data, tx, (stored) =>
    withPendingTransfer(stored, isWaiting, aggregateVersion),
  );
}

/** Handles the change of owner after a seizure. */
export async function syncNewOwner(
  { data, aggregateVersion }: Event<'domains.domain.owner-changed'>,
  tx: Tx,
): Promise<void> {
  const { domainId, toAccountId } = data;
  const ownerId = toAccountId ?? platformAccountId;
  await updateCollateral(data, tx, (stored) =>
    withUnfit(withOwner(stored, ownerId, aggregateVersion), aggregateVersion),
  );
  await endOpenListing({ domainId, reason: 'DOMAIN_GONE', version: aggregateVersion }, tx);
}

/** The newest appraisal wins; it also updates the value and the LTV of the open listing. */
export async function syncAppraisal(
  { data, aggregateVersion }: Event<'domains.domain.appraised'>,
  tx: Tx,
): Promise<void> {
  const { domainId, accountId, midCents } = data;
  const before = await collaterals.find(domainId, tx);
  if (before && !withAppraisal(before, midCents, aggregateVersion)) return;
  await updateCollateral(data, tx, (stored) => {
    const updated = withOwner(stored, accountId, aggregateVersion);
    return withAppraisal(updated, midCents, aggregateVersion) ?? updated;
  });
  const listing = await listings.findOne({ domainId, status: 'OPEN' }, tx);
  if (!listing) return;
  const ltvBps = computeLtv(listing.amountCents, midCents);
  await listings.update(listing, { ...listing, midCents, ltvBps }, tx);
}

/** The open listing is found by the newest registration; one that opens later has that of the reply. */
export async function syncRegistration(
  { data, aggregateVersion }: Event<'domains.domain.registration-reported'>,
  tx: Tx,
): Promise<void> {
  const listing = await listings.findOne({ domainId: data.domainId, status: 'OPEN' }, tx);
  if (!listing || (listing.registration?.version ?? 0) >= aggregateVersion) return;
  const registration = toListedRegistration(data.registration, aggregateVersion);
  await listings.update(listing, { ...listing, registration }, tx);
}

async function updateCollateral(
  { domainId, accountId }: { domainId: string; accountId: string },
  tx: Tx,
  update: (stored: Collateral) => Collateral,
): Promise<void> {
  const stored = await collaterals.find(domainId, tx);
  if (stored) await collaterals.update(stored, update(stored), tx);
  else await collaterals.add(update(newCollateral(domainId, accountId)), tx);
}

async function endOpenListing(
  { domainId, reason, version }: { domainId: string; reason: CloseReason; version: number },
  tx: Tx,
): Promise<void> {
  const listing = await listings.findOne({ domainId, status: 'OPEN' }, tx);
  if (listing && version > (listing.domainVersion ?? 0)) await endListing(listing, { reason }, tx);
}
