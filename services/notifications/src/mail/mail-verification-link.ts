/** Mails a link that verifies an address. */

import type { Event } from '@nameloan/contracts/events';
import type { Job } from '@nameloan/persistence/jobs';
import type { Tx } from '@nameloan/persistence/tx';
import { mailAccountLink } from './mail-account-link.ts';

const kind = 'mail-verification-link';
const purpose = 'identity.verification.requested';

export async function scheduleVerificationLink(
  event: Event<typeof purpose>,
  tx: Tx,
): Promise<void> {
  await tx.schedule({ kind, key: event.id, data: { ...event.data } });
}

export const mailVerificationLink = (job: Job): Promise<void> =>
  mailAccountLink(job, {
    purpose,
    subject: 'Verify your email',
    paragraphs: [
      'Someone, most likely you, opened a Nameloan account with this address.',
      'The link below verifies the address and expires in 24 hours. If this wasn’t you, ignore this mail.',
    ],
    label: 'Verify Email',
    path: '/verify-email',
  });
