/** The list of offers with its loading and empty states and its pagination. */

import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { NoMatches } from '../../ui/feedback/no-matches.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { ListSection } from './list-section.tsx';
import type { PairedLists } from './paired-lists.ts';
import { getFilterHref, getListPage, getPageHref } from './paired-lists.ts';

export interface OffersSectionProps<Offer> {
  title: string;
  lists: PairedLists;
  page: { offers: readonly Offer[]; pages: number } | null | undefined;
  loading: boolean;
  emptyText: ReactNode;
  action: ReactNode;
  /** Renders the table with the given empty state and footer. */
  children: (offers: readonly Offer[], slots: { empty: ReactNode; foot: ReactNode }) => ReactNode;
}

export function OffersSection<Offer>(props: OffersSectionProps<Offer>) {
  const { title, lists, page, loading, emptyText, action, children } = props;
  // It would move when the loans above it arrive.
  if (loading && !page) return null;
  const empty = lists.query.has('offers') ? (
    <NoMatches title="No offers match." clearHref={getFilterHref(lists, 'offers', '')} />
  ) : (
    <EmptyState action={action}>{emptyText}</EmptyState>
  );
  const foot = page && (
    <Pagination
      name={`Pages of ${title.toLowerCase()}`}
      page={getListPage(lists, 'offers')}
      pages={page.pages}
      getHref={(to) => getPageHref(lists, 'offers', to)}
    />
  );
  return (
    <ListSection
      title={title}
      lists={lists}
      list="offers"
      loading={loading}
      choices={{ all: 'All offers', open: 'Pending offers', closed: 'Answered offers' }}
    >
      {page && children(page.offers, { empty, foot })}
    </ListSection>
  );
}
