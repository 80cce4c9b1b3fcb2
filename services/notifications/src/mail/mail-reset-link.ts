/** Mails the link to a new password. The token is opened only while the mail is written. */

import type { Event, EventData } from '@nameloan/contracts/events.ts';
import type { Job } from '@nameloan/service/store/jobs.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { serviceContext } from '../kit.ts';
import { deliver } from './deliver-mail.ts';

const kind = 'mail-reset-link';
const purpose = 'identity.reset.requested';

export async function scheduleResetLink(event: Event<typeof purpose>, tx: Tx): Promise<void> {
  await tx.schedule({ kind, key: event.id, data: { ...event.data } });
}

/** After the link's end there is nothing to send any more. Reset links live on wall time. */
export async function mailResetLink(job: Job): Promise<void> {
  const { name, email, sealedToken, expiresAt } = job.data as EventData<typeof purpose>;
  if (Date.parse(expiresAt) <= Date.now()) return;
  const token = serviceContext.unseal(sealedToken, purpose);
  await deliver(
    job,
    { name, email },
    {
      subject: 'Set a new password',
      name,
      paragraphs: [
        'Someone, most likely you, asked to set a new password for your Nameloan account.',
        'The link below works once, for one hour. If it was not you, do nothing: your password stays as it is.',
      ],
      action: {
        label: 'Set a new password',
        url: `${serviceContext.publicUrl}/reset-password#token=${encodeURIComponent(token)}`,
      },
      footer: 'Nobody reads answers to this mail.',
    },
  );
}
