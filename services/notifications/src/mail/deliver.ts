/** Sends the mail of a job, and decides when trying again has no sense any more. */

import type { Job } from '@nameloan/service/store/jobs.ts';
import { kit } from '../kit.ts';
import type { Letter } from './mail.ts';
import { writeLetter } from './mail.ts';
import { sendMail } from './mail-server.ts';

/** With the jobs' growing pauses this is about two days. */
const mostAttempts = 600;
/** A mailbox that the server refuses for good may still be a server that is set up wrongly for an hour. */
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
    kit.log.error({ err: error, job: `${job.kind}:${job.key}` }, 'a mail was given up');
  }
}

/** The server's permanent no (RFC 5321 section 4.2.1: 5yz). */
function isRefusal(error: unknown): boolean {
  const code = (error as { responseCode?: unknown }).responseCode;
  return typeof code === 'number' && code >= 500;
}
