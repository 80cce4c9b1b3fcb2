/** Mails the code with which another registrar can take a domain over. It is never shown on a screen. */

import type { Event, EventData } from '@nameloan/contracts/events.ts';
import { TooEarly } from '@nameloan/service/listen.ts';
import type { Job } from '@nameloan/service/store/jobs.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { serviceContext } from '../kit.ts';
import { recipients } from '../recipient/recipient.model.ts';
import { deliver } from './deliver-mail.ts';

const kind = 'mail-transfer-code';
const purpose = 'domains.domain.transfer-out-started';

/** Throws TooEarly while the account is not known here yet. */
export async function scheduleTransferCode(event: Event<typeof purpose>, tx: Tx): Promise<void> {
  const { accountId } = event.data;
  if (!(await recipients.find(accountId, tx))) {
    throw new TooEarly(`the account ${accountId} is not known yet`);
  }
  await tx.schedule({ kind, key: event.id, data: { ...event.data } });
}

export async function mailTransferCode(job: Job): Promise<void> {
  const { accountId, name: domainName, sealedAuthCode } = job.data as EventData<typeof purpose>;
  const recipient = await recipients.get(accountId);
  await deliver(job, recipient, {
    subject: `Transfer code for ${domainName}`,
    name: recipient.name,
    paragraphs: [
      `You started a transfer of ${domainName} to another registrar. Its lock is lifted, and this is the code that the new registrar asks for:`,
    ],
    code: serviceContext.unseal(sealedAuthCode, purpose),
    action: { label: 'My domains', url: `${serviceContext.publicUrl}/app/my-domains` },
    footer:
      'Keep the code to yourself. If you did not start this transfer, cancel it on your domains page at once and change your password.',
  });
}
