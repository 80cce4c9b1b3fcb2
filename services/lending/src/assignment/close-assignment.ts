/** Closes a sale: the seller confirms the price, or an operator decides. The loan gets its new lender in the same commit. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import type { AssignmentStep } from '@nameloan/contracts/loan';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import type { Viewer } from '../escrow/participant.ts';
import { loadViewer } from '../escrow/participant.ts';
import { applyTransition } from '../escrow/transition/apply-transition.ts';
import type { Assignment } from '../escrow/transition/assignment/assignment.model.ts';
import type { TransitionActor } from '../escrow/transition/decide-transition.ts';
import { readRequiredText } from '../escrow/transition/read-input.ts';
import type { NamedPayee } from '../loan/loan-payee.ts';
import { applyCurrentPayee } from '../payee/apply-payee-change.ts';
import { requestPayee, toNamedPayee } from '../payee/payee-version.ts';
import { commit, quotas } from '../service-context.ts';
import { assertStep } from './assignment-steps.ts';
import type { FoundAssignment } from './find-assignment.ts';
import { findAssignment } from './find-assignment.ts';
import { updateAssignment, writeStep } from './write-step.ts';

/** Throws NOT_FOUND, FORBIDDEN for all but the seller, CONFLICT as the steps and the guards of a sale do. */
export async function confirmAssignment(actor: AccountActor, token: string): Promise<Assignment> {
  const viewer = await loadViewer(actor);
  return closeWithPayee({ viewer, token }, async (payee, tx) => {
    const found = await findAssignment(token, viewer, tx);
    assertStep(found.assignment, 'CONFIRM', { role: found.role, now: now() });
    await quotas.take('loanActions', actor.accountId, tx);
    const { sellerId: accountId, sellerName: name } = found.assignment;
    const by = { role: 'LENDER', accountId, name } as const;
    return close(found, { by, payee, step: 'CONFIRM', bySeller: true, decision: null }, tx);
  });
}

export interface SaleDecision {
  outcome: 'CLOSED' | 'NOT_CLOSED';
  reason: string;
}

/** An operator decides about a disputed deed. Throws as confirmAssignment does, and INVALID_INPUT. */
export async function resolveAssignment(
  actor: AccountActor,
  token: string,
  { outcome, reason }: SaleDecision,
): Promise<Assignment> {
  const decision = readRequiredText('reason', reason);
  const viewer = await loadViewer(actor);
  return closeWithPayee({ viewer, token }, async (payee, tx) => {
    const found = await findAssignment(token, viewer, tx);
    const step = outcome === 'CLOSED' ? 'RESOLVE_CLOSED' : 'RESOLVE_NOT_CLOSED';
    assertStep(found.assignment, step, { role: found.role, now: now() });
    if (outcome === 'CLOSED') {
      const by = { role: 'OPERATOR', accountId: viewer.accountId, name: viewer.name } as const;
      return close(found, { by, payee, step, bySeller: null, decision }, tx);
    }
    const changes = { status: 'NOT_CLOSED', decision, endedAt: now() } as const;
    return writeStep(found, { step, bySeller: null, changes }, tx);
  });
}

/** Requests the buyer's payee first; its owner may change it before the commit, so its state is applied again after it. */
async function closeWithPayee(
  { viewer, token }: { viewer: Viewer; token: string },
  run: (payee: NamedPayee | null, tx: Tx) => Promise<Assignment>,
): Promise<Assignment> {
  const { buyerId, payeeId } = (await findAssignment(token, viewer)).assignment;
  const chosen = buyerId && payeeId ? await requestPayee(buyerId, payeeId) : null;
  const written = await commit((tx) => run(chosen && toNamedPayee(chosen), tx));
  if (buyerId && payeeId && written.status === 'CLOSED') {
    const change = { accountId: buyerId, payeeId, change: 'CHANGED' } as const;
    await commit((tx) => applyCurrentPayee(change, tx));
  }
  return written;
}

interface Closing {
  by: TransitionActor;
  payee: NamedPayee | null;
  step: AssignmentStep;
  bySeller: boolean | null;
  decision: string | null;
}

async function close(
  { escrow, assignment }: FoundAssignment,
  { by, payee, step, bySeller, decision }: Closing,
  tx: Tx,
): Promise<Assignment> {
  const { id, buyerId, buyerName, day, priceCents, owedCents, sha256 } = assignment;
  if (buyerId === null || buyerName === null || sha256 === null)
    throw new DomainError('CONFLICT', 'This sale has no buyer.', { reason: 'NO_SALE' });
  const sold = { id, buyerId, buyerName, day, priceCents, owedCents: owedCents ?? 0, sha256 };
  await applyTransition(escrow, { input: { transition: 'ASSIGN', ...sold, payee }, by }, tx);
  await tx.schedule({ kind: 'seal-deed', key: id, at: now() });
  const changes = { status: 'CLOSED', endedAt: now(), decision } as const;
  return updateAssignment(assignment, { step, bySeller, changes }, tx);
}
