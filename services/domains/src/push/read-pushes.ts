/** Queries: an account's pushes, received and sent, and those that wait for its answer. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { assertValid } from '@nameloan/contracts/field-errors';
import { pageErrors } from '@nameloan/persistence/reads/page';
import { now } from '@nameloan/runtime/clock';
import { pushes } from './push.model.ts';
import type { Push, PushState } from './push.ts';

/** An account that sends more a year than this sees the newest. */
const maxPushes = 200;

export async function listPushes(
  { accountId }: AccountActor,
  state?: PushState | null,
): Promise<Push[]> {
  const filter = state ? { state } : {};
  const newest = { sort: { createdAt: -1 }, limit: maxPushes } as const;
  const [received, sent] = await Promise.all([
    pushes.findMany({ ...filter, toAccountId: accountId }, newest),
    pushes.findMany({ ...filter, fromAccountId: accountId }, newest),
  ]);
  const all = [...received, ...sent];
  return all.sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
}

export interface WaitingPushes {
  pushes: Push[];
  total: number;
}

/** The pushes that the account can answer, those that expire first come first. Throws INVALID_INPUT for the limit. */
export async function findWaitingPushes(
  { accountId }: AccountActor,
  { limit }: { limit: number },
): Promise<WaitingPushes> {
  assertValid(pageErrors({ page: 1, limit }));
  const waiting = { toAccountId: accountId, state: 'OFFERED', expiresAt: { $gt: now() } } as const;
  const [found, total] = await Promise.all([
    pushes.findMany(waiting, { sort: { expiresAt: 1, _id: 1 }, limit }),
    pushes.count(waiting),
  ]);
  return { pushes: found, total };
}
