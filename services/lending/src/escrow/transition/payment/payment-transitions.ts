/**
 * Transitions of part payments: reported by the borrower, answered by the lender. They never block a seizure. Of the agreed
 * money of a higher principal the parties are the other way round.
 */

import { DomainError } from '@nameloan/contracts/errors';
import { invalidInput } from '@nameloan/contracts/field-errors';
import { formatCents } from '@nameloan/contracts/money';
import { readFormerLender } from '../../../loan/assignment/former-lender.ts';
import type { OpenPayment } from '../../../loan/payment.ts';
import { paymentBounds } from '../../../loan/payment.ts';
import { fundedStatuses } from '../../../loan/status.ts';
import type { Escrow, RepaymentClaim } from '../../escrow.ts';
import { computeOwedCents } from '../../stage.ts';
import {
  confirmAdvance,
  denyAdvance,
  isAdvanceSent,
  reportAdvance,
  reportsAdvance,
  withdrawAdvance,
} from '../amendment/advance-money.ts';
import {
  assertAgreedInFull,
  assertAgreedMoney,
  confirmsAgreedMoney,
  findPaidAmendment,
  isAgreedMoney,
} from '../amendment/agreed-money.ts';
import { buildEffectiveChanges } from '../amendment/amendment-effect.ts';
import { continueAmended } from '../amendment/continue-amended.ts';
import { allowEscalation, allowRest, buildDeniedChanges, claimPaidOff } from '../claims.ts';
import { guards } from '../guards.ts';
import type { PaymentInput } from '../read-input.ts';
import { readPartPayment, readRequiredText } from '../read-input.ts';
import type { TransitionTable } from '../transition-descriptor.ts';
import { borrower, lender } from '../transition-descriptor.ts';
import { describeConfirmed, describePaid } from './describe-payment.ts';
import { paymentGuards } from './payment-guards.ts';

export interface PaymentInputs {
  /** `amendment`: the number of the amendment whose agreed money it is. `toFormerLender`: after a sale of the loan. */
  REPORT_PAYMENT: PaymentInput & {
    amountCents: number;
    evidenceIds?: string[] | null;
    amendment?: number | null;
    toFormerLender?: boolean;
  };
  /** `amountCents`: what arrived; without it, the amount that was reported. */
  CONFIRM_PAYMENT: { paymentId: string; amountCents?: number | null };
  DENY_PAYMENT: { paymentId: string; reason: string };
  WITHDRAW_PAYMENT: { paymentId: string };
}

