/**
 * Job handler: mails the reminders of a day, or the mails about one loan or listing that were joined. It closes the digest
 * before it sends it.
 */

import { formatDate } from '@nameloan/contracts/format-date';
import type { Job } from '@nameloan/persistence/jobs';
import type { Tx } from '@nameloan/persistence/tx';
import { digests } from '../digest/digest.model.ts';
import type { Digest } from '../digest/digest.ts';
import { dayOf } from '../digest/digest.ts';
import { openWindow, toBusinessTime } from '../mail-window/join-window.ts';
import { mailWindows } from '../mail-window/mail-window.model.ts';
import { isOpen, windowDigestId } from '../mail-window/mail-window.ts';
import { notifications } from '../notification/notification.model.ts';
import type { Notification } from '../notification/notification.ts';
import { wantsMail } from '../preference/preferences.ts';
import { recipients } from '../recipient/recipient.model.ts';
import type { Recipient } from '../recipient/recipient.ts';
import { commit, serviceContext } from '../service-context.ts';
import { labelPage } from '../templates/mail/action-label.ts';
import { deliverMail } from './deliver-mail.ts';
import type { MailContent } from './mail-content.ts';
import { describeReason, mailNotification } from './mail-notification.ts';

/** Further notifications are only counted. */
const maxListed = 50;

export async function mailDigest(job: Job): Promise<{ runAgainAt: Date } | undefined> {
  const closed = await commit((tx) => closeDigest(job.key, tx));
  // The sandbox moved business time: the window ends by wall time.
  if ('endsAt' in closed) return { runAgainAt: toBusinessTime(closed.endsAt) };
  const all = await notifications.findMany(
    { _id: { $in: [...closed.notificationIds] } },
    { sort: { number: 1 } },
  );
  const recipient = all[0] && (await recipients.find(all[0].accountId));
  if (!recipient) return;
  const listed = all.filter((one) => isStillWanted(one, recipient));
  const [first] = listed;
  if (!first) return;
  if (closed.notificationIds.length === 1) {
    // A chat's notification was mailed under its id before.
    const data = first.kind === 'MESSAGE' ? { number: first.number } : {};
    await mailNotification({ ...job, key: first.id, data });
    return;
  }
  await deliverMail(job, recipient, {
    ...describeDigest(closed, listed),
    name: recipient.name,
    entries: listed.slice(0, maxListed).map(({ title, body, link }) => ({
      title,
      text: body,
      url: `${serviceContext.publicUrl}${link}`,
    })),
    ...describeReason(recipient, listed),
  });
}

/** As with a single mail: not a chat that was read by now, nor a kind that was turned off in the meantime. */
function isStillWanted({ kind, read }: Notification, recipient: Recipient): boolean {
  return (kind !== 'MESSAGE' || !read) && wantsMail(recipient, kind);
}

/** Returns the closed digest, or the end of its window if that is still open. */
async function closeDigest(id: string, tx: Tx): Promise<Digest | { endsAt: Date }> {
  const digest = await digests.get(id, tx);
  if (digest.closed) return digest;
  const window =
    digest.windowId === undefined ? undefined : await mailWindows.find(digest.windowId, tx);
  if (window && windowDigestId(window) === id) {
    if (isOpen(window)) return { endsAt: window.endsAt };
    // This mail is the first of the next window.
    await openWindow(window.id, window, tx);
  }
  await endTopics(digest.notificationIds, tx);
  return digests.update(digest, { ...digest, closed: true }, tx);
}

/** Later evidence gets a new notification. A chat keeps its topic: it has one notification. */
async function endTopics(ids: readonly string[], tx: Tx): Promise<void> {
  const open = await notifications.findMany(
    { _id: { $in: [...ids] }, topic: { $type: 'string' } } as never,
    { tx },
  );
  for (const one of open)
    if (one.kind === 'DISPUTE') await notifications.update(one, { ...one, topic: null }, tx);
}

type DigestText = Pick<MailContent, 'subject' | 'paragraphs' | 'rows' | 'action'>;

function describeDigest(digest: Digest, listed: readonly Notification[]): DigestText {
  const rest = listed.length - maxListed;
  const paragraphs =
    rest > 0 ? [`The first ${maxListed} are below; ${rest} more are in your list.`] : [];
  if (digest.windowId !== undefined) return describeWindow(listed, paragraphs);
  const day = formatDate(dayOf(digest));
  return {
    subject: `${listed.length} reminders for ${day}`,
    paragraphs: [`Here are your reminders for ${day}.`, ...paragraphs],
    action: { label: labelPage('/app'), url: `${serviceContext.publicUrl}/app` },
  };
}

function describeWindow(listed: readonly Notification[], paragraphs: string[]): DigestText {
  const newest = listed.at(-1);
  const domain = newest?.rows?.find(({ label }) => label === 'Domain')?.value ?? 'your domain';
  const about = newest?.subject?.type === 'ESCROW' ? 'the loan on' : 'offers on';
  const link = newest?.link ?? '/app';
  const count = listed.length === 1 ? '1 update' : `${listed.length} updates`;
  return {
    subject: `${count} about ${about} ${domain}`,
    paragraphs: ['Here is what has happened since our last email about this.', ...paragraphs],
    rows: about === 'the loan on' ? (newest?.rows ?? []) : [{ label: 'Domain', value: domain }],
    action: { label: labelPage(link), url: `${serviceContext.publicUrl}${link}` },
  };
}
