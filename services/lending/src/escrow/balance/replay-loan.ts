/** The one replay of a loan's terms, payments and acceleration, with the schedule that follows. Pure. */

import { balanceOn } from '@nameloan/loan-math/balance';
import type { LoanBalance } from '@nameloan/loan-math/balance-terms';
import { utcDay } from '@nameloan/loan-math/calendar-day';
import { bulletPlan } from '@nameloan/loan-math/plan-terms';
import { accrualKeys, findLoanAccrual } from '../../loan/accrual.ts';
import type { CountedPayment } from '../../loan/payment.ts';
import { readPlan } from '../../loan/plan/plan.ts';
import type { Escrow, Receipt } from '../escrow.ts';
import { listAdvances } from './advances.ts';

/** The record fields on which a balance depends. */
export const balanceKeys = [
  'amountCents',
  'termDays',
  'rateBps',
  'plan',
  ...accrualKeys,
  'receipt',
  'countedPayments',
  'acceleratedAt',
  'replacing',
] as const;
export type DebtRecord = Pick<Escrow, (typeof balanceKeys)[number]>;

export type BalancePayment = Pick<CountedPayment, 'id' | 'day' | 'amountCents'>;

/**
 * On the UTC date of `day`, with the payments that count by then and with `more`. The order in which payments were
 * confirmed does not matter: all are replayed by their days.
 */
export function replayLoan(
  loan: DebtRecord,
  receipt: Receipt,
  { day, more = [] }: { day: Date; more?: readonly BalancePayment[] },
): LoanBalance {
  const start = utcDay(receipt.at);
  const { rateBps, termDays, acceleratedAt } = loan;
  const { firstCents: amountCents, later: advances } = listAdvances(loan);
  const accrual = findLoanAccrual(loan);
  // A contract that was drawn up by an earlier release knows no plan.
  const plan = accrual === 'SIMPLE_365' ? readPlan(loan) : bulletPlan;
  const payments = [...(loan.countedPayments ?? []), ...more].map((payment) => ({
    id: payment.id,
    day: payment.day,
    cents: payment.amountCents,
  }));
  return balanceOn(
    {
      amountCents,
      start,
      accrual,
      versions: [{ from: start, rateBps, termDays, plan }],
      payments,
      fees: [],
      advances,
      accelerations: acceleratedAt ? [{ day: acceleratedAt }] : [],
    },
    day > start ? day : start,
  );
}
