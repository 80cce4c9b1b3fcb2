/** Mails the link that stops the transfer out of a valuable domain during its wait. */

import type { Event, EventData } from '@nameloan/contracts/events';
import { formatDateTime } from '@nameloan/contracts/format-date';
import type { Job } from '@nameloan/persistence/jobs';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { DependencyNotReadyError } from '@nameloan/subgraph/subscribe-events';
import { recipients } from '../recipient/recipient.model.ts';
import { serviceContext } from '../service-context.ts';
import { deliverMail } from './deliver-mail.ts';

const kind = 'mail-transfer-wait';
const purpose = 'domains.domain.transfer-out-waiting';

/** Throws DependencyNotReadyError until the account has been synced. */
export async function scheduleTransferWait(event: Event<typeof purpose>, tx: Tx): Promise<void> {
  const { accountId } = event.data;
  if (!(await recipients.find(accountId, tx))) {
    throw new DependencyNotReadyError(`account ${accountId} is not synced yet`);
  }
  await tx.schedule({ kind, key: event.id, data: { ...event.data } });
}

/** Sends nothing once the wait is over, because the link has expired. */
export async function mailTransferWait(job: Job): Promise<void> {
  const data = job.data as EventData<typeof purpose>;
  if (Date.parse(data.startsAt) <= now().getTime()) return;
  const recipient = await recipients.get(data.accountId);
  const token = serviceContext.decrypt(data.sealedStopToken, purpose);
  const path = `/stop/transfer-out#token=${encodeURIComponent(token)}`;
  const startsAt = formatDateTime(data.startsAt);
  await deliverMail(job, recipient, {
    subject: `The transfer of ${data.name} starts on ${startsAt}`,
    name: recipient.name,
    paragraphs: [
      `Someone, most likely you, asked to transfer ${data.name} to another registrar. Because of its value the transfer starts on ${startsAt}. Until then nothing changes, and the transfer code isn’t mailed.`,
      'If this wasn’t you, stop the transfer with the link below. It works without a login, ends all sessions, removes MFA, payees and a new email that were set up since the request, and mails you a link to set a new password. If this was you, ignore this mail.',
    ],
    rows: [
      { label: 'Domain', value: data.name },
      { label: 'Starts', value: startsAt },
    ],
    action: { label: 'Stop the Transfer', url: `${serviceContext.publicUrl}${path}` },
  });
}
