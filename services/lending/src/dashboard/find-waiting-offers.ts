/** Reads the pending offers that an account received, by domain. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { assertValid } from '@nameloan/contracts/field-errors';
import type { Filter } from '@nameloan/persistence/entity';
import { inDirection, newestFirst, pageErrors } from '@nameloan/persistence/reads/page';
import { now } from '@nameloan/runtime/clock';
import { readAccrual } from '../loan/accrual.ts';
import { buildDisclosure } from '../loan/build-disclosure.ts';
import { mapInTurns } from '../loan/map-in-turns.ts';
import { offers } from '../offer/offer.model.ts';
import type { Offer } from '../offer/offer.ts';

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
  'plan',
  'accrual',
  'transferFeeCents',
  'expiresAt',
  'createdAt',
] as const;

/** The domains with pending offers, the one whose offers expire first in front. Throws INVALID_INPUT for the limit. */
export async function findWaitingOffers(
  { accountId }: AccountActor,
  { limit }: { limit: number },
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
  apr:
    buildDisclosure({ ...offer, accrual: readAccrual(offer) }).aprAllCostsPercent ??
    Number.POSITIVE_INFINITY,
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
