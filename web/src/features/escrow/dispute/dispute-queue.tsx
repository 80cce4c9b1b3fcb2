/** Open and decided disputes, for operators. */

import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { formatOverdue } from '../../../format/moment.ts';
import { formatMoney } from '../../../format/money.ts';
import { readPage } from '../../../format/read-page.ts';
import { formatWorth } from '../../../format/worth.ts';
import { useNow } from '../../../graph/business-time.ts';
import { PageProblem } from '../../../graph/page-problem.tsx';
import type { EscrowStatus } from '../../../graph/schema.generated.ts';
import { usePageQuery } from '../../../graph/use-page-query.ts';
import { Time } from '../../../ui/display/time.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { NoMatches } from '../../../ui/feedback/no-matches.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { FilterBar } from '../../../ui/filter/filter-bar.tsx';
import { FilterSelect } from '../../../ui/filter/filter-select.tsx';
import { LoanChips } from '../../../ui/loan/loan-chips.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { Pagination } from '../../../ui/table/pagination.tsx';
import { RowName } from '../../../ui/table/row-name.tsx';
import type { DisputeRowFragment } from './disputes-page.generated.ts';
import { DisputesDocument } from './disputes-page.generated.ts';

const statusOptions: readonly { value: EscrowStatus; label: string }[] = [
  { value: 'ESCALATED', label: 'Waiting for a decision' },
  { value: 'LOAN_POSTED', label: 'Decided: loan continues' },
  { value: 'FINALIZED_RETURN_TO_BORROWER', label: 'Decided: returned to the borrower' },
  { value: 'FINALIZED_LENDER_SEIZURE', label: 'Decided: given to the lender' },
  { value: 'FINALIZED_PLATFORM_SEZIURE', label: 'Decided: given to the platform' },
];

/** No event reports new disputes to this page, so it polls. */
const pollIntervalMs = 30_000;

/** The second line of a cell. */
const noteClass = 'block text-2xs text-ink-3';

/** What the operator can do in this row, which is a link. */
const decideClass = 'block font-semibold text-brand-ink';

function ShortDate({ at }: { at: string | null | undefined }) {
  const now = useNow();
  return at ? <Time value={at} as="short-day" now={now} /> : null;
}

function Status({ loan }: { loan: DisputeRowFragment }) {
  return <LoanChips loan={loan} now={useNow()} />;
}

function Overdue({ at }: { at: string }) {
  return <strong className="text-red">{formatOverdue(at, useNow())}</strong>;
}

/** Whether the operator can decide yet; a party of the loan cannot. */
function NextStep({ loan }: { loan: DisputeRowFragment }) {
  const { role, waitingFor, disputeDates } = loan;
  if (role !== 'OPERATOR') return null;
  if (waitingFor.action === 'RESOLVE') return <span className={decideClass}>Decide now</span>;
  if (waitingFor.action !== 'ADD_EVIDENCE' || !disputeDates) return null;
  return (
    <span className={decideClass}>
      Decide from <ShortDate at={disputeDates.evidenceUntil} />
    </span>
  );
}

/** The proposed outcome and its proposer; the other party has not agreed. */
function Proposal({
  loan: { settlement, borrowerName, lenderName },
}: {
  loan: DisputeRowFragment;
}) {
  if (!settlement) return <span className="text-ink-2">None</span>;
  return (
    <span className="text-ink-2">
      {settlement.label}
      <span className={noteClass}>
        by {settlement.by === 'BORROWER' ? borrowerName : lenderName}
      </span>
    </span>
  );
}

const columns: readonly Column<DisputeRowFragment>[] = [
  {
    header: 'Domain',
    cell: ({ unicodeName, lenderName, borrowerName, domain }) => (
      <RowName
        name={unicodeName}
        detail={`${lenderName} lends to ${borrowerName}${domain ? ` · ${formatWorth(domain)}` : ''}`}
      />
    ),
  },
  { header: 'Status', width: 9.75, selfExplanatory: true, cell: (row) => <Status loan={row} /> },
  {
    header: 'Lent',
    align: 'end',
    width: 7,
    aside: true,
    cell: ({ amount, payoff }) => (
      <span>
        {formatMoney(amount)}
        <span className="flat:hidden"> lent</span>
        {payoff !== null && <span className={noteClass}>{formatMoney(payoff)} owed</span>}
      </span>
    ),
  },
  { header: 'Since', width: 5, cell: ({ escalation }) => <ShortDate at={escalation?.at} /> },
  {
    header: 'Evidence until',
    width: 6.75,
    cell: (row) => <ShortDate at={row.disputeDates?.evidenceUntil} />,
  },
  {
    header: 'Decision due',
    width: 7,
    cell: (row) => (
      <span>
        {row.decisionOverdue && row.disputeDates ? (
          <Overdue at={row.disputeDates.decisionDue} />
        ) : (
          <ShortDate at={row.disputeDates?.decisionDue} />
        )}
        <NextStep loan={row} />
      </span>
    ),
  },
  {
    header: 'Proposed outcome',
    width: 9.25,
    cell: (row) => <Proposal loan={row} />,
  },
];

function readStatus(text: string | null): EscrowStatus {
  return statusOptions.find(({ value }) => value === text)?.value ?? 'ESCALATED';
}

export function DisputeQueue() {
  const [query, setQuery] = useSearchParams();
  const status = readStatus(query.get('status'));
  const isFiltered = status !== 'ESCALATED';
  const page = readPage(query.get('page') ?? undefined) ?? 1;
  const { data, problem, loading, retry } = usePageQuery(DisputesDocument, { page, status });
  useEffect(() => {
    const timer = setInterval(retry, pollIntervalMs);
    return () => clearInterval(timer);
  }, [retry]);
  const disputes = data?.disputes;
  return (
    <>
      <FilterBar
        name="Filter disputes"
        className="mb-5"
        clearHref={isFiltered ? '/app/disputes' : undefined}
        filters={
          <FilterSelect
            label="Show"
            options={statusOptions}
            value={status}
            onChoose={(value) => setQuery(value === 'ESCALATED' ? {} : { status: value })}
          />
        }
      />
      <div className="mb-5 empty:hidden">
        <PageProblem problem={problem} onTryAgain={retry} />
      </div>
      {loading && <Skeleton card rows={4} label="Disputes" />}
      {disputes && (
        <DataTable
          caption="Disputes"
          wide
          columns={columns}
          rows={disputes.escrows}
          getKey={({ id }) => id}
          getHref={({ id, role }) =>
            role === 'OPERATOR' ? `/app/disputes/${id}` : `/app/escrow/${id}`
          }
          empty={
            isFiltered ? (
              <NoMatches title="No disputes match." clearHref="/app/disputes" />
            ) : (
              <EmptyState>Disputes opened by a party or by Nameloan appear here.</EmptyState>
            )
          }
          foot={
            <Pagination
              page={page}
              pages={disputes.pages}
              getHref={(to) => `/app/disputes?status=${status}&page=${to}`}
            />
          }
        />
      )}
    </>
  );
}
