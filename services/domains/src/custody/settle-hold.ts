/** Jobs: charge or give back a held fee, until payments has confirmed it; what cannot be settled waits for a person. */

import { DomainError } from '@nameloan/contracts/errors.ts';
import { letterId } from '@nameloan/service/store/dead-letters.ts';
import type { Job } from '@nameloan/service/store/jobs.ts';
import { request, serviceContext } from '../service-context.ts';

/** A quarter of an hour of tries: a fault that lasts longer is no passing one. */
const attemptsBeforeDeadLetter = 12;

export async function captureHold(job: Job): Promise<void> {
  await settle(job, 'payments.capture');
}

export async function releaseHold(job: Job): Promise<void> {
  await settle(job, 'payments.release');
}

/**
 * A refusal is final: the hold was settled the other way, and to repeat it cannot help. A fault of payments
 * may pass: the job goes on, also while a person looks at it, and takes the letter away when it succeeds.
 */
async function settle(
  { key: holdId, attempt }: Job,
  question: 'payments.capture' | 'payments.release',
): Promise<void> {
  const letter = { subject: question, holdId };
  const { deadLetters } = serviceContext.store;
  try {
    await request(question, { holdId });
    if (attempt > attemptsBeforeDeadLetter) await deadLetters.dismiss(letterId(letter));
  } catch (error) {
    const refused = error instanceof DomainError ? error.code : 'INTERNAL';
    const final = refused !== 'UNAVAILABLE' && refused !== 'INTERNAL';
    if (final || (refused === 'INTERNAL' && attempt >= attemptsBeforeDeadLetter)) {
      await deadLetters.add(letter, `Hold ${holdId} could not be settled. ${error}`);
      serviceContext.log.error({ err: error, holdId, question }, 'a held fee could not be settled');
    }
    if (!final) throw error;
  }
}
