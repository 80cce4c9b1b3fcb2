/** Domains that decisions gave to the platform, for operators. */

import { useSearchParams } from 'react-router-dom';
import { readPage } from '../../../format/read-page.ts';
import { useNow } from '../../../graph/business-time.ts';
import { PageProblem } from '../../../graph/page-problem.tsx';
import type { HeldState } from '../../../graph/schema.generated.ts';
import { usePageQuery } from '../../../graph/use-page-query.ts';
import { Time } from '../../../ui/display/time.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { NoMatches } from '../../../ui/feedback/no-matches.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { FilterBar } from '../../../ui/filter/filter-bar.tsx';
import { FilterSelect } from '../../../ui/filter/filter-select.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { Pagination } from '../../../ui/table/pagination.tsx';
import { RowName } from '../../../ui/table/row-name.tsx';
import type { HeldRowFragment } from './held-queue.generated.ts';
import { HeldDocument } from './held-queue.generated.ts';

const stateOptions: readonly { value: HeldState; label: string }[] = [
  { value: 'HELD', label: 'Waiting for a release' },
  { value: 'RELEASED', label: 'Released' },
  { value: 'LOST', label: 'Left custody' },
];

function Day({ at }: { at: string | null | undefined }) {
  const now = useNow();
  return at ? <Time value={at} as="short-day" now={now} /> : null;
}

function Parties({ lenderName, borrowerName }: HeldRowFragment) {
  return (
    <span className="text-ink-2 wrap-anywhere">
      {lenderName} lent to {borrowerName}
    </span>
  );
}

function Outcome({ held, lenderName, borrowerName }: HeldRowFragment) {
  if (!held?.releasedTo) return <span className="text-ink-3">–</span>;
  return (
    <span className="wrap-anywhere">
      {held.releasedTo === 'LENDER' ? lenderName : borrowerName}, by {held.releasedBy}
    </span>
  );
}

const columns: readonly Column<HeldRowFragment>[] = [
  { header: 'Domain', cell: ({ unicodeName }) => <RowName name={unicodeName} /> },
  { header: 'Parties', cell: (row) => <Parties {...row} /> },
  { header: 'Held since', cell: ({ held }) => <Day at={held?.since} /> },
  { header: 'Notes', align: 'end', cell: ({ caseNotes }) => caseNotes.length },
  { header: 'Released to', cell: (row) => <Outcome {...row} /> },
];

export function HeldQueue() {
  const [query, setQuery] = useSearchParams();
  const state = stateOptions.find(({ value }) => value === query.get('state'))?.value ?? 'HELD';
  const clearHref = state === 'HELD' ? undefined : '/app/disputes?tab=held';
  const page = readPage(query.get('page') ?? undefined) ?? 1;
  const { data, problem, loading, retry } = usePageQuery(HeldDocument, { page, state });
  const held = data?.heldEscrows;
  return (
    <>
      <FilterBar
        name="Filter held domains"
        className="mb-5"
        clearHref={clearHref}
        filters={
          <FilterSelect
            label="Show"
            options={stateOptions}
            value={state}
            onChoose={(value) => setQuery({ tab: 'held', state: value })}
          />
        }
      />
      <div className="mb-5 empty:hidden">
        <PageProblem problem={problem} onTryAgain={retry} />
      </div>
      {loading && <Skeleton card rows={4} label="Held domains" />}
      {held && (
        <DataTable
          caption="Held domains"
          columns={columns}
          rows={held.escrows}
          getKey={({ id }) => id}
          getHref={({ id, role }) =>
            role === 'OPERATOR' ? `/app/disputes/${id}` : `/app/escrow/${id}`
          }
          empty={
            clearHref ? (
              <NoMatches title="No domains match." clearHref={clearHref} />
            ) : (
              <EmptyState>Domains that a decision gave to Nameloan appear here.</EmptyState>
            )
          }
          foot={
            <Pagination
              page={page}
              pages={held.pages}
              getHref={(to) => `/app/disputes?tab=held&state=${state}&page=${to}`}
            />
          }
        />
      )}
    </>
  );
}
