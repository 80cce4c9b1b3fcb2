/** The user's loans as borrower or as lender: their total, and a bar for each of the largest. */

import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatMoney } from '../../format/money.ts';
import { useNow } from '../../graph/business-time.ts';
import { Seal } from '../../ui/brand/seal.tsx';
import { Nameplate } from '../../ui/display/nameplate.tsx';
import { Stat } from '../../ui/display/stat.tsx';
import type { TrackBarProps } from '../../ui/display/track-bar.tsx';
import { TrackBar } from '../../ui/display/track-bar.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { LoanChips } from '../../ui/loan/loan-chips.tsx';
import type { LoanBarFragment, LoanSummaryFragment } from './loan-summary.generated.ts';

const sides = {
  borrowing: {
    title: 'Borrowing',
    to: '/app/borrow',
    tone: 'brand',
    emptyText: 'Loans against your domains appear here.',
  },
  lending: {
    title: 'Lending',
    to: '/app/lend',
    tone: 'lend',
    emptyText: 'Loans you fund appear here.',
  },
} as const;

export interface LoanSummaryProps {
  side: keyof typeof sides;
  sum: LoanSummaryFragment | undefined;
  loading: boolean;
}

export function LoanSummary({ side, sum, loading }: LoanSummaryProps) {
  const { title, to, tone, emptyText } = sides[side];
  const largestAmount = Math.max(0, ...(sum?.largest.map(({ amount }) => amount) ?? []));
  return (
    <section aria-labelledby={side} className="rounded-lg border border-line bg-surface">
      <div className="flex items-start justify-between p-5 pb-4 sm:p-6 sm:pb-4">
        <div>
          <h2 id={side} className="font-semibold text-base">
            {title}
          </h2>
          {(sum || loading) && (
            <div aria-hidden={!sum} className={sum ? undefined : 'invisible'}>
              <Stat
                value={formatMoney(sum?.amount ?? 0)}
                detail={`Across ${sum?.open ?? 0} ${sum?.open === 1 ? 'loan' : 'loans'}`}
              />
            </div>
          )}
        </div>
        <Link
          to={to}
          aria-label={`All loans: ${title}`}
          className="inline-flex min-h-8 items-center gap-1 font-semibold text-brand-ink hover:underline"
        >
          All loans
          <ArrowRight size={15} aria-hidden />
        </Link>
      </div>
      {loading && !sum && <Skeleton rows={3} label={title} />}
      {sum?.largest.length === 0 && (
        <p className="border-line border-t px-5 py-6 text-ink-2 sm:px-6">
          <span className="font-semibold text-ink">Nothing here yet...</span> {emptyText}
        </p>
      )}
      {sum && sum.largest.length > 0 && (
        <ul className="border-line border-t">
          {sum.largest.map((loan) => (
            <LoanItem key={loan.id} loan={loan} largest={largestAmount} tone={tone} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface LoanItemProps {
  loan: LoanBarFragment;
  /** The largest amount in the list. */
  largest: number;
  tone: TrackBarProps['tone'];
}

function LoanItem({ loan, largest, tone }: LoanItemProps) {
  const now = useNow();
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
        <span className="w-20 justify-self-end max-[22.4rem]:hidden sm:w-28">
          <TrackBar value={loan.amount} largest={largest} tone={tone} />
        </span>
      </Link>
    </li>
  );
}
