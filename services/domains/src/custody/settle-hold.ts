/** Jobs: charge or give back a held fee, until payments has confirmed it. */

import { DomainError } from '@nameloan/contracts/errors.ts';
import type { Job } from '@nameloan/service/store/jobs.ts';
import { ask, kit } from '../kit.ts';

export async function captureHold(job: Job): Promise<void> {
  await settle(job.key, () => ask('payments.capture', { holdId: job.key }));
}

export async function releaseHold(job: Job): Promise<void> {
  await settle(job.key, () => ask('payments.release', { holdId: job.key }));
}

/** A hold that was settled the other way already cannot be helped by repeating; a person must see it. */
async function settle(holdId: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (
      !(error instanceof DomainError) ||
      error.code === 'UNAVAILABLE' ||
      error.code === 'INTERNAL'
    )
      throw error;
    kit.log.error({ err: error, holdId }, 'a held fee could not be settled');
  }
}
