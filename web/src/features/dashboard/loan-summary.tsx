/** The user's loans as borrower or as lender: their sums, and the time to due of each of the largest. */

import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatMoney } from '../../format/money.ts';
import { useNow } from '../../graph/business-time.ts';
import { Seal } from '../../ui/brand/seal.tsx';
import { Nameplate } from '../../ui/display/nameplate.tsx';
import { Stat } from '../../ui/display/stat.tsx';
import { Time } from '../../ui/display/time.tsx';
import { TimeSegment } from '../../ui/display/time-segment.tsx';
import { computeLoanTime } from '../../ui/loan/compute-loan-time.ts';
import { findNextDueAt } from '../../ui/loan/find-next-due.ts';
import { LoanChips } from '../../ui/loan/loan-chips.tsx';
import type { LoanBarFragment, LoanSummaryFragment } from './loan-summary.generated.ts';

const sides = {
  borrowing: {
    title: 'Borrowing',
    to: '/app/borrow',
    emptyText: 'Loans against your domains appear here.',
  },
  lending: {
    title: 'Lending',
    to: '/app/lend',
    emptyText: 'Loans you fund appear here.',
  },
} as const;

export interface LoanSummaryProps {
  side: keyof typeof sides;
  /** Undefined while lending is unavailable. */
  sum: LoanSummaryFragment | undefined;
}

export function LoanSummary({ side, sum }: LoanSummaryProps) {
  const { title, to, emptyText } = sides[side];
  const isEmpty = sum?.largest.length === 0;
  return (
    <section aria-labelledby={side} className="rounded-lg border border-line bg-surface">
      <div className="flex items-start justify-between p-5 pb-4 sm:p-6 sm:pb-4">
        <div>
          <h2 id={side} className="font-semibold text-base">
            {title}
          </h2>
          {sum && (
            <Stat
              value={formatMoney(sum.amount)}
              detail={
                isEmpty
                  ? `Nothing here yet... ${emptyText}`
                  : `Across ${sum.open} ${sum.open === 1 ? 'loan' : 'loans'}`
              }
            />
          )}
        </div>
        <Link
          to={to}
          aria-label={`All loans: ${title}`}
          className="inline-flex min-h-8 shrink-0 items-center gap-1 whitespace-nowrap font-semibold text-brand-ink hover:underline"
        >
          All loans
          <ArrowRight size={15} aria-hidden />
        </Link>
      </div>
      {sum && !isEmpty && <Sums sum={sum} />}
      {sum && !isEmpty && (
        <ul className="border-line border-t">
          {sum.largest.map((loan) => (
            <LoanItem key={loan.id} loan={loan} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** What the total is made of, and what is owed today. */
function Sums({ sum }: { sum: LoanSummaryFragment }) {
  const { running, inProgress, payoff } = sum;
  const figures = [
    { label: 'Running', cents: running.amount },
    { label: 'In progress', cents: inProgress.amount },
    // Unknown for accounts with very many loans.
    ...(payoff === null ? [] : [{ label: 'Payoff today', cents: payoff }]),
  ];
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 px-5 pb-4 sm:px-6">
      {figures.map(({ label, cents }) => (
        <div key={label}>
          <dt className="text-ink-3 text-xs">{label}</dt>
          <dd className="num font-semibold">{formatMoney(cents)}</dd>
        </div>
      ))}
    </dl>
  );
}

function LoanItem({ loan }: { loan: LoanBarFragment }) {
  const now = useNow();
  const dueAt = findNextDueAt(loan);
  const time = computeLoanTime({ ...loan, dueAt }, now);
  return (
    <li className="border-line border-b last:border-0">
      <Link
        to={`/app/escrow/${loan.id}`}
        className="-outline-offset-2 grid grid-cols-[2.5rem_minmax(0,1fr)_auto] items-center gap-x-3.5 px-5 py-3 hover:bg-sunken sm:px-6"
      >
        <span className="row-span-2">
          <Seal name={loan.domainName} size={40} />
        </span>
        <Nameplate name={loan.unicodeName} size="row" className="min-w-0 self-end" />
        <span className="num self-end justify-self-end font-semibold">
          {formatMoney(loan.amount)}
        </span>
        <span className="mt-1 max-[22.4rem]:col-span-2">
          <LoanChips loan={loan} now={now} />
        </span>
        {time && dueAt && (
          <span className="w-20 justify-self-end max-[22.4rem]:hidden sm:w-28">
            <span className="mb-1 block text-right text-2xs text-ink-3">
              Due <Time value={dueAt} as="short-day" now={now} />
            </span>
            <TimeSegment time={time} />
          </span>
        )}
      </Link>
    </li>
  );
}
