/** A job: mails a notification to the person whom it tells something. */

import type { Job } from '@nameloan/service/store/jobs.ts';
import { commit, serviceContext } from '../kit.ts';
import { notifications } from '../notification/notification.model.ts';
import type { Notification } from '../notification/notification.ts';
import { recipients } from '../recipient/recipient.model.ts';
import { deliver } from './deliver-mail.ts';

export const footer =
  'You get this mail because of something that concerns your account. Nobody reads answers to it.';

export async function mailNotification(job: Job): Promise<void> {
  const notification = job.data.endsTopic
    ? await endTopic(job.key)
    : await notifications.find(job.key);
  const { unlessRead = false, number } = job.data;
  if (!notification || (unlessRead && notification.read)) return;
  const recipient = await recipients.find(notification.accountId);
  if (!recipient) return;
  const { title, body, link, alert } = notification;
  // What is told anew under its old id is another mail.
  const key = number === undefined ? job.key : `${job.key}.${number}`;
  await deliver({ ...job, key }, recipient, {
    subject: title,
    name: recipient.name,
    paragraphs: [body],
    action: {
      label: alert ? 'See what to do' : 'See more',
      url: `${serviceContext.publicUrl}${link}`,
    },
    footer,
  });
}

/** It says the same from then on: a mail that is sent again after a crash is the same one. */
function endTopic(id: string): Promise<Notification | undefined> {
  return commit(async (tx) => {
    const open = await notifications.find(id, tx);
    return open?.topic ? notifications.move(open, { ...open, topic: null }, tx) : open;
  });
}