export const paymentTransitions: TransitionTable<PaymentInputs> = {
  REPORT_PAYMENT: {
    verb: 'report a payment',
    history: 'Reported a payment',
    rules: [
      {
        from: fundedStatuses,
        roles: borrower,
        guards: [guards.receiptConfirmed, paymentGuards.openPaymentsLeft],
      },
      { from: fundedStatuses, roles: lender, when: reportsAdvance },
    ],
    writes: (escrow, input, { role, now, paymentId }) => {
      const { amountCents } = input;
      assertPaymentAmount(amountCents);
      if (role === 'LENDER') return reportAdvance(escrow, input, { now, paymentId });
      const amended =
        input.amendment == null
          ? null
          : assertAgreedMoney(escrow, input, { payer: 'BORROWER', now });
      const from = amended?.agreedAt ?? escrow.receipt?.at ?? escrow.createdAt;
      const { date: day, method, reference } = readPartPayment(input, { from, to: now });
      const details = { id: paymentId, day, amountCents, method, reference, reportedAt: now };
      const former = readFormerLender(escrow, input, day);
      const reported = { ...details, ...(amended ? { amendment: amended.seq } : {}), ...former };
      const openPayments = [...(escrow.openPayments ?? []), { ...reported, remindedAt: null }];
      const how = [method, reference && `reference ${reference}`].filter(Boolean);
      const note = `${[describePaid(reported), ...how].join(', ')}.`;
      return { changes: { openPayments }, note };
    },
  },
  CONFIRM_PAYMENT: {
    verb: 'confirm a payment',
    history: 'Confirmed a payment',
    rules: [
      { from: 'ESCALATED', roles: lender, when: confirmsAgreedMoney, to: 'LOAN_POSTED' },
      { from: fundedStatuses, roles: lender, guards: [paymentGuards.paymentReported] },
      { from: 'ESCALATED', roles: borrower, when: isAdvanceSent, to: 'LOAN_POSTED' },
      {
        from: 'LOAN_POSTED',
        roles: borrower,
        when: isAdvanceSent,
        guards: [guards.noOpenClaim],
      },
    ],
    writes: (escrow, { paymentId, amountCents }, { role, now }) => {
      if (role === 'BORROWER') return confirmAdvance(escrow, { amountCents }, { now });
      const { claim } = escrow;
      if (claim?.paymentId === paymentId) return correctClaim(escrow, claim, { amountCents, now });
      const payment = findOpenPayment(escrow, paymentId);
      const confirmedCents = amountCents ?? payment.amountCents;
      assertPaymentAmount(confirmedCents);
      assertOwed(escrow, payment, confirmedCents);
      assertAgreedInFull(escrow, { payment, amountCents: confirmedCents });
      return {
        changes: confirmPayment(escrow, { payment, amountCents: confirmedCents }, now),
        note: describeConfirmed(payment, confirmedCents),
      };
    },
  },
  DENY_PAYMENT: {
    verb: 'deny a payment',
    danger: true,
    history: 'Denied a payment',
    rules: [
      { from: fundedStatuses, roles: lender, guards: [paymentGuards.partPaymentReported] },
      { from: fundedStatuses, roles: borrower, when: isAdvanceSent },
    ],
    writes: (escrow, { paymentId, reason }, { role, now }) => {
      if (role === 'BORROWER') return denyAdvance(escrow, { reason });
      const payment = findOpenPayment(escrow, paymentId);
      const why = readRequiredText('reason', reason);
      return {
        changes: {
          openPayments: listOthers(escrow, payment),
          ...(isAgreedMoney(escrow, payment) ? { graceFrom: now, graceEndNotifiedAt: null } : {}),
        },
        note: why,
        detail: `${describePaid(payment)}.`,
      };
    },
  },
  WITHDRAW_PAYMENT: {
    verb: 'withdraw a payment',
    history: 'Withdrew a payment',
    rules: [
      { from: fundedStatuses, roles: borrower, guards: [paymentGuards.partPaymentReported] },
      { from: fundedStatuses, roles: lender, when: isAdvanceSent },
    ],
    writes: (escrow, { paymentId }, { role }) => {
      if (role === 'LENDER') return withdrawAdvance(escrow);
      const payment = findOpenPayment(escrow, paymentId);
      return {
        changes: { openPayments: listOthers(escrow, payment) },
        note: `${describePaid(payment)}.`,
      };
    },
  },
};

/** Throws INVALID_INPUT for an amount out of bounds. */
export function assertPaymentAmount(amountCents: number): void {
  const { minCents, maxCents } = paymentBounds;
  if (Number.isInteger(amountCents) && amountCents >= minCents && amountCents <= maxCents) return;
  throw invalidInput({
    amount: `The amount must be from ${formatCents(minCents)} to ${formatCents(maxCents)}.`,
  });
}

/** Throws INVALID_INPUT for a corrected amount beyond what was owed, since a confirmation cannot be taken back. */
export function assertOwed(
  escrow: Escrow,
  { day, amountCents }: Pick<OpenPayment, 'day' | 'amountCents'>,
  confirmedCents: number,
): void {
  if (escrow.receipt === null || confirmedCents <= amountCents) return;
  const owedCents = computeOwedCents(escrow, escrow.receipt, day);
  if (confirmedCents <= owedCents) return;
  throw invalidInput({
    amount: `The amount must be at most ${formatCents(Math.max(amountCents, owedCents))}, which was reported or owed.`,
  });
}

