/**
 * Carries a transition of one loan of a refinancing to the other, in the same transaction: either both change or neither.
 * Two transitions of the pair at the same time conflict, because each writes both loans.
 */

import type { Tx } from '@nameloan/persistence/tx';
import type { LegRecord } from '../../../loan/refinance/refinance.ts';
import { isFinal } from '../../../loan/status.ts';
import { isReplacementPaid } from '../../balance/refinance-rest.ts';
import { escrows } from '../../escrow.model.ts';
import type { Escrow } from '../../escrow.ts';
import { isCustodyLost } from '../guards.ts';
import type { RefinanceSync, TransitionInput } from '../transitions.ts';
import { readCustody } from './close-refinance.ts';

interface Applied {
  before: Escrow;
  after: Escrow;
  input: TransitionInput;
}

type Apply = (escrow: Escrow, input: RefinanceSync, tx: Tx) => Promise<Escrow>;

/** Resolves to the loan of the transition as it is then. */
export async function syncRefinance(applied: Applied, apply: Apply, tx: Tx): Promise<Escrow> {
  const { before, after } = applied;
  const { replacing } = after;
  const { replacement } = before;
  if (replacement) {
    const next = await escrows.find(replacement.escrowId, tx);
    if (next && next.replacing?.escrowId === after.id && !isFinal(next.status))
      return syncNewLoan(applied, { next, apply }, tx);
  }
  if (replacing && (before.status === 'PENDING_SIGNATURE' || before.status === 'NEW')) {
    const old = await escrows.find(replacing.escrowId, tx);
    if (old?.replacement?.escrowId === after.id && !isFinal(old.status))
      await syncOldLoan(applied, { old, apply }, tx);
  }
  return after;
}

/** From the old loan to the new one. */
async function syncNewLoan(
  { before, after, input }: Applied,
  { next, apply }: { next: Escrow; apply: Apply },
  tx: Tx,
): Promise<Escrow> {
  switch (input.transition) {
    case 'SIGN_LETTER': {
      const letterAt = after.replacement?.letter?.at;
      const reason = after.replacement?.letter?.reason;
      const note = reason
        ? 'The old lender corrected the payoff letter.'
        : 'The old lender signed the payoff letter.';
      if (letterAt) await apply(next, { transition: 'REFINANCE_ANSWERED', letterAt, note }, tx);
      return after;
    }
    case 'CONFIRM_LEG': {
      const { paymentId } = input;
      const counted = after.countedPayments?.find(({ id }) => id === paymentId);
      const leg = { paymentId, confirmedCents: counted?.amountCents ?? null };
      const note = 'The old lender confirmed a payment.';
      await apply(next, { transition: 'REFINANCE_ANSWERED', leg, note }, tx);
      return isReplacementPaid(after) && !isCustodyLost(after)
        ? apply(after, { transition: 'CLOSE_REFINANCE' }, tx)
        : after;
    }
    case 'DENY_LEG': {
      const leg = { paymentId: input.paymentId, confirmedCents: null };
      const note = 'The old lender denied a payment. An operator decides about the old loan.';
      await apply(next, { transition: 'REFINANCE_ANSWERED', leg, note }, tx);
      return after;
    }
    case 'CLOSE_REFINANCE':
    case 'RESOLVE_REFINANCED': {
      const payoff = after.replacement?.payoff;
      const custody = readCustody(after);
      if (payoff) await apply(next, { transition: 'CLOSE_REFINANCE', payoff, custody }, tx);
      return after;
    }
    case 'END_REFINANCE':
      return after;
    default:
      if (before.status !== 'ESCALATED' && after.status === 'ESCALATED' && !isCustodyLost(after)) {
        const reason = after.escalation?.reason ?? 'The old loan was escalated.';
        await apply(next, { transition: 'OLD_LOAN_DISPUTED', reason }, tx);
        return after;
      }
      return endWithOldLoan({ before, after, input }, { next, apply }, tx);
  }
}

/** The old loan ended otherwise, lost its domain, or goes on by a decision about the payment of the payoff. */
async function endWithOldLoan(
  { before, after }: Applied,
  { next, apply }: { next: Escrow; apply: Apply },
  tx: Tx,
): Promise<Escrow> {
  const reason = isFinal(after.status)
    ? 'The old loan has ended.'
    : isCustodyLost(after)
      ? 'The domain left our custody.'
      : before.status === 'ESCALATED' && after.status === 'LOAN_POSTED' && after.replacement?.payoff
        ? 'The dispute ended with the old loan continuing.'
        : null;
  if (reason === null) return after;
  const ended = isFinal(after.status)
    ? after
    : await apply(after, { transition: 'END_REFINANCE', reason }, tx);
  await apply(next, { transition: 'END_REFINANCE', reason }, tx);
  return ended;
}

/** From the new loan to the old one. */
async function syncOldLoan(
  { before, after, input }: Applied,
  { old, apply }: { old: Escrow; apply: Apply },
  tx: Tx,
): Promise<void> {
  if (after.status === 'CANCELLED' && input.transition !== 'END_REFINANCE') {
    const reason = 'The new loan was cancelled.';
    await apply(old, { transition: 'END_REFINANCE', reason }, tx);
    return;
  }
  if (input.transition === 'REPORT_LEG') {
    const record = findNew(after, before);
    if (record) await apply(old, { transition: 'LEG_REPORTED', record }, tx);
  }
  if (input.transition === 'WITHDRAW_LEG') {
    const record = findNew(before, after);
    if (record) await apply(old, { transition: 'LEG_WITHDRAWN', record }, tx);
  }
}

/** The payment that the first has and the second has not. */
function findNew(first: Escrow, second: Escrow): LegRecord | undefined {
  const known = new Set(second.replacing?.legs.map(({ id }) => id));
  return first.replacing?.legs.find(({ id }) => !known.has(id));
}
