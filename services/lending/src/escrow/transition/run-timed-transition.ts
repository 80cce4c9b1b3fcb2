/** What silence and dates bring about: one job for each loan, which makes the move that is due next. */

import { now } from '@nameloan/service/clock.ts';
import type { Job, JobResult } from '@nameloan/service/store/jobs.ts';
import { commit } from '../../service-context.ts';
import { escrows } from '../escrow.model.ts';
import { applyTransition } from './apply-transition.ts';
import { systemActor } from './decide-transition.ts';
import { nextTimedTransition } from './escrow-jobs.ts';

/**
 * Decides on the loan as it stands at the commit: whoever answered in the same moment was in time or finds it done.
 * The move schedules the next one in its own transaction, so that a crash around it leaves nothing twice and nothing
 * out. Where nothing is due yet (the machine's clock was set back) it comes again then.
 */
export function runTimedTransition({ key }: Job): Promise<JobResult> {
  return commit<JobResult>(async (tx) => {
    const escrow = await escrows.find(key, tx);
    const next = escrow && nextTimedTransition(escrow, now());
    if (!next) return;
    if (next.at > now()) return { again: next.at };
    const after = await applyTransition(
      escrow,
      { input: { transition: next.transition }, by: systemActor },
      tx,
    );
    // Of two moves that are due at one moment the second is no change of plan, only another run.
    const then = nextTimedTransition(after, now());
    if (then) return { again: then.at };
  });
}