/** The agreed money of an amendment makes it effective. */
function confirmPayment(
  escrow: Escrow,
  confirmed: { payment: OpenPayment; amountCents: number },
  now: Date,
): Partial<Escrow> {
  const amendment = findPaidAmendment(escrow, confirmed);
  if (!amendment) return countPayment(escrow, confirmed, { now });
  const from = confirmed.payment.day;
  const effect = buildEffectiveChanges(escrow, amendment, { from, now });
  const { amountCents = null } = amendment.terms;
  const counted = { ...confirmed, principalCents: amountCents, amendment: amendment.seq };
  const changes = { ...effect, ...countPayment({ ...escrow, ...effect }, counted, { now }) };
  return continueAmended(escrow, changes, now);
}

/** Throws CONFLICT unless the payment waits for an answer. */
function findOpenPayment({ openPayments }: Escrow, paymentId: string): OpenPayment {
  const payment = openPayments?.find(({ id }) => id === paymentId);
  if (payment) return payment;
  throw new DomainError('CONFLICT', 'This payment has already been answered.', {
    reason: 'ALREADY_DONE',
  });
}

export const listOthers = (
  { openPayments }: Escrow,
  { id }: Pick<OpenPayment, 'id'>,
): OpenPayment[] => (openPayments ?? []).filter((payment) => payment.id !== id);

interface AnsweredPayment {
  payment: Pick<OpenPayment, 'id' | 'day' | 'formerLenderId'>;
  amountCents: number;
  /** What an amendment agreed that it lowers the principal by. */
  principalCents?: number | null;
  /** The number of the amendment that it makes effective. */
  amendment?: number | null;
}

/**
 * What an answered payment writes. Once the counted payments cover the debt, the loan waits for the lender to return the
 * domain, as if the borrower had claimed repayment.
 */
export function countPayment(
  escrow: Escrow,
  { payment, amountCents, principalCents = null, amendment = null }: AnsweredPayment,
  { now, deemedAt = null }: { now: Date; deemedAt?: Date | null },
): Partial<Escrow> {
  const { id, day, formerLenderId } = payment;
  const agreed = {
    ...(formerLenderId ? { formerLenderId } : {}),
    ...(principalCents ? { principalCents } : {}),
    ...(amendment ? { amendment } : {}),
  };
  const counted = { id, day, amountCents, ...agreed, deemedAt };
  const changes = {
    countedPayments: [...(escrow.countedPayments ?? []), counted],
    openPayments: listOthers(escrow, payment),
    remindedAt: now,
  };
  return { ...changes, ...claimPaidOff({ ...escrow, ...changes }, now) };
}

/** The claimed payment arrived with another amount, which does not cover the payoff: it counts as a part payment. */
function correctClaim(
  escrow: Escrow,
  claim: RepaymentClaim,
  { amountCents, now }: { amountCents: number | null | undefined; now: Date },
): { changes: Partial<Escrow>; note: string } {
  const confirmedCents = amountCents ?? claim.amountCents ?? 0;
  assertPaymentAmount(confirmedCents);
  const reported = { day: claim.date, amountCents: claim.amountCents ?? confirmedCents };
  const closed = {
    ...buildDeniedChanges(escrow, now),
    ...allowEscalation(escrow),
    ...allowRest(escrow, now),
  };
  const { date: day, paymentId, formerLenderId = null } = claim;
  const payment = { id: paymentId ?? '', day, formerLenderId };
  const counted = countPayment(
    { ...escrow, ...closed },
    { payment, amountCents: confirmedCents },
    { now },
  );
  return {
    changes: { ...closed, ...counted },
    note: describeConfirmed(reported, confirmedCents),
  };
}
