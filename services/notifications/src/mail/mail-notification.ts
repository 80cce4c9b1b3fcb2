/** Job handler: mails a notification to its account. */

import type { Job } from '@nameloan/persistence/jobs';
import { notifications } from '../notification/notification.model.ts';
import type { Notification } from '../notification/notification.ts';
import { recipients } from '../recipient/recipient.model.ts';
import { commit, serviceContext } from '../service-context.ts';
import { linkLabel } from '../templates/template.ts';
import { deliverMail } from './deliver-mail.ts';

export const footer = 'You’re getting this because it affects your account. Replies aren’t read.';

export async function mailNotification(job: Job): Promise<void> {
  const notification = job.data.endsTopic
    ? await endTopic(job.key)
    : await notifications.find(job.key);
  const { unlessRead = false, number } = job.data;
  if (!notification || (unlessRead && notification.read)) return;
  const recipient = await recipients.find(notification.accountId);
  if (!recipient) return;
  const { title, body, link } = notification;
  // A reopened notification keeps its id but is a new mail.
  const key = number === undefined ? job.key : `${job.key}.${number}`;
  await deliverMail({ ...job, key }, recipient, {
    subject: title,
    name: recipient.name,
    paragraphs: [body],
    action: {
      label: linkLabel(link),
      url: `${serviceContext.publicUrl}${link}`,
    },
    footer,
  });
}

/** Later events get a new notification, so a resend after a crash sends the same mail. */
function endTopic(id: string): Promise<Notification | undefined> {
  return commit(async (tx) => {
    const open = await notifications.find(id, tx);
    return open?.topic ? notifications.update(open, { ...open, topic: null }, tx) : open;
  });
}
