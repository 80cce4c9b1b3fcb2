/** When a deposit fails that is not paid, and where it can still be paid. Pure. */

import type { Transaction } from './transaction.ts';

/** Longer than any provider call. */
const lifeWithoutPageMs = 15 * 60_000;
/** Both providers' pages have expired by then, so a lost webhook leaves no deposit pending forever. */
const lifeWithPageMs = 8 * 86_400_000;

/** Business time at which an unpaid deposit fails. */
export function computeExpiry(deposit: Pick<Transaction, 'createdAt' | 'session'>): Date {
  const waitMs = deposit.session ? lifeWithPageMs : lifeWithoutPageMs;
  return new Date(deposit.createdAt.getTime() + waitMs);
}

/** With a reason a deposit waits for an operator. */
const waitsForPayment = ({
  type,
  status,
  reason,
}: Pick<Transaction, 'type' | 'status' | 'reason'>) =>
  type === 'DEPOSIT' && status === 'PENDING' && reason === null;

type Deposit = Pick<Transaction, 'type' | 'status' | 'reason' | 'createdAt' | 'session'>;

/** Null unless it waits for its payment. */
export const findExpiry = (transaction: Deposit): Date | null =>
  waitsForPayment(transaction) ? computeExpiry(transaction) : null;

/** Null unless it waits for its payment; a credited payment proves that nothing is left to pay. */
export function findPaymentUri(
  transaction: Pick<Deposit, 'type' | 'status' | 'reason' | 'session'>,
): string | null {
  const { session } = transaction;
  return waitsForPayment(transaction) && session?.paymentId === null ? session.uri || null : null;
}
