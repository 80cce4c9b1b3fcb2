/** The balance of a loan on a day: one replay of its terms and of the payments that count. Pure. */

import type { LoanBalance as ReplayedBalance } from '@nameloan/loan-math/balance-terms';
import { daysBetween, utcDay } from '@nameloan/loan-math/calendar-day';
import { findLoanAccrual } from '../../loan/accrual.ts';
import type { OpenPayment } from '../../loan/payment.ts';
import type { Escrow, Receipt } from '../escrow.ts';
import { listAdvances, sumAdvancedCents } from './advances.ts';
import type { DebtRecord } from './debt-record.ts';
import type { BalancePayment } from './replay-loan.ts';
import { replayLoan } from './replay-loan.ts';

/** Money in US cents. */
export type Balance = Pick<
  ReplayedBalance,
  | 'principalCents'
  | 'interestCents'
  | 'feesCents'
  | 'defaultInterestCents'
  | 'creditCents'
  | 'payoffCents'
  | 'applied'
>;

/** What counted payments brought until `day`, without what is owed back. */
export function sumPaidCents(loan: DebtRecord, receipt: Receipt, day: Date): number {
  const counted = loan.countedPayments ?? [];
  if (counted.length === 0) return 0;
  const paid = counted
    .filter((payment) => payment.day <= day)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  return paid - replayLoan(loan, receipt, { day }).creditCents;
}

/** Interest and fees since the receipt until `day`, paid or not. */
export function computeAccruedCents(loan: DebtRecord, receipt: Receipt, day: Date): number {
  const { payoffCents } = replayLoan(loan, receipt, { day });
  return sumPaidCents(loan, receipt, day) + payoffCents - sumAdvancedCents(loan, day);
}

/** The principal that is left on `day`. With compounding, payments count for the principal first. */
export function computePrincipalCents(loan: DebtRecord, receipt: Receipt, day: Date): number {
  const advancedCents = sumAdvancedCents(loan, day);
  if ((loan.countedPayments ?? []).length === 0) return advancedCents;
  if (findLoanAccrual(loan) === 'SIMPLE_365')
    return replayLoan(loan, receipt, { day }).principalCents;
  return Math.max(0, advancedCents - sumPaidCents(loan, receipt, day));
}

/**
 * The sum over the days from the receipt to `end` of the principal that is left, in cents × days. A payment counts from its
 * day. With compounding, payments count for the principal first.
 */
export function computePrincipalDays(loan: DebtRecord, receipt: Receipt, end: Date): bigint {
  const isSimple = findLoanAccrual(loan) === 'SIMPLE_365';
  const { applied } = replayLoan(loan, receipt, { day: end });
  const { firstCents, later } = listAdvances(loan);
  const paid = applied.map(({ day, cents, principalCents }) => {
    return { day, cents: isSimple ? -principalCents : -cents };
  });
  const changes = [...later.filter(({ day }) => day <= end), ...paid];
  changes.sort((one, other) => one.day.getTime() - other.day.getTime());
  let [left, from, sum] = [firstCents, receipt.at, 0n];
  for (const { day, cents } of changes) {
    sum += BigInt(left) * BigInt(daysBetween(from, day));
    left = Math.max(0, left + cents);
    from = day;
  }
  return sum + BigInt(left) * BigInt(daysBetween(from, end));
}

/** The counted payments cover everything: no interest accrues any more, and only the end of the loan is left. */
export function isPaidOff(loan: Escrow): boolean {
  const { receipt, countedPayments } = loan;
  if (receipt === null || !countedPayments || countedPayments.length === 0) return false;
  const { firstCents, later } = listAdvances(loan);
  // Only payments lower the principal.
  const paid = countedPayments.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (paid < later.reduce((sum, { cents }) => sum + cents, firstCents)) return false;
  const days = [...countedPayments, ...later].map(({ day }) => day.getTime());
  const lastDay = new Date(Math.max(...days));
  return replayLoan(loan, receipt, { day: lastDay }).payoffCents === 0;
}

/**
 * The day on which the counted payments and an open claim of repayment cover everything, whatever the order of their
 * answers; null while something is owed. Nothing accrues from then on, so later payments are credit. An advance is owed
 * whatever was paid before it.
 */
export function findRepaymentDay(loan: Escrow): Date | null {
  const { receipt } = loan;
  const more = listClaimedPayment(loan);
  const lastAdvance = Math.max(0, ...listAdvances(loan).later.map(({ day }) => day.getTime()));
  const days = [...(loan.countedPayments ?? []), ...more].map(({ day }) =>
    Math.max(day.getTime(), lastAdvance),
  );
  if (receipt === null || days.length === 0) return null;
  days.sort((one, other) => one - other);
  const isCovered = (index: number): boolean =>
    replayLoan(loan, receipt, { day: new Date(days[index] ?? 0), more }).payoffCents === 0;
  let [first, last] = [0, days.length - 1];
  if (!isCovered(last)) return null;
  while (first < last) {
    const middle = Math.floor((first + last) / 2);
    if (isCovered(middle)) last = middle;
    else first = middle + 1;
  }
  return new Date(days[first] ?? 0);
}

/** The open payments as the replay takes them, with the open claim of repayment. */
export function listOpenPayments(loan: Pick<Escrow, 'openPayments' | 'claim'>): BalancePayment[] {
  const open: readonly OpenPayment[] = loan.openPayments ?? [];
  return [...open, ...listClaimedPayment(loan)];
}

function listClaimedPayment({ claim }: Pick<Escrow, 'claim'>): BalancePayment[] {
  if (!claim?.amountCents) return [];
  const { paymentId, date, amountCents } = claim;
  return [{ id: paymentId ?? 'claim', day: utcDay(date), amountCents, paysRest: true }];
}
