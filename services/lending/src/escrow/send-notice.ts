/** The notice of default, at the moment a loan falls due: the only move by date so far. */

import { now } from '@nameloan/service/clock.ts';
import type { Job, JobResult } from '@nameloan/service/store/jobs.ts';
import { commit } from '../kit.ts';
import { bySystem } from './decide.ts';
import { escrows } from './escrow.model.ts';
import { makeMove } from './make-move.ts';
import { wantedAt } from './wanted-jobs.ts';

/**
 * A loan that has moved on in the meantime wants no notice any more. One that is not due (the machine's
 * clock was set back) wants it later: without a notice it could never be seized.
 */
export function sendNotice({ key }: Job): Promise<JobResult> {
  return commit<JobResult>(async (tx) => {
    const escrow = await escrows.find(key, tx);
    const wanted = escrow && wantedAt('send-notice', escrow);
    if (!wanted) return;
    if (wanted > now()) return { again: wanted };
    await makeMove(escrow, { input: { move: 'SEND_NOTICE' }, by: bySystem }, tx);
  });
}
