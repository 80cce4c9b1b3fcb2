/** To its owner, the offers on each domain. */

import type { Actor } from '@nameloan/contracts/actor.ts';
import { now } from '@nameloan/service/clock.ts';
import { collaterals } from '../collateral/collateral.model.ts';
import { offers } from '../offer/offer.model.ts';
import type { Offer } from '../offer/offer.ts';

const ownerKeys = ['ownerId'] as const;
/** Of whomever they are: what is asked at the same time for others goes in the same command. */
const pendingOn = offers.gatheredBy('domainId', { status: 'PENDING' });
const pendingKeys = ['borrowerId', 'expiresAt'] as const;

/** Pending offers by domain; null for a domain of someone else. */
export async function countOffers(
  actor: Actor,
  domainIds: readonly string[],
): Promise<Map<string, number | null>> {
  const accountId = actor.kind === 'account' ? actor.accountId : null;
  if (accountId === null) return new Map(domainIds.map((id) => [id, null]));
  const [known, pending] = await Promise.all([
    collaterals.findByIds(domainIds, ownerKeys),
    pendingOn(domainIds, pendingKeys),
  ]);
  const isOpen = ({ borrowerId, expiresAt }: Offer) =>
    borrowerId === accountId && expiresAt > now();
  // A domain that was never heard of has no offers: its fact is on its way.
  const mine = (id: string) => (known.get(id)?.ownerId ?? accountId) === accountId;
  const count = (id: string) => pending.get(id)?.filter(isOpen).length ?? 0;
  return new Map(domainIds.map((id) => [id, mine(id) ? count(id) : null]));
}
