/** Mails a link that verifies an address. The token is decrypted only while the mail is rendered. */

import type { Event, EventData } from '@nameloan/contracts/events';
import type { Job } from '@nameloan/persistence/jobs';
import type { Tx } from '@nameloan/persistence/tx';
import { request, serviceContext } from '../service-context.ts';
import { deliverMail } from './deliver-mail.ts';

const kind = 'mail-verification-link';
const purpose = 'identity.verification.requested';

export async function scheduleVerificationLink(
  event: Event<typeof purpose>,
  tx: Tx,
): Promise<void> {
  await tx.schedule({ kind, key: event.id, data: { ...event.data } });
}

/** Sends nothing if the link has expired, in wall time. Throws UNAVAILABLE while identity does not answer. */
export async function mailVerificationLink(job: Job): Promise<void> {
  const { accountId, sealedToken, expiresAt } = job.data as EventData<typeof purpose>;
  if (Date.parse(expiresAt) <= Date.now()) return;
  const { name, email } = await request('identity.account', { accountId });
  const token = serviceContext.decrypt(sealedToken, purpose);
  await deliverMail(
    job,
    { name, email },
    {
      subject: 'Verify your e-mail address',
      name,
      paragraphs: [
        'Someone, most likely you, opened a Nameloan account with this address.',
        'The link below verifies the address. It works once and expires in 24 hours. If this wasn’t you, ignore this mail: the account stays restricted.',
      ],
      action: {
        label: 'Verify your address',
        url: `${serviceContext.publicUrl}/verify-email#token=${encodeURIComponent(token)}`,
      },
      footer: 'Replies aren’t read.',
    },
  );
}
