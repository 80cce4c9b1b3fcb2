/** Adds a reminder to the account's digest of the day, in the transaction that adds the notification. */

import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { settings } from '../config.ts';
import { digests } from './digest.model.ts';
import { digestId } from './digest.ts';

interface Reminder {
  accountId: string;
  notificationId: string;
  /** Time of its event, ISO 8601. */
  at: string;
}

/** Returns false if the digest is already closed, so the reminder needs its own mail. The first reminder opens the digest. */
export async function joinDigest(reminder: Reminder, tx: Tx): Promise<boolean> {
  const { accountId, notificationId, at } = reminder;
  const id = digestId(accountId, at);
  const digest = await digests.find(id, tx);
  if (digest?.closed) return false;
  if (digest) {
    const notificationIds = [...digest.notificationIds, notificationId];
    await digests.update(digest, { ...digest, notificationIds }, tx);
    return true;
  }
  const createdAt = now();
  const opened = { notificationIds: [notificationId], closed: false, createdAt };
  await digests.add({ id, version: 1, ...opened }, tx);
  const dueAt = new Date(createdAt.getTime() + settings.value.DIGEST_WAIT_MS);
  await tx.schedule({ kind: 'mail-digest', key: id, at: dueAt });
  return true;
}
