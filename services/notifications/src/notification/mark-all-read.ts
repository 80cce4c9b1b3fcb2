/** A person marks all that they were told as read, or all up to what they have seen. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import { refuseFaults } from '@nameloan/contracts/input-faults.ts';
import { accountTopic } from '@nameloan/contracts/topics.ts';
import { announce, commit } from '../kit.ts';
import { notifications } from './notification.model.ts';
import type { Bells } from './notification-center.ts';
import { lastNumber } from './notification-center.ts';

/** In one transaction; the rest follows in the next. */
const mostAtOnce = 200;

interface Asked {
  read: boolean;
  /** `createdAt` of the newest that was seen; what was told, or told again, after it stays unread. */
  upTo?: Date | null | undefined;
  /** Those behind one bell alone. */
  message?: boolean | null | undefined;
}

export async function markAllRead(
  { accountId }: AccountActor,
  { read, upTo, message }: Asked,
): Promise<Bells> {
  refuseFaults(read ? {} : { read: 'All can be marked as read only: read must be true.' });
  const seen = { number: { $lte: await lastNumber(accountId) } };
  const known = upTo ? { createdAt: { $lte: upTo } } : {};
  const bell = typeof message === 'boolean' ? { alert: message } : {};
  const unread = { accountId, read: false, ...seen, ...known, ...bell };
  for (let marked = mostAtOnce; marked === mostAtOnce; ) {
    marked = await commit(async (tx) => {
      const found = await notifications.findMany(unread, { limit: mostAtOnce, tx });
      for (const one of found)
        await notifications.move(one, { ...one, read: true, topic: null }, tx);
      if (found.length > 0) {
        tx.afterCommit(() => announce(accountTopic(accountId), { what: 'changed' }));
      }
      return found.length;
    });
  }
  return { id: accountId };
}
