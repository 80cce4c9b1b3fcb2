/** Ends the sale of a loan that ended, in the transaction of its end. */

import type { AssignmentStep } from '@nameloan/contracts/loan';
import type { Tx } from '@nameloan/persistence/tx';
import type { AppliedTransition } from '../transitions.ts';
import type { Assignment } from './assignment.model.ts';
import { assignments } from './assignment.model.ts';

export async function writeVoid(applied: AppliedTransition, tx: Tx): Promise<void> {
  const { before, after, transition, at } = applied;
  if (!before.sale || after.sale || transition === 'ASSIGN') return;
  const assignment = await assignments.get(before.sale.id, tx);
  const ended = { ...assignment, status: 'VOID', endedAt: at } as const;
  const written = await assignments.update(assignment, ended, tx);
  await tx.unschedule('run-assignment', assignment.id);
  emitStep(written, { step: 'VOID', bySeller: null }, tx);
}

/** Publishes a step of a sale. */
export function emitStep(
  assignment: Assignment,
  { step, bySeller }: { step: AssignmentStep; bySeller: boolean | null },
  tx: Tx,
): void {
  const { id: assignmentId, escrowId, domainId, domainName, sellerId, buyerId } = assignment;
  tx.emit('lending.assignment.moved', assignment, {
    ...{ assignmentId, escrowId, domainId, domainName, sellerId, buyerId, step, bySeller },
    signed: assignment.signatures.length === 2,
    priceCents: assignment.priceCents,
  });
}
