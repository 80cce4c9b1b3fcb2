/** The My Domains table with pagination, or its loading and empty states. */

import { Plus } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { Button } from '../../ui/button/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { NoMatches } from '../../ui/feedback/no-matches.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { getListLocation } from './dialog/dialog-url.ts';
import type { Dialogs } from './dialog/use-dialogs.ts';
import { domainColumns } from './domain-columns.tsx';
import type { MyDomainsQuery } from './my-domains-page.generated.ts';

export interface DomainListProps {
  /** Undefined while loading and after an error. */
  domainPage: MyDomainsQuery['domains'] | undefined;
  loading: boolean;
  page: number;
  /** Undefined while no filter is set. */
  clearHref: string | undefined;
  byExpiry: boolean;
  show: Dialogs['show'];
}

const rowsPerPage = 7;

export function DomainList(props: DomainListProps) {
  const { domainPage, loading, page, clearHref, byExpiry, show } = props;
  const { search } = getListLocation(useLocation());
  if (!domainPage)
    return loading ? (
      <div className="mt-3 sm:mt-4">
        <Skeleton card rows={rowsPerPage} label="Domains" table={{ stackedRowHeight: 85 }} />
      </div>
    ) : null;
  return (
    <DataTable
      caption="My domains"
      className="mt-3 sm:mt-4"
      columns={domainColumns({ show, byExpiry })}
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
