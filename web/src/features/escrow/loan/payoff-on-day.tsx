/** The payoff on a day of the reader's choice, by the loan math that the server uses, or by the server. */

import { balanceOn } from '@nameloan/loan-math/balance';
import { loanBounds } from '@nameloan/loan-math/loan-bounds';
import { bulletPlan } from '@nameloan/loan-math/plan-terms';
import { useState } from 'react';
import { formatDay } from '../../../format/day.ts';
import { formatMoney } from '../../../format/money.ts';
import { businessToday } from '../../../graph/business-time.ts';
import { usePageQuery } from '../../../graph/use-page-query.ts';
import { Field } from '../../../ui/input/field.tsx';
import type { Loan } from '../loan-parties.ts';
import { hasPartPayments, listCountedPayments } from './counted-payments.ts';
import { PayoffOnDayDocument } from './payoff-on-day.generated.ts';
import { addDays } from './utc-days.ts';

/** The day that is chosen at first. */
const initialDays = 7;

/** Undefined for a day before `from`, which is today: the payoff of a past day no longer counts. */
export function computePayoffOn(
  loan: Pick<Loan, 'amount' | 'rate' | 'accrual' | 'receivedAt' | 'payments'>,
  { day, from, to }: { day: string; from: string; to: string },
): number | undefined {
  const { amount: amountCents, rate: rateBps, accrual, receivedAt } = loan;
  if (day === '' || !receivedAt || day < from || day > to) return undefined;
  const start = new Date(receivedAt);
  const payments = listCountedPayments(loan).map(({ id, date, amount: cents }) => ({
    ...{ id, cents },
    day: new Date(date),
  }));
  const versions = [{ from: start, rateBps, plan: bulletPlan }];
  const record = { amountCents, start, accrual, versions, payments, fees: [] };
  return balanceOn(record, new Date(day)).payoffCents;
}

/** The payoff of any day within the term; undefined for a day that cannot be chosen, and while the server is asked. */
function usePayoffOn(loan: Loan, days: { day: string; from: string; to: string }) {
  const own = computePayoffOn(loan, days);
  // The page does not know what amendments waived, so the server replays amended loans.
  const isAsked = loan.termsChangedOn !== null && own !== undefined;
  const { data, problem } = usePageQuery(
    PayoffOnDayDocument,
    isAsked ? { escrowId: loan.id, on: days.day } : null,
  );
  const cents = isAsked ? data?.escrowBalance?.payoff : own;
  return { cents, isWrong: own === undefined, problem: isAsked ? problem?.message : undefined };
}

export function PayoffOnDay({ loan }: { loan: Loan }) {
  const from = businessToday();
  const to = addDays(from, loanBounds.termDays.max);
  const [day, setDay] = useState(() => addDays(from, initialDays));
  const { cents, isWrong, problem } = usePayoffOn(loan, { day, from, to });
  const error = `Choose a day from ${formatDay(from)} to ${formatDay(to)}`;
  return (
    <div className="mt-3 border-t border-line pt-3">
      <Field
        type="date"
        label={loan.role === 'BORROWER' ? 'What if I pay on' : 'What if it’s paid on'}
        value={day}
        min={from}
        max={to}
        error={isWrong ? error : problem}
        onChange={(event) => setDay(event.target.value)}
      />
      <output aria-label="Payoff on that day" className="num mt-2 block min-h-5 font-semibold">
        {cents !== undefined && (
          <>
            {formatMoney(cents)}{' '}
            {!hasPartPayments(loan) && loan.termsChangedOn === null && (
              <span className="font-normal text-ink-3">
                including {formatMoney(cents - loan.amount)} interest
              </span>
            )}
          </>
        )}
      </output>
    </div>
  );
}
