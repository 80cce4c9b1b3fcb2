/** Jobs that capture, release or refund a held fee until payments confirms; a hold that cannot be settled becomes a dead letter. */

import { DomainError } from '@nameloan/contracts/errors';
import { letterId } from '@nameloan/persistence/events/dead-letters';
import type { Job } from '@nameloan/persistence/jobs';
import { request, serviceContext } from '../service-context.ts';

/** About 15 minutes of attempts; an error that lasts longer is not transient. */
const attemptsBeforeDeadLetter = 12;

export async function captureHold(job: Job): Promise<void> {
  await settleHold(job, 'payments.capture');
}

export async function releaseHold(job: Job): Promise<void> {
  await settleHold(job, 'payments.release');
}

/**
 * For a fee that is captured when its order is accepted: one kind for both directions, so that the capture and a later
 * refund of a fee run one after the other.
 */
export async function settleFee(job: Job): Promise<void> {
  await settleHold(job, job.data.refund === true ? 'payments.refund' : 'payments.capture');
}

/**
 * A rejection is final: the hold was settled the other way. An internal error in payments may pass, so the job
 * continues even after it has written a dead letter, and removes the letter once it succeeds.
 */
async function settleHold(
  { key: holdId, attempt }: Job,
  requestName: 'payments.capture' | 'payments.release' | 'payments.refund',
): Promise<void> {
  const deadLetter = { subject: requestName, holdId };
  const { deadLetters } = serviceContext.store;
  try {
    await request(requestName, { holdId });
    if (attempt > attemptsBeforeDeadLetter) await deadLetters.dismiss(letterId(deadLetter));
  } catch (error) {
    const code = error instanceof DomainError ? error.code : 'INTERNAL';
    const final = code !== 'UNAVAILABLE' && code !== 'INTERNAL';
    if (final || (code === 'INTERNAL' && attempt >= attemptsBeforeDeadLetter)) {
      await deadLetters.add(deadLetter, `Hold ${holdId} could not be settled. ${error}`);
      serviceContext.log.error(
        { err: error, holdId, requestName },
        'held fee could not be settled',
      );
    }
    if (!final) throw error;
  }
}
