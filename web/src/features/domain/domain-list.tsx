/** The My Domains table with pagination, or its loading and empty states. */

import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Button } from '../../ui/button/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { lazyComponent } from '../../ui/feedback/lazy-load.ts';
import { NoMatches } from '../../ui/feedback/no-matches.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { getListLocation } from './dialog/dialog-url.ts';
import type { Dialogs } from './dialog/use-dialogs.ts';
import { domainColumns } from './domain-columns.tsx';
import type { MyDomainsQuery } from './my-domains-page.generated.ts';
import { useSelection } from './selection/use-selection.ts';

export interface DomainListProps {
  /** Undefined while loading and after an error. */
  domainPage: MyDomainsQuery['domains'] | undefined;
  loading: boolean;
  page: number;
  rowsPerPage: number;
  /** Identifies the page with its filter and order; another one has another selection. */
  view: string;
  /** Undefined while no filter is set. */
  clearHref: string | undefined;
  byExpiry: boolean;
  show: Dialogs['show'];
}

const SelectionBar = lazyComponent(
  async () => (await import('./selection/selection-bar.tsx')).SelectionBar,
);

export function DomainList(props: DomainListProps) {
  const { domainPage, loading, page, rowsPerPage, view, clearHref, byExpiry, show } = props;
  const selection = useSelection(domainPage?.domains ?? [], view);
  const [used, setUsed] = useState(false);
  if (selection.selected.length > 0 && !used) setUsed(true);
  const { search } = getListLocation(useLocation());
  const columns = domainColumns({ show, byExpiry, selection });
  return (
    <>
      {domainPage && (
        <DataTable
          caption="My domains"
          className="mt-2 sm:mt-4"
          columns={columns}
          rows={domainPage.domains}
          getKey={({ id }) => id}
          empty={
            clearHref ? (
              <NoMatches title="No domains match." clearHref={clearHref} />
            ) : (
              <NoDomains show={show} />
            )
          }
          foot={
            <Pagination
              page={page}
              pages={domainPage.pages}
              getHref={(number) => `/app/my-domains/${number}${search}`}
            />
          }
        />
      )}
      {!domainPage && loading && (
        <div className="mt-2 sm:mt-4">
          <Skeleton card rows={rowsPerPage} label="Domains" table={{ stackedRowHeight: 79 }} />
        </div>
      )}
      {/* Also while another page loads, because its dialog shows the result of removing all of this one. */}
      {used && (
        <Suspense fallback={null}>
          <SelectionBar selection={selection} />
        </Suspense>
      )}
    </>
  );
}

function NoDomains({ show }: { show: Dialogs['show'] }) {
  return (
    <EmptyState
      action={
        <Button icon={Plus} onClick={() => show('add')}>
          Add New
        </Button>
      }
    >
      Add a domain you own, then verify it with one DNS record.
    </EmptyState>
  );
}
