/** Job handler: mails a notification to its account. */

import type { Job } from '@nameloan/persistence/jobs';
import { notifications } from '../notification/notification.model.ts';
import type { Notification } from '../notification/notification.ts';
import { wantsMail } from '../preference/preferences.ts';
import { recipients } from '../recipient/recipient.model.ts';
import type { Recipient } from '../recipient/recipient.ts';
import { commit, serviceContext } from '../service-context.ts';
import { labelPage } from '../templates/mail/action-label.ts';
import { unsubscribeUrl } from '../unsubscribe/unsubscribe-token.ts';
import { deliverMail } from './deliver-mail.ts';
import type { MailContent } from './mail-content.ts';

export async function mailNotification(job: Job): Promise<void> {
  const notification = job.data.endsTopic
    ? await endTopic(job.key)
    : await notifications.find(job.key);
  const { unlessRead = false, number } = job.data;
  if (!notification || (unlessRead && notification.read)) return;
  const recipient = await recipients.find(notification.accountId);
  // The mail may have waited, and its kind was turned off in the meantime.
  if (!recipient || !wantsMail(recipient, notification.kind)) return;
  const { title, body, link, rows, action } = notification;
  // A reopened notification keeps its id but is a new mail.
  const key = number === undefined ? job.key : `${job.key}.${number}`;
  await deliverMail({ ...job, key }, recipient, {
    subject: title,
    name: recipient.name,
    paragraphs: [body],
    ...(rows ? { rows } : {}),
    action: {
      label: action ?? labelPage(link),
      url: `${serviceContext.publicUrl}${link}`,
    },
    ...describeReason(recipient, [notification]),
  });
}

/** Why the reader gets the mail, and how to get fewer. */
export function describeReason(
  recipient: Recipient,
  about: readonly Notification[],
): Pick<MailContent, 'footer' | 'preferencesUrl' | 'unsubscribeUrl'> {
  // An accidental click must not turn off the mails that ask for an action; only offers are many.
  const urgent = about.some(({ alertKeys = [], kind }) => alertKeys.length > 0 && kind !== 'OFFER');
  return {
    footer: 'You’re getting this because it affects your account.',
    preferencesUrl: `${serviceContext.publicUrl}/app/settings#email-preferences`,
    unsubscribeUrl: urgent
      ? undefined
      : unsubscribeUrl(
          recipient,
          about.map(({ kind }) => kind),
        ),
  };
}

/** Later events get a new notification, so a resend after a crash sends the same mail. */
function endTopic(id: string): Promise<Notification | undefined> {
  return commit(async (tx) => {
    const open = await notifications.find(id, tx);
    return open?.topic ? notifications.update(open, { ...open, topic: null }, tx) : open;
  });
}
