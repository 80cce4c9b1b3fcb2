/** Sends the mail of a job, and decides when trying again has no sense any more. */

import type { Job } from '@nameloan/service/store/jobs.ts';
import { serviceContext } from '../kit.ts';
import type { Letter } from './mail.ts';
import { writeLetter } from './mail.ts';
import { sendMail } from './mail-server.ts';

/** With the jobs' growing pauses this is about two days. */
const mostAttempts = 600;
/** About half an hour: a mailbox that is refused for good may still be one that is set up wrongly for a while. */
const mostRefusals = 15;

/** Throws to be tried again; gives up, with a line in the log, on what will never be taken. */
export async function deliver(
  job: Pick<Job, 'kind' | 'key' | 'attempt'>,
  to: { name: string; email: string },
  letter: Letter,
): Promise<void> {
  try {
    await sendMail(job.key, { to, parts: writeLetter(letter) });
  } catch (error) {
    const refused = isRefusal(error);
    if (job.attempt < (refused ? mostRefusals : mostAttempts)) throw error;
    serviceContext.log.error({ err: error, job: `${job.kind}:${job.key}` }, 'a mail was given up');
  }
}

/**
 * The server's permanent no to this very mail (RFC 5321 section 4.2.1: 5yz). A no to STARTTLS or to our password is a
 * setting that somebody can put right.
 */
function isRefusal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const aboutMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  return aboutMail && typeof responseCode === 'number' && responseCode >= 500;
}
