/** Offers that an account received or made, newest first, and the lenders' track records beside them. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import { now } from '@nameloan/service/clock.ts';
import type { Filter } from '@nameloan/service/store/noun.ts';
import type { PageRequest } from '@nameloan/service/store/page.ts';
import { checkPage, newestFirst, pagesOf, slice } from '@nameloan/service/store/page.ts';
import { escrows } from '../escrow/escrow.model.ts';
import type { TrackRecord } from '../escrow/track-record.ts';
import { trackRecord } from '../escrow/track-record.ts';
import { finalStatuses } from '../loan/status.ts';
import { offers } from './offer.model.ts';
import type { Offer } from './offer.ts';
import { refuseStranger } from './offer.ts';

export async function listOffers(
  { accountId }: AccountActor,
  as: 'borrowerId' | 'lenderId',
  request: PageRequest,
) {
  checkPage(request);
  const mine: Filter<Offer> = {};
  mine[as] = accountId;
  const [found, total] = await Promise.all([
    offers.findMany(mine, { sort: newestFirst, ...slice(request) }),
    offers.count(mine),
  ]);
  return { offers: found, total, pages: pagesOf(total, request) };
}

/** How many offers of this account, received or made, wait for an answer now. */
export function countPending(
  { accountId }: AccountActor,
  as: 'borrowerId' | 'lenderId',
): Promise<number> {
  const pending: Filter<Offer> = { status: 'PENDING', expiresAt: { $gt: now() } };
  pending[as] = accountId;
  return offers.count(pending);
}

export async function readOffer({ accountId }: AccountActor, id: string): Promise<Offer> {
  const offer = await offers.get(id);
  refuseStranger(offer, accountId);
  return offer;
}

/** By lender, from the loans that came to an end. */
export async function readTrackRecords(
  lenderIds: readonly string[],
): Promise<Map<string, TrackRecord>> {
  const ended = await escrows.pick(
    { lenderId: { $in: lenderIds }, status: { $in: finalStatuses } },
    ['lenderId', 'status', 'dueAt', 'repaidOn'],
  );
  const byLender = Map.groupBy(ended, (loan) => loan.lenderId);
  return new Map(lenderIds.map((id) => [id, trackRecord(byLender.get(id) ?? [])]));
}
