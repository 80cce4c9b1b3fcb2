/** Mails a password reset link. */

import type { Event } from '@nameloan/contracts/events';
import type { Job } from '@nameloan/persistence/jobs';
import type { Tx } from '@nameloan/persistence/tx';
import { mailAccountLink } from './mail-account-link.ts';

const kind = 'mail-reset-link';
const purpose = 'identity.reset.requested';

export async function scheduleResetLink(event: Event<typeof purpose>, tx: Tx): Promise<void> {
  await tx.schedule({ kind, key: event.id, data: { ...event.data } });
}

export const mailResetLink = (job: Job): Promise<void> =>
  mailAccountLink(job, {
    purpose,
    subject: 'Set a new password',
    paragraphs: [
      'Someone, most likely you, asked to reset the password of your Nameloan account.',
      'The link below works once and expires in an hour. If this wasn’t you, ignore this mail: your password stays the same.',
    ],
    label: 'Set a New Password',
    path: '/reset-password',
  });
