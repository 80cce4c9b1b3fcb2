/** Writes a step of a sale: its record, the loan's copy of its status, its job, its event and the change signal. */

import type { AssignmentStep } from '@nameloan/contracts/loan';
import { escrowTopic } from '@nameloan/contracts/topics';
import type { Tx } from '@nameloan/persistence/tx';
import type { Escrow } from '../escrow/escrow.ts';
import { updateDeadlines } from '../escrow/transition/apply-transition.ts';
import type { Assignment } from '../escrow/transition/assignment/assignment.model.ts';
import { assignments } from '../escrow/transition/assignment/assignment.model.ts';
import { emitStep } from '../escrow/transition/assignment/write-void.ts';
import { isLiveSale } from '../loan/assignment/assignment.ts';
import { publishSignal } from '../service-context.ts';
import { findStepTime } from './assignment-steps.ts';

interface Step {
  step: AssignmentStep;
  /** Null: by the platform or an operator. */
  bySeller: boolean | null;
  changes: Partial<Assignment>;
}

/** For every step but the closing, which is a transition of the loan. */
export async function writeStep(
  { escrow, assignment }: { escrow: Escrow; assignment: Assignment },
  step: Step,
  tx: Tx,
): Promise<Assignment> {
  const written = await updateAssignment(assignment, step, tx);
  const { id, status } = written;
  // The loan's version rises with each step, so that a step conflicts with what the loan does at the same time.
  await updateDeadlines(escrow, { sale: isLiveSale(status) ? { id, status } : null }, tx);
  tx.afterCommit(() => publishSignal(escrowTopic(escrow.id), { what: 'changed' }));
  return written;
}

export async function updateAssignment(
  assignment: Assignment,
  { step, bySeller, changes }: Step,
  tx: Tx,
): Promise<Assignment> {
  const written = await assignments.update(assignment, { ...assignment, ...changes }, tx);
  await scheduleStep(written, tx);
  emitStep(written, { step, bySeller }, tx);
  return written;
}

export async function scheduleStep(assignment: Assignment, tx: Tx): Promise<void> {
  const at = findStepTime(assignment);
  if (at) await tx.schedule({ kind: 'run-assignment', key: assignment.id, at });
  else await tx.unschedule('run-assignment', assignment.id);
}
