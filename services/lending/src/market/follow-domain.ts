/** Keeps lending's copy of domains, and closes the listing of one that is no longer fit to be listed. */

import type { Event } from '@nameloan/contracts/events.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { collaterals } from '../collateral/collateral.model.ts';
import type { Collateral } from '../collateral/collateral.ts';
import { newCollateral } from '../collateral/collateral.ts';
import { listings } from '../listing/listing.model.ts';
import type { CloseReason } from '../listing/listing.ts';
import { endListing } from './end-listing.ts';

/** Owner of what the platform itself took. */
const platform = 'platform';

type DomainFact = Event<
  | 'domains.domain.added'
  | 'domains.domain.verified'
  | 'domains.domain.proof-lost'
  | 'domains.domain.removed'
  | 'domains.domain.transfer-out-started'
  | 'domains.domain.transferred-out'
  | 'domains.domain.custody-lost'
>;

/** A domain is there, and whose it is. */
export async function followDomain({ data, aggregateVersion }: DomainFact, tx: Tx): Promise<void> {
  await change(data, tx, (known) => owned(known, data.accountId, aggregateVersion));
}

/** A fact after which a domain cannot be listed; one older than the listing's own question is known to it. */
export async function closeListingOf(
  event: DomainFact,
  reason: CloseReason,
  tx: Tx,
): Promise<void> {
  const { data, aggregateVersion } = event;
  const at = new Date(event.at);
  await change(data, tx, (known) => unfit(owned(known, data.accountId, aggregateVersion), at));
  await endOpenListing(data.domainId, { reason, at }, tx);
}

/** After a seizure: the lender's or the platform's now. */
export async function followOwner(
  event: Event<'domains.domain.owner-changed'>,
  tx: Tx,
): Promise<void> {
  const { data, aggregateVersion } = event;
  const at = new Date(event.at);
  const ownerId = data.toAccountId ?? platform;
  await change(data, tx, (known) => unfit(owned(known, ownerId, aggregateVersion), at));
  await endOpenListing(data.domainId, { reason: 'DOMAIN_GONE', at }, tx);
}

/** The newest appraisal wins; an open listing is sorted by it. */
export async function followAppraisal(
  { data, aggregateVersion }: Event<'domains.domain.appraised'>,
  tx: Tx,
): Promise<void> {
  const appraisedAt = new Date(data.appraisedAt);
  const { midCents } = data;
  const before = await collaterals.find(data.domainId, tx);
  if (before?.appraisedAt && before.appraisedAt > appraisedAt) return;
  await change(data, tx, (known) => ({
    ...owned(known, data.accountId, aggregateVersion),
    midCents,
    appraisedAt,
  }));
  const listing = await listings.findOne({ domainId: data.domainId, status: 'OPEN' }, tx);
  if (listing) await listings.move(listing, { ...listing, midCents }, tx);
}

async function change(
  { domainId, accountId }: { domainId: string; accountId: string },
  tx: Tx,
  how: (known: Collateral) => Collateral,
): Promise<void> {
  const known = await collaterals.find(domainId, tx);
  if (known) await collaterals.move(known, how(known), tx);
  else await collaterals.add(how(newCollateral(domainId, accountId)), tx);
}

function owned(known: Collateral, ownerId: string, ownerVersion: number): Collateral {
  return ownerVersion >= known.ownerVersion ? { ...known, ownerId, ownerVersion } : known;
}

function unfit(known: Collateral, at: Date): Collateral {
  return known.unfitAt !== null && known.unfitAt > at ? known : { ...known, unfitAt: at };
}

async function endOpenListing(
  domainId: string,
  { reason, at }: { reason: CloseReason; at: Date },
  tx: Tx,
): Promise<void> {
  const listing = await listings.findOne({ domainId, status: 'OPEN' }, tx);
  if (listing && at >= listing.askedAt) await endListing(listing, { reason }, tx);
}
