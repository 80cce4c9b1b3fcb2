/** A person reads what they were told: newest first, the last 100, or only what is newer than one. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import type { Keys } from '@nameloan/service/store/reads.ts';
import { notifications } from './notification.model.ts';
import type { Notification } from './notification.ts';

const most = 100;

/**
 * With `after` (the id of one of the caller's own; any other counts as none) only what came after it: its
 * first telling counts, so that whoever held it misses nothing, and may see it again told anew.
 */
export async function listNotifications(
  { accountId }: AccountActor,
  after: string | null | undefined,
  keys: Keys<Notification>,
): Promise<Notification[]> {
  const known = after ? await notifications.findOne({ _id: after, accountId }) : undefined;
  const newer = known ? { number: { $gt: known.firstNumber } } : {};
  const options = { sort: { number: -1 }, limit: most, keys } as const;
  return notifications.findMany({ accountId, ...newer }, options);
}

/** One of the caller's own by id; those of others are as if they were not there. */
export async function readNotifications(
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, Notification>> {
  const found = await notifications.findMany({ _id: { $in: [...ids] }, accountId });
  return new Map(found.map((one) => [one.id, one]));
}
