/** The reader's loans as borrower or as lender: status, payoff and next action of each. */

import type { ReactNode } from 'react';
import { formatDays } from '../../format/days.ts';
import { formatRate } from '../../format/percent.ts';
import { useNow } from '../../graph/business-time.ts';
import { Money } from '../../ui/display/money.tsx';
import { Time } from '../../ui/display/time.tsx';
import { LoanChips } from '../../ui/loan/loan-chips.tsx';
import { describePlan } from '../../ui/plan/describe-plan.ts';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { RowName } from '../../ui/table/row-name.tsx';
import type { LoanRowFragment } from './loan-table.generated.ts';
import { NextAction } from './next-action.tsx';

function Name({ loan }: { loan: LoanRowFragment }) {
  const other = loan.role === 'BORROWER' ? `from ${loan.lenderName}` : `to ${loan.borrowerName}`;
  return <RowName name={loan.unicodeName} detail={other} />;
}

function Status({ loan }: { loan: LoanRowFragment }) {
  return (
    <span className="block flat:py-1">
      <LoanChips loan={loan} now={useNow()} />
    </span>
  );
}

function RateAndTerm({ rate, term }: LoanRowFragment) {
  return (
    <span className="whitespace-nowrap">
      <span className="num">{formatRate(rate)}</span>
      <span className="flat:hidden"> · </span>
      <span className="num text-2xs flat:block flat:text-ink-3">{formatDays(term)}</span>
    </span>
  );
}

/** Only with these statuses is the payoff still owed; a repaid loan keeps it as history. */
const owingStatuses: ReadonlySet<LoanRowFragment['status']> = new Set(['LOAN_POSTED', 'ESCALATED']);

function Due({ loan }: { loan: LoanRowFragment }) {
  const { dueAt, graceEndsAt, payoff, stage, status, nextDue } = loan;
  const now = useNow();
  if (!dueAt) return <span className="text-2xs text-ink-3">{describePlan(loan) ?? '–'}</span>;
  const isNext = nextDue !== null && nextDue.instalment !== null;
  const isOverdue = stage === 'OVERDUE';
  return (
    <span className="flat:block">
      {stage === 'IN_GRACE' && graceEndsAt ? (
        <>
          Grace ends <Time value={graceEndsAt} as="short-day" now={now} />
        </>
      ) : (
        <>
          {isOverdue ? 'Overdue since ' : <span className="text-ink-3 flat:hidden">Due </span>}
          {/* After an acceleration, the day on which it took effect. */}
          <Time
            value={nextDue && (isNext || isOverdue) ? nextDue.date : dueAt}
            as="short-day"
            now={now}
          />
        </>
      )}
      {isNext && (
        <span className="text-2xs text-ink-3 flat:block">
          <span className="flat:hidden"> · </span>
          <Money cents={nextDue.amount} />, {nextDue.instalment} of {nextDue.instalments}
        </span>
      )}
      {payoff !== null && owingStatuses.has(status) && (
        <span className="text-2xs text-ink-3 flat:block">
          <span className="flat:hidden"> · </span>
          {stage === 'REPAYMENT_CLAIMED' ? 'Claimed payoff' : 'Payoff today'}{' '}
          <Money cents={payoff} />
        </span>
      )}
    </span>
  );
}

const columns: readonly Column<LoanRowFragment>[] = [
  { header: 'Domain', cell: (loan) => <Name loan={loan} /> },
  { header: 'Status', width: 10.5, selfExplanatory: true, cell: (loan) => <Status loan={loan} /> },
  {
    header: 'Amount',
    align: 'end',
    width: 7.5,
    aside: true,
    cell: ({ amount }) => <Money cents={amount} className="font-semibold" />,
  },
  {
    header: 'Rate, term',
    align: 'end',
    width: 6,
    selfExplanatory: true,
    cell: (loan) => <RateAndTerm {...loan} />,
  },
  {
    header: 'Due',
    width: 10,
    selfExplanatory: true,
    isMinor: ({ dueAt, instalments }) => !dueAt && instalments === null,
    cell: (loan) => <Due loan={loan} />,
  },
  {
    header: 'Next',
    width: 11,
    grow: 1,
    selfExplanatory: true,
    isMinor: ({ waitingFor }) => waitingFor.party === 'NONE',
    cell: (loan) => <NextAction loan={loan} />,
  },
];

export interface LoanTableProps {
  caption: string;
  loans: readonly LoanRowFragment[];
  busy: boolean;
  empty: ReactNode;
  foot: ReactNode;
}

export function LoanTable({ caption, loans, ...rest }: LoanTableProps) {
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={loans}
      getKey={({ id }) => id}
      getHref={({ id }) => `/app/escrow/${id}`}
      wide
      {...rest}
    />
  );
}
