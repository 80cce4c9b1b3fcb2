/** Answers a payment: confirms, corrects or denies it as its payee, or withdraws it as its payer. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { invalidInput } from '@nameloan/contracts/field-errors';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import type { Viewer } from '../escrow/participant.ts';
import { loadViewer, requireParticipant } from '../escrow/participant.ts';
import { computeOwedCents } from '../escrow/stage.ts';
import { applyTransition } from '../escrow/transition/apply-transition.ts';
import { claimChanged } from '../escrow/transition/claims.ts';
import { payments } from '../escrow/transition/payment/payment.model.ts';
import {
  assertOwed,
  assertPaymentAmount,
} from '../escrow/transition/payment/payment-transitions.ts';
import type { UserTransition } from '../escrow/transition/transitions.ts';
import type { Payment, PaymentParty, PaymentStatus } from '../loan/payment.ts';
import type { EscrowRole } from '../loan/roles.ts';
import { access, commit, quotas } from '../service-context.ts';

export type PaymentAnswer =
  | { kind: 'CONFIRM'; amountCents?: number | null | undefined }
  | { kind: 'DENY'; reason: string }
  | { kind: 'WITHDRAW' };

interface Target {
  escrowId: string;
  paymentId: string;
}

type AnswerInput = Exclude<UserTransition, { transition: 'SIGN' }>;

/**
 * Throws NOT_FOUND for an outsider or a payment of another loan, FORBIDDEN for the wrong party, CONFLICT for a payment
 * that is answered, INVALID_INPUT, TOO_MANY_REQUESTS. The lender’s confirmation also throws STEP_UP_REQUIRED.
 */
export async function answerPayment(
  actor: AccountActor,
  { escrowId, paymentId }: Target,
  answer: PaymentAnswer,
): Promise<Payment> {
  if (answer.kind === 'CONFIRM' && answer.amountCents != null)
    assertPaymentAmount(answer.amountCents);
  const viewer = await loadViewer(actor);
  const known = await payments.find(paymentId);
  const { escrow: seen, by: seenBy } = findAnswerer(
    await escrows.findById(escrowId),
    known,
    viewer,
  );
  // A part payment can become the claim of repayment before the commit.
  const isClaimed = seen.claim?.paymentId === paymentId;
  const isLeg = seen.openPayments?.some(({ id, leg }) => id === paymentId && leg);
  const mayEnd = answer.kind === 'CONFIRM' && (isClaimed || isLeg);
  // It can't be taken back, and several together discharge the debt.
  if (answer.kind === 'CONFIRM' && seenBy.role === 'LENDER') await access.fresh(actor);
  return commit(async (tx) => {
    const payment = await payments.find(paymentId, tx);
    const { escrow, by } = findAnswerer(await escrows.find(escrowId, tx), payment, viewer);
    if (!payment || (payment.escrowId !== escrowId && payment.oldEscrowId !== escrowId))
      throw new DomainError('NOT_FOUND', 'There is no such payment.');
    await quotas.take('loanActions', actor.accountId, tx);
    assertParty(payment, { escrowId, by }, answer);
    const input = chooseTransition(escrow, payment, answer);
    if (input.transition === 'FINALIZE_RETURN' && !mayEnd) throw claimChanged();
    await applyTransition(escrow, { input, by }, tx);
    return payments.get(paymentId, tx);
  });
}

const partyNames: Record<PaymentParty, string> = {
  BORROWER: 'the borrower',
  LENDER: 'the lender',
  OLD_LENDER: 'the old lender',
};

/** A former lender answers what was paid to them after the sale, and sees nothing else of the loan. */
function findAnswerer(
  escrow: Escrow | undefined,
  payment: Payment | undefined,
  viewer: Viewer,
): ReturnType<typeof requireParticipant> {
  const isTheirs = payment?.escrowId === escrow?.id && payment?.formerLenderId === viewer.accountId;
  const sale = isTheirs
    ? escrow?.sales?.findLast(({ sellerId }) => sellerId === viewer.accountId)
    : undefined;
  if (!escrow || !sale) return requireParticipant(escrow, viewer);
  const { accountId } = viewer;
  return { escrow, by: { role: 'LENDER', accountId, name: sale.sellerName } };
}

