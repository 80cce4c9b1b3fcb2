/** Reads what waits for an account: loans by deadline, received offers by domain and, for operators, disputes. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { assertValid } from '@nameloan/contracts/field-errors';
import type { Filter } from '@nameloan/persistence/entity';
import type { Keys } from '@nameloan/persistence/reads';
import { inDirection, newestFirst, pageErrors } from '@nameloan/persistence/reads/page';
import { now } from '@nameloan/runtime/clock';
import { escrows } from '../escrow/escrow.model.ts';
import { escrowProjection } from '../escrow/escrow.projection.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { byRank, listDisputes } from '../escrow/read-escrows.ts';
import { buildDisclosure } from '../loan/build-disclosure.ts';
import { mapInTurns } from '../loan/map-in-turns.ts';
import { offers } from '../offer/offer.model.ts';
import type { Offer } from '../offer/offer.ts';
import { isOperator } from '../party/read-party.ts';
import type { RoleKey } from './open-loans.ts';
import { buildRankFilter, roleKeys } from './open-loans.ts';

interface WaitingRequest {
  limit: number;
}

const rankKeys = ['borrowerRank', 'lenderRank'] as const;

/** The loans on which the account has to act, the earliest deadline first. Throws INVALID_INPUT for the limit. */
export async function findWaitingLoans(
  { accountId }: AccountActor,
  { limit }: WaitingRequest,
  keys: Keys<Escrow>,
) {
  assertValid(pageErrors({ page: 1, limit }));
  const ranked = escrowProjection.join([keys, rankKeys]);
  const read = async (as: RoleKey) => {
    const filter = buildRankFilter(accountId, as, 'RUNNING');
    const rank = as === 'borrowerId' ? 'borrowerRank' : 'lenderRank';
    const [found, count] = await Promise.all([
      escrows.findMany(filter, { sort: byRank[as], limit, keys: ranked }),
      escrows.count(filter),
    ]);
    return { found: found.map((escrow) => ({ escrow, rank: escrow[rank] ?? 0 })), count };
  };
  const roles = await Promise.all(roleKeys.map(read));
  const total = roles.reduce((all, { count }) => all + count, 0);
  const first = roles
    .flatMap(({ found }) => found)
    .sort((one, other) => one.rank - other.rank)
    .slice(0, limit);
  return { escrows: first.map(({ escrow }) => escrow), total };
}

/** The pending offers on one domain. */
export interface OfferedDomain {
  domainId: string;
  domainName: string;
  unicodeName: string;
  count: number;
  /** When the first of them expires. */
  expiresAt: Date;
  /** With the lowest APR including fees; among equals, the largest amount. */
  best: Offer;
}

/** Beyond it, only the oldest ones are compared: each APR is computed exactly. */
const maxOffers = 100;

const offerKeys = [
  'domainId',
  'domainName',
  'unicodeName',
  'amountCents',
  'termDays',
  'rateBps',
  'transferFeeCents',
  'expiresAt',
  'createdAt',
] as const;

/** The domains with pending offers, the one whose offers expire first in front. Throws INVALID_INPUT for the limit. */
export async function findWaitingOffers(
  { accountId }: AccountActor,
  { limit }: WaitingRequest,
): Promise<{ domains: OfferedDomain[]; total: number }> {
  assertValid(pageErrors({ page: 1, limit }));
  const pending: Filter<Offer> = {
    borrowerId: accountId,
    status: 'PENDING',
    expiresAt: { $gt: now() },
  };
  const [counts, found] = await Promise.all([
    offers.tally(pending, { by: 'domainId', sum: 'amountCents' }),
    offers.findMany(pending, {
      sort: inDirection(newestFirst, 'ASC'),
      limit: maxOffers,
      keys: offerKeys,
    }),
  ]);
  const countByDomain = new Map(counts.map(({ of, count }) => [of, count]));
  const rated = await mapInTurns(found, rateOffer);
  const byDomain = Map.groupBy(rated, ({ offer }) => offer.domainId);
  const domains = [...byDomain].map(([domainId, group]) =>
    describeDomain(group, countByDomain.get(domainId) ?? group.length),
  );
  domains.sort((one, other) => one.expiresAt.getTime() - other.expiresAt.getTime());
  return { domains: domains.slice(0, limit), total: counts.length };
}

type RatedOffer = ReturnType<typeof rateOffer>;

const rateOffer = (offer: Offer) => ({
  offer,
  apr: buildDisclosure(offer).aprAllCostsPercent ?? Number.POSITIVE_INFINITY,
});

function describeDomain(group: readonly RatedOffer[], count: number): OfferedDomain {
  const best = group.reduce((one, other) =>
    other.apr < one.apr ||
    (other.apr === one.apr && other.offer.amountCents > one.offer.amountCents)
      ? other
      : one,
  ).offer;
  const { domainId, domainName, unicodeName } = best;
  const expiresAt = new Date(Math.min(...group.map(({ offer }) => offer.expiresAt.getTime())));
  return { domainId, domainName, unicodeName, count, expiresAt, best };
}

/** Null for all but operators: the open disputes, the earliest due date of a decision first. */
export async function findWaitingDisputes(
  actor: AccountActor,
  { limit }: WaitingRequest,
  keys: Keys<Escrow>,
) {
  if (!(await isOperator(actor.accountId))) return null;
  return listDisputes(actor, { page: 1, limit, status: 'ESCALATED' }, keys);
}
