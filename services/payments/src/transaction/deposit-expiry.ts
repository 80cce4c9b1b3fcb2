/** When a deposit fails that is not paid. Pure. */

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

/** Null unless it waits for its payment: with a reason it waits for an operator. */
export function findExpiry(
  transaction: Pick<Transaction, 'type' | 'status' | 'reason' | 'createdAt' | 'session'>,
): Date | null {
  const { type, status, reason } = transaction;
  return type === 'DEPOSIT' && status === 'PENDING' && reason === null
    ? computeExpiry(transaction)
    : null;
}
