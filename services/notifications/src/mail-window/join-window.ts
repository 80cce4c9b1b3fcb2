/** Decides in the transaction of a notification whether its mail leaves now or joins those of its loan or listing. */

import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { digests } from '../digest/digest.model.ts';
import { mailWindows } from './mail-window.model.ts';
import type { MailWindow } from './mail-window.ts';
import { isOpen, windowDigestId, windowEnd, windowId } from './mail-window.ts';

interface Candidate {
  accountId: string;
  notificationId: string;
  /** The loan or listing. */
  about: string;
}

/**
 * Returns false if the mail is the first of its window and leaves at once. Later ones are collected in the window's digest,
 * which commits with the notification and its job, so a crash loses none.
 */
export async function joinWindow(candidate: Candidate, tx: Tx): Promise<boolean> {
  const { accountId, notificationId, about } = candidate;
  const id = windowId(accountId, about);
  const window = await mailWindows.find(id, tx);
  const digest = window && (await digests.find(windowDigestId(window), tx));
  // Also after the window's end, as long as its digest has not been sent.
  if (digest && !digest.closed) {
    const notificationIds = [...new Set([...digest.notificationIds, notificationId])];
    await digests.update(digest, { ...digest, notificationIds }, tx);
    return true;
  }
  if (!window || digest?.closed || !isOpen(window)) {
    await openWindow(id, window, tx);
    return false;
  }
  const key = windowDigestId(window);
  const collected = { notificationIds: [notificationId], closed: false, windowId: id };
  await digests.add({ id: key, version: 1, createdAt: now(), ...collected }, tx);
  await tx.schedule({ kind: 'mail-digest', key, at: toBusinessTime(window.endsAt) });
  return true;
}

/** Its first mail is on its way; further ones wait until its end. */
export async function openWindow(
  id: string,
  former: MailWindow | undefined,
  tx: Tx,
): Promise<void> {
  const times = { openedAt: new Date(), endsAt: windowEnd() };
  if (former)
    await mailWindows.update(former, { ...former, ...times, round: former.round + 1 }, tx);
  else await mailWindows.add({ id, version: 1, round: 1, ...times }, tx);
}

/** Jobs run by business time. */
export const toBusinessTime = (wallTime: Date): Date =>
  new Date(now().getTime() + Math.max(0, wallTime.getTime() - Date.now()));
