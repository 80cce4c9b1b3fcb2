/** Who lent a loan when, and until when the borrower may still pay a former lender. Pure. */

import { invalidInput } from '@nameloan/contracts/field-errors';
import { formatDate } from '@nameloan/contracts/format-date';
import { addDays, utcDay } from '@nameloan/loan-math/calendar-day';
import type { ClosedSale, SoldLoan } from './assignment.ts';

/** The last sale that closed; null without one. */
export const findLastSale = ({ sales }: SoldLoan): ClosedSale | null => sales?.at(-1) ?? null;

/** The last day (UTC) whose payments to the seller discharge the debt: the day after the notice. */
export const findLastSellerDay = ({ closedAt }: Pick<ClosedSale, 'closedAt'>): Date =>
  addDays(utcDay(closedAt), 1);

export const wasLender = ({ sales }: SoldLoan, accountId: string): boolean =>
  Boolean(sales?.some(({ sellerId }) => sellerId === accountId));

/** The moments from and until which an account lent the loan; null: without limit on that side. */
export interface LendingTime {
  from: Date | null;
  until: Date | null;
}

/** Empty for an account that never lent the loan. */
export function listLendingTimes(
  { lenderId, sales }: SoldLoan & { lenderId: string },
  accountId: string,
): (LendingTime & { bought: ClosedSale | null; sold: ClosedSale | null })[] {
  const closed = sales ?? [];
  return [...closed, null].flatMap((sold, index) => {
    const bought = index === 0 ? null : (closed[index - 1] ?? null);
    if ((sold?.sellerId ?? lenderId) !== accountId) return [];
    return [{ from: bought?.closedAt ?? null, until: sold?.closedAt ?? null, bought, sold }];
  });
}

/**
 * The former lender of a payment that the borrower says was made to them. Throws INVALID_INPUT without a sale, and for a day
 * after the one that follows the notice.
 */
export function readFormerLender(
  loan: SoldLoan,
  { toFormerLender = false }: { toFormerLender?: boolean },
  day: Date,
): { formerLenderId?: string } {
  if (!toFormerLender) return {};
  const sale = findLastSale(loan);
  if (!sale) throw invalidInput({ payee: 'This loan has had one lender.' });
  const last = findLastSellerDay(sale);
  if (day > last) {
    const sentence = `Payments to the former lender counted until ${formatDate(last)}. Pay the present lender.`;
    throw invalidInput({ payee: sentence });
  }
  return { formerLenderId: sale.sellerId };
}

interface Reported extends SoldLoan {
  claim: { paymentId?: string | null; formerLenderId?: string | null } | null;
  openPayments?: { id: string; formerLenderId?: string | null }[] | null;
}

/** The former lender who answers a payment or a claim that `after` has and `before` had not; empty for all others. */
export function findPaidFormerLender(
  before: Reported,
  after: Reported,
): { formerLender?: { accountId: string; assignmentId: string } } {
  const known = new Set(before.openPayments?.map(({ id }) => id));
  const payment = after.openPayments?.find(({ id }) => !known.has(id));
  const claim = after.claim?.paymentId === before.claim?.paymentId ? null : after.claim;
  const accountId = payment?.formerLenderId ?? claim?.formerLenderId;
  const sale = after.sales?.findLast(({ sellerId }) => sellerId === accountId);
  return accountId && sale ? { formerLender: { accountId, assignmentId: sale.id } } : {};
}
