/** The agreed money of an amendment: one payment of the borrower with the exact amount, whose day is the first of the new terms. */

import { DomainError } from '@nameloan/contracts/errors';
import { invalidInput } from '@nameloan/contracts/field-errors';
import { formatCents } from '@nameloan/contracts/money';
import type { LiveAmendment } from '../../../loan/amendment.ts';
import type { OpenPayment } from '../../../loan/payment.ts';
import type { Escrow } from '../../escrow.ts';
import type { Situation } from '../guards.ts';

/** Throws CONFLICT unless this amendment waits for its money, INVALID_INPUT for another amount. */
export function assertAgreedMoney(
  { amendment: live }: Escrow,
  { amendment, amountCents }: { amendment?: number | null; amountCents: number },
): LiveAmendment {
  if (live?.status !== 'AWAITING_MONEY' || live.seq !== amendment) {
    throw new DomainError('CONFLICT', 'No signed amendment with this number waits for money.', {
      reason: 'NO_AMENDMENT',
    });
  }
  if (amountCents !== live.dueCents)
    throw invalidInput({ amount: `The agreed amount is ${formatCents(live.dueCents)}.` });
  return live;
}

/** In a dispute the confirmation of the agreed money ends it: the loan continues with the new terms. */
export function confirmsAgreedMoney(escrow: Escrow, { input }: Situation): boolean {
  const payment = escrow.openPayments?.find(({ id }) => id === input?.paymentId);
  if (!payment) return false;
  const amountCents = input?.amountCents ?? payment.amountCents;
  return findPaidAmendment(escrow, { payment, amountCents }) !== null;
}

/** The amendment that this payment makes effective; null for any other payment, and for another amount. */
export function findPaidAmendment(
  { amendment: live }: Escrow,
  { payment, amountCents }: { payment: OpenPayment; amountCents: number },
): LiveAmendment | null {
  if (live?.status !== 'AWAITING_MONEY' || payment.amendment !== live.seq) return null;
  return amountCents === live.dueCents ? live : null;
}
