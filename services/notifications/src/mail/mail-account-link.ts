/** Mails a link with a token of identity. The token is decrypted only while the mail is rendered. */

import type { EventData } from '@nameloan/contracts/events';
import { formatDateTime } from '@nameloan/contracts/format-date';
import type { Job } from '@nameloan/persistence/jobs';
import { accountNow } from '@nameloan/runtime/clock';
import type { MailRow } from '../mail-row/mail-row.ts';
import { request, serviceContext } from '../service-context.ts';
import { deliverMail } from './deliver-mail.ts';

/** Links of identity work for one account and for a limited time. */
const linkRows = (email: string, expiresAt: string): MailRow[] => [
  { label: 'Account', value: email },
  { label: 'Works until', value: formatDateTime(expiresAt) },
];

interface AccountLink {
  /** The event that the job was scheduled by, which is the purpose of the encryption too. */
  purpose: 'identity.reset.requested' | 'identity.verification.requested';
  subject: string;
  paragraphs: string[];
  label: string;
  /** The page that reads the token from the fragment. */
  path: string;
}

/**
 * Sends nothing if the link has expired. These links expire in account time. Requests the address, since the copy may miss
 * a change of it. Throws UNAVAILABLE while identity does not answer, so that the job is retried.
 */
export async function mailAccountLink(job: Job, link: AccountLink): Promise<void> {
  const { purpose, subject, paragraphs, label, path } = link;
  const { accountId, sealedToken, expiresAt } = job.data as EventData<AccountLink['purpose']>;
  if (Date.parse(expiresAt) <= accountNow().getTime()) return;
  const { name, email } = await request('identity.account', { accountId });
  const token = serviceContext.decrypt(sealedToken, purpose);
  const url = `${serviceContext.publicUrl}${path}#token=${encodeURIComponent(token)}`;
  await deliverMail(
    job,
    { name, email },
    { subject, name, paragraphs, rows: linkRows(email, expiresAt), action: { label, url } },
  );
}
