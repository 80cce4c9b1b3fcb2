/** The agreed money of an amendment: one payment with the exact amount, whose day is the first of the new terms. */

import { DomainError } from '@nameloan/contracts/errors';
import { invalidInput } from '@nameloan/contracts/field-errors';
import { formatCents } from '@nameloan/contracts/money';
import type { LiveAmendment } from '../../../loan/amendment.ts';
import { findPayer } from '../../../loan/amendment.ts';
import type { OpenPayment } from '../../../loan/payment.ts';
import type { Party } from '../../../loan/roles.ts';
import type { Escrow } from '../../escrow.ts';
import type { Situation } from '../guards.ts';
import { computeLapseAt, hasLapsed } from './amendment-deadlines.ts';

/**
 * Throws CONFLICT unless this amendment waits for the money of `payer` at `now` and none is reported, INVALID_INPUT for
 * another amount.
 */
export function assertAgreedMoney(
  escrow: Escrow,
  { amendment, amountCents }: { amendment?: number | null; amountCents: number },
  { payer, now }: { payer: Party; now: Date },
): LiveAmendment {
  const live = escrow.amendment;
  if (live?.status !== 'AWAITING_MONEY' || live.seq !== amendment || hasLapsed(escrow, now)) {
    throw new DomainError('CONFLICT', 'No signed amendment with this number waits for money.', {
      reason: 'NO_AMENDMENT',
    });
  }
  if (findPayer(live) !== payer)
    throw new DomainError('FORBIDDEN', 'The other party pays the agreed money of this amendment.');
  if (live.sent || escrow.openPayments?.some((payment) => payment.amendment === amendment)) {
    const payee = payer === 'BORROWER' ? 'lender' : 'borrower';
    throw new DomainError(
      'CONFLICT',
      `The agreed money is already reported. Wait for the ${payee}’s answer, or withdraw it first.`,
      { reason: 'DUPLICATE_PAYMENT' },
    );
  }
  if (amountCents !== live.dueCents)
    throw invalidInput({ amount: `The agreed amount is ${formatCents(live.dueCents)}.` });
  return live;
}

/**
 * Throws INVALID_INPUT for another amount than the agreed one, while it can still take effect: less than that would be a
 * repayment, so the money would be gone and the amendment would lapse.
 */
export function assertAgreedInFull(
  { amendment: live }: Escrow,
  { payment, amountCents }: { payment: OpenPayment; amountCents: number },
): void {
  if (live?.status !== 'AWAITING_MONEY' || payment.amendment !== live.seq) return;
  if (amountCents === live.dueCents) return;
  throw invalidInput({
    amount: `The agreed amount is ${formatCents(live.dueCents)}. If it did not arrive in full, deny the payment and say what is missing.`,
  });
}

/**
 * The lender of a loan in default did not answer the agreed money, reported with all details, of a later due date. Silence
 * must not take both the money and the domain, so the lapse is a dispute.
 */
export function isMoneyUnanswered(escrow: Escrow): boolean {
  const { amendment: live, openPayments, noticeAt, maySeize } = escrow;
  if (noticeAt === null && !maySeize) return false;
  if (!(live?.terms.due || live?.terms.plan)) return false;
  return (openPayments ?? []).some((payment) => isAgreedMoney(escrow, payment));
}

/**
 * When the lapse is recorded: in a dispute the lender’s answer to agreed money that was reported in time comes first. Null
 * without an agreement.
 */
export function computeRecordedLapseAt(escrow: Escrow): Date | null {
  const waits =
    escrow.status === 'ESCALATED' &&
    (escrow.openPayments ?? []).some((payment) => isAgreedMoney(escrow, payment));
  return waits ? null : computeLapseAt(escrow);
}

/** Reported with all details, in full, for an amendment that waits for it. */
export function isAgreedMoney({ amendment: live }: Escrow, payment: OpenPayment): boolean {
  const { amendment, amountCents, method, reference } = payment;
  if (live?.status !== 'AWAITING_MONEY' || amendment !== live.seq) return false;
  return amountCents === live.dueCents && method !== null && reference !== null;
}

/** In a dispute the confirmation of the agreed money ends it: the loan continues with the new terms. */
export function confirmsAgreedMoney(escrow: Escrow, { input }: Situation): boolean {
  const payment = escrow.openPayments?.find(({ id }) => id === input?.paymentId);
  if (!payment) return false;
  const amountCents = input?.amountCents ?? payment.amountCents;
  return findPaidAmendment(escrow, { payment, amountCents }) !== null;
}

/**
 * The amendment that this payment makes effective; null for any other payment, and for another amount. Money that was
 * reported in time can be confirmed until the lapse is recorded.
 */
export function findPaidAmendment(
  { amendment: live }: Escrow,
  { payment, amountCents }: { payment: OpenPayment; amountCents: number },
): LiveAmendment | null {
  if (live?.status !== 'AWAITING_MONEY' || payment.amendment !== live.seq) return null;
  return amountCents === live.dueCents ? live : null;
}
