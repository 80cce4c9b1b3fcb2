/** Marks all of an account's notifications as read, or those up to a moment. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { assertValid } from '@nameloan/contracts/field-errors';
import { accountTopic } from '@nameloan/contracts/topics';
import { commit, publishSignal } from '../service-context.ts';
import { notifications } from './notification.model.ts';
import type { NotificationCenter } from './notification-center.ts';
import { lastNumber } from './notification-center.ts';

/** Notifications per transaction. */
const batchSize = 200;

interface MarkAllReadInput {
  read: boolean;
  /** `createdAt` of the newest one that was seen; later ones stay unread. */
  upTo?: Date | null | undefined;
  /** Only alerts (true) or only notifications (false). */
  message?: boolean | null | undefined;
}

export async function markAllRead(
  { accountId }: AccountActor,
  { read, upTo, message }: MarkAllReadInput,
): Promise<NotificationCenter> {
  assertValid(read ? {} : { read: 'You can only mark all as read: read must be true.' });
  const existing = { number: { $lte: await lastNumber(accountId) } };
  const seen = upTo ? { createdAt: { $lte: upTo } } : {};
  const byKind = typeof message === 'boolean' ? { alert: message } : {};
  const unread = { accountId, read: false, ...existing, ...seen, ...byKind };
  for (let marked = batchSize; marked === batchSize; ) {
    marked = await commit(async (tx) => {
      const found = await notifications.findMany(unread, { limit: batchSize, tx });
      for (const one of found)
        await notifications.update(one, { ...one, read: true, topic: null }, tx);
      if (found.length > 0) {
        tx.afterCommit(() => publishSignal(accountTopic(accountId), { what: 'changed' }));
      }
      return found.length;
    });
  }
  return { id: accountId };
}
