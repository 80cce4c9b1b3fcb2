/** Sends the mail of a job and decides when to stop retrying. */

import type { Job } from '@nameloan/persistence/jobs';
import { serviceContext } from '../service-context.ts';
import { renderMail } from './mail.ts';
import type { MailContent } from './mail-content.ts';
import { sendMail } from './mail-server.ts';

/** About two days with the jobs' retry backoff. */
const maxAttempts = 600;
/** About half an hour: a permanent rejection can be a temporary misconfiguration of the mailbox. */
const maxRejections = 15;

/** Throws to be retried. Logs and drops a mail that the server keeps rejecting. */
export async function deliverMail(
  job: Pick<Job, 'kind' | 'key' | 'attempt'>,
  to: { name: string; email: string },
  content: MailContent,
): Promise<void> {
  try {
    await sendMail(job.key, {
      to,
      rendered: renderMail(content),
      unsubscribeUrl: content.unsubscribeUrl,
    });
  } catch (error) {
    const rejected = isMailRejected(error);
    if (job.attempt < (rejected ? maxRejections : maxAttempts)) throw error;
    serviceContext.log.error(
      { err: error, job: `${job.kind}:${job.key}` },
      'mail dropped after too many attempts',
    );
  }
}

/**
 * A permanent rejection of this mail (RFC 5321 section 4.2.1: 5yz). A rejected STARTTLS or password is a
 * configuration error that can still be fixed.
 */
function isMailRejected(error: unknown): boolean {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const aboutMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  return aboutMail && typeof responseCode === 'number' && responseCode >= 500;
}
