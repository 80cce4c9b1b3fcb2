/** The list of loans with its loading and empty states and its pagination. */

import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { NoMatches } from '../../ui/feedback/no-matches.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { ListSection } from './list-section.tsx';
import type { LoanRowFragment } from './loan-table.generated.ts';
import { LoanTable } from './loan-table.tsx';
import type { PairedLists } from './paired-lists.ts';
import { getFilterHref, getListPage, getPageHref } from './paired-lists.ts';

export interface LoansSectionProps {
  title: string;
  lists: PairedLists;
  /** Missing while it loads, and after an error. */
  page: { escrows: readonly LoanRowFragment[]; pages: number } | null | undefined;
  loading: boolean;
  changingPage: boolean;
  /** Explains how the list fills. */
  emptyText: ReactNode;
  action: ReactNode;
}

export function LoansSection(props: LoansSectionProps) {
  const { title, lists, page, loading, changingPage, emptyText, action } = props;
  return (
    <ListSection
      title={title}
      lists={lists}
      list="loans"
      loading={loading}
      choices={{ all: 'All loans', open: 'Open loans', closed: 'Closed loans' }}
    >
      {loading && !page && (
        <Skeleton
          card
          rows={5}
          rowHeight={60}
          label={title}
          table={{ stackedRowHeight: 111, wide: true }}
        />
      )}
      {page && (
        <LoanTable
          caption={title}
          loans={page.escrows}
          busy={changingPage}
          empty={
            lists.query.has('loans') ? (
              <NoMatches title="No loans match." clearHref={getFilterHref(lists, 'loans', '')} />
            ) : (
              <EmptyState action={action}>{emptyText}</EmptyState>
            )
          }
          foot={
            <Pagination
              name={`Pages of ${title.toLowerCase()}`}
              page={getListPage(lists, 'loans')}
              pages={page.pages}
              getHref={(to) => getPageHref(lists, 'loans', to)}
            />
          }
        />
      )}
    </ListSection>
  );
}
