/** The list of offers of a page: while it is read, when it is empty, and its pages. */

import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { ListSection } from './list-section.tsx';
import type { TwoLists } from './paired-lists.ts';
import { hrefOfPage, pageOf } from './paired-lists.ts';

export interface OffersSectionProps<Offer> {
  title: string;
  lists: TwoLists;
  page: { offers: readonly Offer[]; pages: number } | null | undefined;
  loading: boolean;
  fill: ReactNode;
  action: ReactNode;
  /** The table itself. */
  children: (offers: readonly Offer[], around: { empty: ReactNode; foot: ReactNode }) => ReactNode;
}

export function OffersSection<Offer>(props: OffersSectionProps<Offer>) {
  const { title, lists, page, loading, fill, action, children } = props;
  const chosen = lists.query.has('offers');
  const empty = (
    <EmptyState action={chosen ? undefined : action}>
      {chosen ? 'None of these offers stands so now.' : fill}
    </EmptyState>
  );
  const foot = page && (
    <Pagination
      name={`Pages of ${title.toLowerCase()}`}
      page={pageOf(lists, 'offers')}
      pages={page.pages}
      hrefOf={(to) => hrefOfPage(lists, 'offers', to)}
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
      {loading && !page && <Skeleton card rows={5} label={title} />}
      {page && children(page.offers, { empty, foot })}
    </ListSection>
  );
}
