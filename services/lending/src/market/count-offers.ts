/** Counts the pending offers on domains, for their owner. */

import type { Actor } from '@nameloan/contracts/actor';
import { now } from '@nameloan/runtime/clock';
import { collaterals } from '../collateral/collateral.model.ts';
import { offers } from '../offer/offer.model.ts';
import type { Offer } from '../offer/offer.ts';

const ownerKeys = ['ownerId'] as const;
/** Not filtered by owner, so that concurrent requests of several users share one query. */
const pendingOn = offers.batchedBy('domainId', { status: 'PENDING' });
const pendingKeys = ['borrowerId', 'expiresAt'] as const;

/** Number of pending offers by domain id; null for a domain of another account. */
export async function countOffers(
  actor: Actor,
  domainIds: readonly string[],
): Promise<Map<string, number | null>> {
  const accountId = actor.kind === 'account' ? actor.accountId : null;
  if (accountId === null) return new Map(domainIds.map((id) => [id, null]));
  const [collateralById, pending] = await Promise.all([
    collaterals.findByIds(domainIds, ownerKeys),
    pendingOn(domainIds, pendingKeys),
  ]);
  const isOpen = ({ borrowerId, expiresAt }: Offer) =>
    borrowerId === accountId && expiresAt > now();
  // An unknown domain has no offers; its event has not arrived yet.
  const isOwn = (id: string) => (collateralById.get(id)?.ownerId ?? accountId) === accountId;
  const count = (id: string) => pending.get(id)?.filter(isOpen).length ?? 0;
  return new Map(domainIds.map((id) => [id, isOwn(id) ? count(id) : null]));
}
