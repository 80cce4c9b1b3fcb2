/** Mails the transfer code of a domain that leaves for another registrar. No screen ever shows it. */

import type { Event, EventData } from '@nameloan/contracts/events';
import { formatDateTime } from '@nameloan/contracts/format-date';
import type { Job } from '@nameloan/persistence/jobs';
import type { Tx } from '@nameloan/persistence/tx';
import { DependencyNotReadyError } from '@nameloan/subgraph/subscribe-events';
import { recipients } from '../recipient/recipient.model.ts';
import { serviceContext } from '../service-context.ts';
import { deliverMail } from './deliver-mail.ts';

const kind = 'mail-transfer-code';
const purpose = 'domains.domain.transfer-out-started';

type CodeIssued = EventData<typeof purpose>;
/** Jobs of former releases have no end of the code's life. */
type JobData = Omit<CodeIssued, 'codeExpiresAt'> & Partial<CodeIssued>;

/** Throws DependencyNotReadyError until the account has been synced. */
export async function scheduleTransferCode(event: Event<typeof purpose>, tx: Tx): Promise<void> {
  const { accountId } = event.data;
  if (!(await recipients.find(accountId, tx))) {
    throw new DependencyNotReadyError(`account ${accountId} is not synced yet`);
  }
  await tx.schedule({ kind, key: event.id, data: { ...event.data } });
}

export async function mailTransferCode(job: Job): Promise<void> {
  const { accountId, name: domainName, sealedAuthCode, codeExpiresAt } = job.data as JobData;
  const recipient = await recipients.get(accountId);
  await deliverMail(job, recipient, {
    subject: `Transfer code for ${domainName}`,
    name: recipient.name,
    paragraphs: [
      `You started a transfer of ${domainName} to another registrar. The domain is unlocked. Give this code to the new registrar:`,
    ],
    rows: [
      { label: 'Domain', value: domainName },
      ...(codeExpiresAt
        ? [{ label: 'Can be used until', value: formatDateTime(codeExpiresAt) }]
        : []),
    ],
    code: serviceContext.decrypt(sealedAuthCode, purpose),
    action: { label: 'Open My Domains', url: `${serviceContext.publicUrl}/app/my-domains` },
    footer:
      'Keep this code to yourself. If you didn’t start this transfer, cancel it in My Domains right away and change your password.',
  });
}
