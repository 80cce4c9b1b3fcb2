/** The running loan that a listing refinances: what repays it, and how it went so far. Loads later: few listings have one. */

import { formatDay } from '../../format/day.ts';
import { formatDays } from '../../format/days.ts';
import { formatMoney } from '../../format/money.ts';
import type { Fact } from '../../ui/display/facts.tsx';
import { Facts } from '../../ui/display/facts.tsx';
import { Card } from '../../ui/layout/card.tsx';
import type { RunningLoanFragment } from './running-loan-card.generated.ts';

export interface RunningLoanCardProps {
  /** Null for visitors. */
  loan: RunningLoanFragment | null;
  /** Whether the reader is the borrower. */
  mine: boolean;
}

export function RunningLoanCard({ loan, mine }: RunningLoanCardProps) {
  return (
    <Card title="Refinances a running loan">
      <p className="mt-1 text-ink-2">
        {mine
          ? 'The new lender repays your lender directly. You add what the loan doesn’t cover, or get what is left.'
          : 'You would repay the old lender directly. The borrower adds what your loan doesn’t cover, or gets what is left. The domain stays in escrow throughout.'}
      </p>
      {loan && <Facts layout="list" items={listFacts(loan)} className="mt-2" />}
    </Card>
  );
}

function listFacts({
  payoff,
  perDay,
  due,
  daysLate,
  missed,
  extended,
}: RunningLoanFragment): Fact[] {
  return [
    { label: 'Payoff today', value: formatMoney(payoff) },
    { label: 'Each day adds', value: formatMoney(perDay) },
    { label: daysLate > 0 ? 'Was due' : 'Due', value: formatDay(due) },
    { label: 'Late by', value: daysLate > 0 ? formatDays(daysLate) : 'Not late' },
    { label: 'Missed payments', value: missed },
    { label: 'Due date extended', value: extended ? 'Yes' : 'No' },
  ];
}
