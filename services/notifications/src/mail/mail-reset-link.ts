/** Mails a password reset link. The token is decrypted only while the mail is rendered. */

import type { Event, EventData } from '@nameloan/contracts/events';
import type { Job } from '@nameloan/persistence/jobs';
import type { Tx } from '@nameloan/persistence/tx';
import { request, serviceContext } from '../service-context.ts';
import { deliverMail } from './deliver-mail.ts';

const kind = 'mail-reset-link';
const purpose = 'identity.reset.requested';

export async function scheduleResetLink(event: Event<typeof purpose>, tx: Tx): Promise<void> {
  await tx.schedule({ kind, key: event.id, data: { ...event.data } });
}

/**
 * Sends nothing if the link has expired. Reset links expire in wall time. Requests the address, since the copy may miss
 * a change of it. Throws UNAVAILABLE while identity does not answer, so that the job is retried.
 */
export async function mailResetLink(job: Job): Promise<void> {
  const { accountId, sealedToken, expiresAt } = job.data as EventData<typeof purpose>;
  if (Date.parse(expiresAt) <= Date.now()) return;
  const { name, email } = await request('identity.account', { accountId });
  const token = serviceContext.decrypt(sealedToken, purpose);
  await deliverMail(
    job,
    { name, email },
    {
      subject: 'Set a new password',
      name,
      paragraphs: [
        'Someone, most likely you, asked to reset the password of your Nameloan account.',
        'The link below works once and expires in an hour. If this wasn’t you, ignore this mail: your password stays the same.',
      ],
      action: {
        label: 'Set a new password',
        url: `${serviceContext.publicUrl}/reset-password#token=${encodeURIComponent(token)}`,
      },
      footer: 'Replies aren’t read.',
    },
  );
}
