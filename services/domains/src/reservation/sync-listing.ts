/** Keeps track of a domain's open listings in lending; a listed domain cannot be transferred out or removed. */

import type { Event } from '@nameloan/contracts/events';
import type { Tx } from '@nameloan/persistence/tx';
import { requestListingReport } from '../diligence/request-report.ts';
import { closedReferences, domains } from '../domain/domain.model.ts';
import { queueRecheck } from '../proof/recheck-proof.ts';
import { recordClosed } from './record-closed.ts';

export async function onListingOpened(
  event: Event<'lending.listing.opened'>,
  tx: Tx,
): Promise<void> {
  const { domainId, listingId } = event.data;
  if (await closedReferences.find(listingId, tx)) return;
  const domain = await domains.find(domainId, tx);
  if (!domain || domain.listingIds.includes(listingId)) return;
  const listingIds = [...domain.listingIds, listingId];
  const nextCheckAt = await queueRecheck(domain, tx);
  await requestListingReport(domain, tx);
  // The report that was just requested is published for this listing, even if it equals the last one.
  const listed = { ...domain, listingIds, nextCheckAt, publishedRegistration: null };
  await domains.update(domain, listed, tx);
}

export async function onListingClosed(
  event: Event<'lending.listing.closed'>,
  tx: Tx,
): Promise<void> {
  const { domainId, listingId } = event.data;
  const domain = await recordClosed({ id: listingId, domainId }, tx);
  if (!domain?.listingIds.includes(listingId)) return;
  const listingIds = domain.listingIds.filter((one) => one !== listingId);
  await domains.update(domain, { ...domain, listingIds }, tx);
}
