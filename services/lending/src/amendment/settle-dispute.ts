/** Settles a dispute: by an outcome that both parties choose, or by an amendment, whose proposal is the choice of its proposer. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { invalidInput } from '@nameloan/contracts/field-errors';
import type { Escrow } from '../escrow/escrow.ts';
import { readEscrow } from '../escrow/read-escrows.ts';
import { applyUserTransition } from '../escrow/transition/apply-user-transition.ts';
import type { SettleOutcome } from '../graphql.generated.ts';
import { readContinuation } from '../loan/read-continuation.ts';
import { access } from '../service-context.ts';
import { answerAmendment } from './answer-amendment.ts';
import { requireAmendment } from './find-amendment.ts';

export interface SettlementInput {
  id: string;
  outcome: SettleOutcome;
  maySeize?: boolean | null | undefined;
  /** The number of the amendment; only with AMEND. */
  amendment?: number | null | undefined;
}

/** Throws STEP_UP_REQUIRED for an outcome that moves the domain or the right to it, and as the transitions do. */
export async function settleDispute(
  actor: AccountActor,
  { id, outcome, maySeize, amendment = null }: SettlementInput,
): Promise<Escrow> {
  const chosen = readContinuation(outcome, maySeize);
  if (chosen === 'AMEND') return settleByAmendment(actor, { escrowId: id, seq: amendment });
  if (amendment !== null)
    throw invalidInput({ amendment: 'Only the outcome AMEND has an amendment.' });
  if (chosen !== 'CONTINUE') await access.fresh(actor);
  if (chosen === 'SEIZE' || chosen === 'CONTINUE_MAY_SEIZE') await access.keepsEmail(actor);
  return applyUserTransition(actor, id, { transition: `SETTLE_${chosen}` });
}

/**
 * Throws INVALID_INPUT without a number, CONFLICT for a loan without a dispute, and as the agreement does. The proposer's
 * own choice changes nothing, nor does a choice of what both have signed: its agreed money ends the dispute.
 */
async function settleByAmendment(
  actor: AccountActor,
  { escrowId, seq }: { escrowId: string; seq: number | null },
): Promise<Escrow> {
  if (seq === null) throw invalidInput({ amendment: 'Enter the number of the amendment.' });
  const escrow = await readEscrow(actor, escrowId);
  if (escrow.status !== 'ESCALATED') {
    const message = 'Only a dispute is settled. Agree to the amendment on the loan’s page.';
    throw new DomainError('CONFLICT', message, { reason: 'STATUS' });
  }
  const { proposedBy, status } = await requireAmendment(escrow, seq);
  const own = proposedBy === 'BORROWER' ? escrow.borrowerId : escrow.lenderId;
  const isOwn = own === actor.accountId;
  if (!(isOwn && status === 'PROPOSED') && status !== 'AWAITING_MONEY')
    await answerAmendment(actor, { escrowId, seq }, { kind: 'AGREE' });
  return readEscrow(actor, escrowId);
}
