/** The payoff on a day of the reader's choice, by the loan math that the server uses, or by the server. */

import { balanceOn } from '@nameloan/loan-math/balance';
import { loanBounds } from '@nameloan/loan-math/loan-bounds';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { formatDay } from '../../../format/day.ts';
import { formatMoney } from '../../../format/money.ts';
import { businessToday } from '../../../graph/business-time.ts';
import { usePageQuery } from '../../../graph/use-page-query.ts';
import { Field } from '../../../ui/input/field.tsx';
import type { PlanRecord } from '../../../ui/plan/plan-record.ts';
import { toPlanTerms } from '../../../ui/plan/plan-record.ts';
import type { Loan } from '../loan-parties.ts';
import { hasOlderPayments } from '../repayments/describe-payment.ts';
import { useRefetchOnChange } from '../use-refetch-on-change.ts';
import { addDays } from '../utc-days.ts';
import { hasPartPayments, listCountedPayments } from './counted-payments.ts';
import { PayoffOnDayDocument } from './payoff-on-day.generated.ts';

/** The day that is chosen at first. */
const initialDays = 7;

/** Undefined for a day before `from`, which is today: the payoff of a past day no longer counts. */
export function computePayoffOn(
  loan: PlanRecord &
    Pick<
      Loan,
      | 'amount'
      | 'term'
      | 'rate'
      | 'accrual'
      | 'receivedAt'
      | 'payments'
      | 'acceleratedAt'
      | 'replaces'
      | 'replacedBy'
      | 'sent'
    >,
  { day, from, to }: { day: string; from: string; to: string },
): number | undefined {
  const { amount: amountCents, term: termDays, rate: rateBps, accrual, receivedAt } = loan;
  if (day === '' || !receivedAt || day < from || day > to) return undefined;
  const start = new Date(receivedAt);
  const payments = listCountedPayments(loan).map(({ id, date, amount: cents }) => ({
    ...{ id, cents },
    day: new Date(date),
  }));
  const versions = [{ from: start, rateBps, termDays, plan: toPlanTerms(loan) }];
  const accelerations = loan.acceleratedAt ? [{ day: new Date(loan.acceleratedAt) }] : [];
  const record = { amountCents, start, accrual, versions, payments, fees: [], accelerations };
  return balanceOn(record, new Date(day)).payoffCents;
}

interface ChosenDay {
  day: string;
  from: string;
  to: string;
}

export function PayoffOnDay({ loan }: { loan: Loan }) {
  const from = businessToday();
  const to = addDays(from, loanBounds.termDays.max);
  const [day, setDay] = useState(() => addDays(from, initialDays));
  // The page knows neither what amendments waived nor what a payoff letter corrected nor all of many payments.
  const isPlain =
    loan.termsChangedOn === null && loan.replaces === null && loan.replacedBy === null;
  const Payoff = isPlain && !hasOlderPayments(loan) ? OwnPayoff : ServerPayoff;
  return <Payoff loan={loan} chosen={{ day, from, to }} onChoose={setDay} />;
}

interface PayoffProps {
  loan: Loan;
  chosen: ChosenDay;
  onChoose: (day: string) => void;
}

const describeDays = ({ from, to }: ChosenDay): string =>
  `Choose a day from ${formatDay(from)} to ${formatDay(to)}`;

function OwnPayoff(props: PayoffProps) {
  const { loan, chosen } = props;
  const cents = computePayoffOn(loan, chosen);
  const error = cents === undefined ? describeDays(chosen) : undefined;
  return (
    <PayoffField {...props} cents={cents} error={error}>
      {cents !== undefined && !hasPartPayments(loan) && (
        <span className="font-normal text-ink-3">
          including {formatMoney(cents - loan.amount)} interest
        </span>
      )}
    </PayoffField>
  );
}

function ServerPayoff(props: PayoffProps) {
  const { loan, chosen } = props;
  const { day, from, to } = chosen;
  const isAllowed = day >= from && day <= to;
  const variables = isAllowed ? { escrowId: loan.id, on: day } : null;
  const query = usePageQuery(PayoffOnDayDocument, variables);
  useRefetchOnChange(loan, query);
  const { data, problem } = query;
  const error = isAllowed ? problem?.message : describeDays(chosen);
  return <PayoffField {...props} cents={data?.escrowBalance?.payoff} error={error} />;
}

interface PayoffFieldProps extends PayoffProps {
  cents: number | undefined;
  error: string | undefined;
  children?: ReactNode;
}

function PayoffField({ loan, chosen, onChoose, cents, error, children }: PayoffFieldProps) {
  return (
    <div className="mt-3 border-t border-line pt-3">
      <Field
        type="date"
        label={loan.role === 'BORROWER' ? 'What if I pay on' : 'What if it’s paid on'}
        value={chosen.day}
        min={chosen.from}
        max={chosen.to}
        error={error}
        onChange={(event) => onChoose(event.target.value)}
      />
      <output aria-label="Payoff on that day" className="num mt-2 block min-h-5 font-semibold">
        {cents !== undefined && (
          <>
            {formatMoney(cents)} {children}
          </>
        )}
      </output>
    </div>
  );
}
