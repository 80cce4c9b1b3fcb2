/** The balance of a loan that is given by its figures: POST /api/figures/balance. */

import { assertValid, invalidInput } from '@nameloan/contracts/field-errors';
import { balanceOn } from '@nameloan/loan-math/balance';
import { wholeDays } from '@nameloan/loan-math/calendar-day';
import { bulletPlan } from '@nameloan/loan-math/plan-terms';
import type { DatedAmountInput, QueryBalanceFiguresArgs } from '../graphql.generated.ts';
import { readLoanBounds } from '../listing/term-bounds.ts';
import { maxPayments, paymentBounds } from '../loan/payment.ts';
import { checkStart, findTermErrors, parseDay } from './figure-input.ts';
import type { CalculatedBalance } from './figures.ts';

const maxFees = 100;
/** Twice the longest term, so that a balance long after the due date has one too. */
const maxDays = 7_306;

/** Throws INVALID_INPUT with all errors. */
export function computeBalance(args: QueryBalanceFiguresArgs): CalculatedBalance {
  const { amount: amountCents, rate: rateBps, accrual = 'SIMPLE_365' } = args;
  const { payments = [], fees = [] } = args;
  const start = parseDay(args.start);
  const on = parseDay(args.on);
  const days = wholeDays(start, on);
  assertValid({
    ...findTermErrors({ amountCents, rateBps, termDays: readLoanBounds().termDays.min }),
    ...checkStart(start),
    payments: findAmountError(payments, start, { name: 'payments', max: maxPayments }),
    fees: findAmountError(fees, start, { name: 'fees', max: maxFees }),
    on:
      days >= 0 && days <= maxDays
        ? undefined
        : `Choose a day from the start to ${maxDays.toLocaleString('en-US')} days after it.`,
  });
  const isSplit = accrual === 'SIMPLE_365';
  const balance = balanceOn(
    {
      ...{ amountCents, start, accrual },
      versions: [{ from: start, rateBps, plan: bulletPlan }],
      payments: payments.map(({ date, amount }, index) => ({
        id: String(index).padStart(3, '0'),
        day: parseDay(date),
        cents: amount,
        // After the fees of its day.
        afterTerms: true,
      })),
      fees: fees.map(({ date, amount }) => ({ day: parseDay(date), cents: amount })),
    },
    on,
  );
  if (!Number.isSafeInteger(balance.payoffCents))
    throw invalidInput({ on: 'The balance of that day is too large. Choose an earlier day.' });
  return { ...balance, applied: balance.applied.map((payment) => ({ ...payment, isSplit })) };
}

function findAmountError(
  amounts: readonly DatedAmountInput[],
  start: Date,
  { name, max }: { name: string; max: number },
): string | undefined {
  if (amounts.length > max) return `List at most ${max} ${name}.`;
  if (amounts.some(({ amount }) => amount < 1 || amount > paymentBounds.maxCents))
    return `Each of the ${name} is from $0.01 to $10,000,000,000.`;
  if (amounts.some(({ date }) => parseDay(date) < start))
    return `The ${name} are not before the start of the loan.`;
  return undefined;
}
