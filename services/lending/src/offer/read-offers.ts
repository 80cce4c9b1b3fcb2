/** Reads the offers that an account received or made, and the loans that offers became. */

import type { AccountActor } from '@nameloan/contracts/actor';
import type { Filter, Sort } from '@nameloan/persistence/entity';
import type { Keys } from '@nameloan/persistence/reads';
import type { Direction, PageRequest } from '@nameloan/persistence/reads/page';
import {
  checkPage,
  countPages,
  inDirection,
  newestFirst,
  toSkipAndLimit,
} from '@nameloan/persistence/reads/page';
import { now } from '@nameloan/runtime/clock';
import { escrows } from '../escrow/escrow.model.ts';
import { escrowProjection } from '../escrow/escrow.projection.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { offers } from './offer.model.ts';
import { offerProjection } from './offer.projection.ts';
import type { Offer, OfferStatus } from './offer.ts';
import { assertParty, createNoSuchOfferError, offerStatuses } from './offer.ts';

export interface OffersRequest extends PageRequest {
  status?: OfferStatus | null;
  /** true: only pending offers; false: only those answered or expired. */
  open?: boolean | null;
  /** By time of creation; absent: pending offers first, then the newest. Received pending ones are grouped by listing. */
  direction?: Direction | null;
}

/** The newest listing first. Ids of listings sort by their time. */
export const byListing = { listingId: -1, ...newestFirst } as const;

export async function listOffers(
  { accountId }: AccountActor,
  { as, keys }: { as: 'borrowerId' | 'lenderId'; keys: Keys<Offer> },
  request: OffersRequest,
) {
  checkPage(request);
  const at = now();
  const own: Filter<Offer> = {};
  own[as] = accountId;
  const open = request.open ?? null;
  const isDefault = !(request.direction || request.status);
  const isMixed = isDefault && open === null;
  const newest = inDirection(newestFirst, request.direction ?? 'DESC');
  const lists = (isMixed ? [{ open: true }, { open: false }] : [request]).map((part) => ({
    filter: { ...buildStatusFilter(part, at), ...own },
    sort: isDefault && part.open && as === 'borrowerId' ? byListing : newest,
  }));
  const { found, total } = await readJoined(lists, keys, toSkipAndLimit(request));
  return { offers: found, total, pages: countPages(total, request) };
}

/** A page of several lists, one after the other. */
async function readJoined(
  lists: readonly { filter: Filter<Offer>; sort: Sort<Offer> }[],
  keys: Keys<Offer>,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ found: Offer[]; total: number }> {
  const totals = await Promise.all(lists.map(({ filter }) => offers.count(filter)));
  const found: Offer[] = [];
  let before = 0;
  for (const [index, { filter, sort }] of lists.entries()) {
    const total = totals[index] ?? 0;
    const left = limit - found.length;
    const from = Math.max(0, skip - before);
    if (left > 0 && from < total)
      found.push(...(await offers.findMany(filter, { sort, keys, skip: from, limit: left })));
    before += total;
  }
  return { found, total: before };
}

/** Number of pending offers that this account received or made. */
export function countPending(
  { accountId }: AccountActor,
  as: 'borrowerId' | 'lenderId',
): Promise<number> {
  const pending: Filter<Offer> = { status: 'PENDING', expiresAt: { $gt: now() } };
  pending[as] = accountId;
  return offers.count(pending);
}

/** By the effective status at `at`: a pending offer past its expiry counts as EXPIRED. */
function buildStatusFilter(
  { status, open }: Pick<OffersRequest, 'status' | 'open'>,
  at: Date,
): Filter<Offer> {
  const statuses = offerStatuses.filter(
    (one) => (status ?? one) === one && (open ?? one === 'PENDING') === (one === 'PENDING'),
  );
  if (statuses.length === offerStatuses.length) return {};
  const storedStatuses = statuses.filter((one) => one !== 'PENDING');
  const either: Filter<Offer>[] = [
    ...(storedStatuses.length > 0 ? [{ status: { $in: storedStatuses } }] : []),
    ...(statuses.includes('PENDING')
      ? [{ status: 'PENDING' as const, expiresAt: { $gt: at } }]
      : []),
    ...(statuses.includes('EXPIRED')
      ? [{ status: 'PENDING' as const, expiresAt: { $lte: at } }]
      : []),
  ];
  const [only] = either;
  if (only === undefined) return { status: { $in: [] } };
  return either.length === 1 ? only : { $or: either };
}

export async function readOffer(
  { accountId }: AccountActor,
  id: string,
  keys: Keys<Offer>,
): Promise<Offer> {
  const offer = await offers.findById(id, keys);
  if (!offer) throw createNoSuchOfferError();
  assertParty(offer, accountId);
  return offer;
}

const listingKeys = ['listingId'] as const;
const byOffer = ['offerId'] as const;

/** This lender's newest offer on each listing, keyed by listing id. `projections`: the fields of each request. */
export async function findNewestOffers(
  lenderId: string,
  listingIds: readonly string[],
  projections: readonly Keys<Offer>[],
): Promise<Map<string, Offer>> {
  const sort = inDirection(newestFirst, 'ASC');
  const keys = offerProjection.join([listingKeys, ...projections]);
  const found = await offers.findMany(
    { lenderId, listingId: { $in: [...listingIds] } },
    { sort, keys },
  );
  return new Map(found.map((offer) => [offer.listingId, offer]));
}

/** The loans of accepted offers, keyed by offer id. */
export async function readLoansByOffer(
  offerIds: readonly string[],
  projections: readonly Keys<Escrow>[],
): Promise<Map<string, Escrow>> {
  const keys = escrowProjection.join([byOffer, ...projections]);
  const found = await escrows.findMany({ offerId: { $in: [...offerIds] } }, { keys });
  return new Map(found.map((escrow) => [escrow.offerId, escrow]));
}
