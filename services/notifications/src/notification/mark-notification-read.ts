/** Marks one notification as read or unread. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { accountTopic } from '@nameloan/contracts/topics';
import { commit, publishSignal } from '../service-context.ts';
import { notifications } from './notification.model.ts';
import type { Notification } from './notification.ts';

/** NOT_FOUND unless it is the caller's own. Idempotent. */
export function markNotificationRead(
  actor: AccountActor,
  { id, read }: { id: string; read: boolean },
): Promise<Notification> {
  return commit(async (tx) => {
    const before = await notifications.findOne({ _id: id, accountId: actor.accountId }, tx);
    if (!before) throw new DomainError('NOT_FOUND', 'There is no such notification.');
    if (before.read === read) return before;
    // A read notification loses its topic, so that marking it unread cannot collide with the topic's next one.
    const after = await notifications.update(before, { ...before, read, topic: null }, tx);
    tx.afterCommit(() =>
      publishSignal(accountTopic(actor.accountId), { what: 'notification', id }),
    );
    return after;
  });
}
