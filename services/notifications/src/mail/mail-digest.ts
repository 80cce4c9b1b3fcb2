/** Job handler: mails an account's reminders of a day. It closes the digest before it sends it. */

import { formatDate } from '@nameloan/contracts/format-date';
import type { Job } from '@nameloan/persistence/jobs';
import { digests } from '../digest/digest.model.ts';
import { dayOf } from '../digest/digest.ts';
import { notifications } from '../notification/notification.model.ts';
import type { Notification } from '../notification/notification.ts';
import { recipients } from '../recipient/recipient.model.ts';
import { commit, serviceContext } from '../service-context.ts';
import { deliverMail } from './deliver-mail.ts';
import type { MailContent } from './mail.ts';
import { footer, mailNotification } from './mail-notification.ts';

/** Further reminders are only counted. */
const maxListed = 50;

export async function mailDigest(job: Job): Promise<void> {
  const closed = await commit(async (tx) => {
    const digest = await digests.get(job.key, tx);
    return digest.closed ? digest : digests.update(digest, { ...digest, closed: true }, tx);
  });
  const [first, ...more] = closed.notificationIds;
  if (first === undefined) return;
  if (more.length === 0) return mailNotification({ ...job, key: first });
  const listed = await notifications.findMany(
    { _id: { $in: [...closed.notificationIds] } },
    { sort: { number: 1 } },
  );
  const recipient = listed[0] && (await recipients.find(listed[0].accountId));
  if (!recipient) return;
  await deliverMail(
    job,
    recipient,
    buildDigest(listed, { name: recipient.name, day: dayOf(closed) }),
  );
}

function buildDigest(
  listed: readonly Notification[],
  to: { name: string; day: string },
): MailContent {
  const { name } = to;
  const day = formatDate(to.day);
  const rest = listed.length - maxListed;
  return {
    subject: `${listed.length} reminders for ${day}`,
    name,
    paragraphs: [
      `Here are your reminders for ${day}.`,
      ...(rest > 0 ? [`The first ${maxListed} are below; ${rest} more are in your list.`] : []),
    ],
    entries: listed.slice(0, maxListed).map(({ title, body, link }) => ({
      title,
      text: body,
      url: `${serviceContext.publicUrl}${link}`,
    })),
    action: { label: 'Open the dashboard', url: `${serviceContext.publicUrl}/app` },
    footer,
  };
}
