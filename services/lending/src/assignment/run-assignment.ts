/** Job: ends a sale that was not paid in time, and makes a seller's silence a dispute of the deed. */

import type { Job, JobResult } from '@nameloan/persistence/jobs';
import { now } from '@nameloan/runtime/clock';
import { escrows } from '../escrow/escrow.model.ts';
import { assignments } from '../escrow/transition/assignment/assignment.model.ts';
import { commit } from '../service-context.ts';
import { findStepTime } from './assignment-steps.ts';
import { writeStep } from './write-step.ts';

/** A sale that moved on is left alone; if its time is later, the job runs again then. */
export function runAssignment({ key }: Job): Promise<JobResult> {
  return commit<JobResult>(async (tx) => {
    const assignment = await assignments.find(key, tx);
    const due = assignment && findStepTime(assignment);
    if (!assignment || !due) return;
    const at = now();
    if (due > at) return { runAgainAt: due };
    const escrow = await escrows.get(assignment.escrowId, tx);
    const [step, changes] =
      assignment.status === 'SENT'
        ? (['DISPUTE', { status: 'DISPUTED', disputedAt: at }] as const)
        : (['EXPIRE', { status: 'EXPIRED', endedAt: at }] as const);
    await writeStep({ escrow, assignment }, { step, bySeller: null, changes }, tx);
  });
}
