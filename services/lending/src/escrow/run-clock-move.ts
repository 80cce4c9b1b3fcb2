/** What silence and dates bring about: one job for each loan, which makes the move that is due next. */

import { now } from '@nameloan/service/clock.ts';
import type { Job, JobResult } from '@nameloan/service/store/jobs.ts';
import { commit } from '../kit.ts';
import { bySystem } from './decide.ts';
import { escrows } from './escrow.model.ts';
import { makeMove } from './make-move.ts';
import { nextClockMove } from './wanted-jobs.ts';

/**
 * Decides on the loan as it stands at the commit: whoever answered in the same moment was in time or finds it done.
 * The move schedules the next one in its own transaction, so that a crash around it leaves nothing twice and nothing
 * out. Where nothing is due yet (the machine's clock was set back) it comes again then.
 */
export function runClockMove({ key }: Job): Promise<JobResult> {
  return commit<JobResult>(async (tx) => {
    const escrow = await escrows.find(key, tx);
    const next = escrow && nextClockMove(escrow, now());
    if (!next) return;
    if (next.at > now()) return { again: next.at };
    const after = await makeMove(escrow, { input: { move: next.move }, by: bySystem }, tx);
    // Of two moves that are due at one moment the second is no change of plan, only another run.
    const then = nextClockMove(after, now());
    if (then) return { again: then.at };
  });
}
