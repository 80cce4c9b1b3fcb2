/** A job: mails a notification to the person whom it tells something. */

import type { Job } from '@nameloan/service/store/jobs.ts';
import { kit } from '../kit.ts';
import { notifications } from '../notification/notification.model.ts';
import { recipients } from '../recipient/recipient.model.ts';
import { deliver } from './deliver.ts';

export const footer =
  'You get this mail because of something that concerns your account. Nobody reads answers to it.';

export async function mailNotification(job: Job): Promise<void> {
  const notification = await notifications.find(job.key);
  const recipient = notification && (await recipients.find(notification.accountId));
  if (!recipient) return;
  const { title, body, link, alert } = notification;
  await deliver(job, recipient, {
    subject: title,
    name: recipient.name,
    paragraphs: [body],
    action: {
      label: alert ? 'See what to do' : 'See more',
      url: `${kit.publicUrl}${link}`,
    },
    footer,
  });
}
