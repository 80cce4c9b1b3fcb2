/** Lists an account's notifications, newest first: the last 100, or only those after a given one. */

import type { AccountActor } from '@nameloan/contracts/actor';
import type { Keys } from '@nameloan/persistence/reads';
import { notifications } from './notification.model.ts';
import type { Notification } from './notification.ts';

const maxListed = 100;

/**
 * `after` is the id of one of the caller's own notifications; any other id is ignored. It counts from its first
 * number, so a client that holds it misses nothing, and sees it again if it was reopened.
 */
export async function listNotifications(
  { accountId }: AccountActor,
  after: string | null | undefined,
  keys: Keys<Notification>,
): Promise<Notification[]> {
  const known = after ? await notifications.findOne({ _id: after, accountId }) : undefined;
  const newer = known ? { number: { $gt: known.firstNumber } } : {};
  const options = { sort: { number: -1 }, limit: maxListed, keys } as const;
  return notifications.findMany({ accountId, ...newer }, options);
}

/** Notifications by id; those of other accounts are left out. */
export async function readNotifications(
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, Notification>> {
  const found = await notifications.findMany({ _id: { $in: [...ids] }, accountId });
  return new Map(found.map((one) => [one.id, one]));
}
