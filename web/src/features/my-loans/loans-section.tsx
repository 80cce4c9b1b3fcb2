/** The list of loans of a page: while it is read, when it is empty, and its pages. */

import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { ListSection } from './list-section.tsx';
import type { LoanLineFragment } from './loan-table.generated.ts';
import { LoanTable } from './loan-table.tsx';
import type { TwoLists } from './paired-lists.ts';
import { hrefOfPage, pageOf } from './paired-lists.ts';

export interface LoansSectionProps {
  title: string;
  lists: TwoLists;
  /** Absent while it is read, and where it could not be. */
  page: { escrows: readonly LoanLineFragment[]; pages: number } | null | undefined;
  loading: boolean;
  turning: boolean;
  /** How the list fills. */
  fill: ReactNode;
  action: ReactNode;
}

export function LoansSection(props: LoansSectionProps) {
  const { title, lists, page, loading, turning, fill, action } = props;
  return (
    <ListSection
      title={title}
      lists={lists}
      list="loans"
      loading={loading}
      choices={{ all: 'All loans', open: 'Open loans', closed: 'Closed loans' }}
    >
      {loading && !page && <Skeleton card rows={5} label={title} />}
      {page && (
        <LoanTable
          caption={title}
          loans={page.escrows}
          busy={turning}
          empty={
            <EmptyState action={lists.query.has('loans') ? undefined : action}>
              {lists.query.has('loans') ? 'None of your loans here stands so now.' : fill}
            </EmptyState>
          }
          foot={
            <Pagination
              name={`Pages of ${title.toLowerCase()}`}
              page={pageOf(lists, 'loans')}
              pages={page.pages}
              hrefOf={(to) => hrefOfPage(lists, 'loans', to)}
            />
          }
        />
      )}
    </ListSection>
  );
}