/** The old lender of a refinancing answers on its loan; everything else is done on the loan of the payment. */
function assertParty(
  { from, to, formerLenderId, ...payment }: Payment,
  { escrowId, by }: { escrowId: string; by: { role: EscrowRole; accountId: string | null } },
  { kind }: PaymentAnswer,
): void {
  const party = kind === 'WITHDRAW' ? from : to;
  const isOld = escrowId !== payment.escrowId;
  // The present lender did not receive it, and gains from a denial.
  if (by.role === 'LENDER' && kind === 'DENY' && formerLenderId && formerLenderId !== by.accountId)
    throw new DomainError('FORBIDDEN', 'Only the former lender, who was paid, can deny this.');
  if (party === 'OLD_LENDER' ? isOld && by.role === 'LENDER' : !isOld && by.role === party) return;
  throw new DomainError('FORBIDDEN', `Only ${partyNames[party]} can do this.`);
}

const statusTexts: Record<PaymentStatus, string> = {
  REPORTED: 'reported',
  CONFIRMED: 'confirmed',
  CORRECTED: 'confirmed with another amount',
  DENIED: 'denied',
  DEEMED: 'counted, because it was not answered in time',
  WITHDRAWN: 'withdrawn',
};

function chooseTransition(escrow: Escrow, payment: Payment, answer: PaymentAnswer): AnswerInput {
  if (payment.leg === 'ADVANCE') return answerAdvance(payment, answer);
  if (payment.status !== 'REPORTED') {
    throw new DomainError('CONFLICT', `This payment is already ${statusTexts[payment.status]}.`, {
      reason: 'ALREADY_DONE',
    });
  }
  const { id: paymentId } = payment;
  if (isRefinanceLeg(escrow, payment)) return answerLeg(paymentId, answer);
  const claimed = escrow.claim?.paymentId === paymentId;
  switch (answer.kind) {
    case 'DENY':
      return claimed
        ? { transition: 'DENY_REPAID', reason: answer.reason }
        : { transition: 'DENY_PAYMENT', paymentId, reason: answer.reason };
    case 'WITHDRAW':
      return claimed
        ? { transition: 'WITHDRAW_CLAIM' }
        : { transition: 'WITHDRAW_PAYMENT', paymentId };
    default:
      return confirmRepayment(escrow, payment, answer.amountCents ?? null);
  }
}

/** Once the refinancing has ended, a payment to the old lender is an ordinary part payment. */
function isRefinanceLeg(escrow: Escrow, { id, leg, oldEscrowId }: Payment): boolean {
  if (leg === 'REPAYMENT' || leg === 'AMENDMENT') return false;
  if (oldEscrowId !== escrow.id) return true;
  return escrow.openPayments?.some((payment) => payment.id === id && payment.leg) ?? false;
}

function answerLeg(paymentId: string, answer: PaymentAnswer): AnswerInput {
  switch (answer.kind) {
    case 'DENY':
      return { transition: 'DENY_LEG', paymentId, reason: answer.reason };
    case 'WITHDRAW':
      return { transition: 'WITHDRAW_LEG', paymentId };
    default:
      return { transition: 'CONFIRM_LEG', paymentId, amountCents: answer.amountCents ?? null };
  }
}

/** A claimed payment that still covers the payoff of its day ends the loan, whatever its amount. */
function confirmRepayment(
  escrow: Escrow,
  { id: paymentId }: Payment,
  amountCents: number | null,
): AnswerInput {
  if (amountCents !== null) assertPaymentAmount(amountCents);
  const { claim, receipt } = escrow;
  if (claim?.paymentId !== paymentId || receipt === null)
    return { transition: 'CONFIRM_PAYMENT', paymentId, amountCents };
  if (amountCents !== null)
    assertOwed(escrow, { day: claim.date, amountCents: claim.amountCents ?? 0 }, amountCents);
  const covers =
    amountCents === null || amountCents >= computeOwedCents(escrow, receipt, claim.date);
  return covers
    ? { transition: 'FINALIZE_RETURN', amountCents }
    : { transition: 'CONFIRM_PAYMENT', paymentId, amountCents };
}

/** The loan's money: its receipt is confirmed as before, and a dispute decides about its absence. */
function answerAdvance(payment: Payment, answer: PaymentAnswer): AnswerInput {
  if (answer.kind !== 'CONFIRM') {
    const message =
      answer.kind === 'DENY'
        ? 'Escalate the loan if its money has not arrived; an operator then decides.'
        : 'A mark as paid cannot be withdrawn. Escalate the loan if you did not pay.';
    throw new DomainError('CONFLICT', message, { reason: 'STATUS' });
  }
  const { amountCents } = answer;
  if (amountCents !== undefined && amountCents !== null && amountCents !== payment.amountCents)
    throw invalidInput({
      amount:
        'The loan’s money is confirmed as a whole. Escalate the loan if another amount arrived.',
    });
  return { transition: 'CONFIRM_RECEIPT' };
}
