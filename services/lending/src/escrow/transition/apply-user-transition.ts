/** Applies a user's transition to a loan: cancel, mark paid, confirm, claim, deny, escalate, settle or finalize. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import type { Tx } from '@nameloan/persistence/tx';
import { commit, quotas } from '../../service-context.ts';
import { escrows } from '../escrow.model.ts';
import type { Escrow } from '../escrow.ts';
import { loadViewer, requireParticipant } from '../participant.ts';
import { applyTransition } from './apply-transition.ts';
import type { TransitionActor } from './decide-transition.ts';
import { assertRoomForClaim } from './payment/payment-room.ts';
import type { UserTransition } from './transitions.ts';

/**
 * Throws NOT_FOUND for an outsider, FORBIDDEN for the wrong party, CONFLICT when the loan does not allow it now,
 * INVALID_INPUT for invalid content, TOO_MANY_REQUESTS. Signing goes by token: see contract/.
 */
export async function applyUserTransition(
  actor: AccountActor,
  escrowId: string,
  input: Exclude<UserTransition, { transition: 'SIGN' | 'PAYMENT_DETAILS' }>,
): Promise<Escrow> {
  return commit(async (tx) => {
    const viewer = await loadViewer(actor);
    const { escrow, by } = requireParticipant(await escrows.find(escrowId, tx), viewer);
    await quotas.take('loanActions', actor.accountId, tx);
    if (input.transition.startsWith('SETTLE_'))
      await quotas.take('proposals', `${actor.accountId} ${escrowId}`, tx);
    assertDenies(escrow, { input, by });
    const after = await applyTransition(escrow, { input, by }, tx);
    if (input.transition === 'CLAIM_REPAID') await assertRoomForClaim(escrowId, tx);
    if (after.heldRelease && !escrow.heldRelease) await assertHeldForThisLoan(escrow, tx);
    return after;
  });
}

/** Throws FORBIDDEN for the lender of a claim that names the former lender, who was paid. */
function assertDenies(
  { claim }: Escrow,
  { input, by }: { input: UserTransition; by: TransitionActor },
): void {
  const former = claim?.formerLenderId;
  if (input.transition !== 'DENY_REPAID' || !former || former === by.accountId) return;
  if (by.role === 'LENDER')
    throw new DomainError('FORBIDDEN', 'Only the former lender, who was paid, can deny this.');
}

/**
 * Throws CONFLICT when the domain has secured another loan since this one's decision: another account owns it, or the
 * platform holds it by a later decision, and this release would be a second one.
 */
async function assertHeldForThisLoan({ domainId, statusAt }: Escrow, tx: Tx): Promise<void> {
  const later = await escrows.findOne({ domainId, createdAt: { $gt: statusAt } }, tx);
  if (!later) return;
  throw new DomainError(
    'CONFLICT',
    'The domain has secured another loan since, so the platform no longer holds it for this one.',
    { reason: 'HELD_ELSEWHERE' },
  );
}
