/** To its owner, the offers on each domain. */

import type { Actor } from '@nameloan/contracts/actor.ts';
import { now } from '@nameloan/service/clock.ts';
import { collaterals } from '../collateral/collateral.model.ts';
import { offers } from '../offer/offer.model.ts';

const whose = ['ownerId'] as const;

/** Pending offers by domain; null for a domain of someone else. */
export async function countOffers(
  actor: Actor,
  domainIds: readonly string[],
): Promise<Map<string, number | null>> {
  const accountId = actor.kind === 'account' ? actor.accountId : null;
  if (accountId === null) return new Map(domainIds.map((id) => [id, null]));
  const ids = [...domainIds];
  const [known, pending] = await Promise.all([
    collaterals.findByIds(ids, whose),
    pendingOn(ids, accountId),
  ]);
  const counts = Map.groupBy(pending, (offer) => offer.domainId);
  // A domain that was never heard of has no offers: its fact is on its way.
  const mine = (id: string) => (known.get(id)?.ownerId ?? accountId) === accountId;
  return new Map(ids.map((id) => [id, mine(id) ? (counts.get(id)?.length ?? 0) : null]));
}

/** Only which domain each is on: the messages stay where they are. */
function pendingOn(domainIds: string[], borrowerId: string): Promise<{ domainId: string }[]> {
  const still = { status: 'PENDING', expiresAt: { $gt: now() } } as const;
  return offers.pick({ domainId: { $in: domainIds }, borrowerId, ...still }, ['domainId']);
}
