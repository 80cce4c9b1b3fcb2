/** Query: an account's pushes, received and sent. */

import type { AccountActor } from '@nameloan/contracts/actor';
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
