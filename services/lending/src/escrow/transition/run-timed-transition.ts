/**
 * Runs timed transitions: each loan has one job, which applies the transition that is due next, and one that ranks the
 * loan where no transition does.
 */

import type { Job, JobResult } from '@nameloan/persistence/jobs';
import { now } from '@nameloan/runtime/clock';
import { commit } from '../../service-context.ts';
import { escrows } from '../escrow.model.ts';
import { applyTransition, updateRanks } from './apply-transition.ts';
import { systemActor } from './decide-transition.ts';
import { findJobTime, findNextTimedTransition } from './escrow-jobs.ts';

/**
 * Decides on the loan as of the commit, so that a concurrent user action either comes first or gets a conflict. The
 * transition schedules the next one in the same transaction, so that a crash neither repeats nor skips one. If nothing
 * is due yet (the machine's clock was set back), the job runs again at the due time.
 */
export function runTimedTransition({ key }: Job): Promise<JobResult> {
  return commit<JobResult>(async (tx) => {
    const escrow = await escrows.find(key, tx);
    const next = escrow && findNextTimedTransition(escrow, now());
    if (!next) return;
    if (next.at > now()) return { runAgainAt: next.at };
    const after = await applyTransition(
      escrow,
      { input: { transition: next.transition }, by: systemActor },
      tx,
    );
    // With two transitions due at the same time the schedule does not change, so the job itself asks to run again.
    const following = findNextTimedTransition(after, now());
    if (following) return { runAgainAt: following.at };
  });
}

/** Ranks the loan as of the commit, and runs again at the next moment that changes a rank. */
export function runRankUpdate({ key }: Job): Promise<JobResult> {
  return commit<JobResult>(async (tx) => {
    const escrow = await escrows.find(key, tx);
    if (!escrow) return;
    await updateRanks(escrow, tx);
    const next = findJobTime('update-loan-ranks', escrow, now());
    if (next) return { runAgainAt: next };
  });
}
