/** Open listings, twelve a page. Filter, order and page come from the URL. */

import { useRef } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { readPage } from '../../format/read-page.ts';
import { PageProblem } from '../../graph/page-problem.tsx';
import { usePageQuery } from '../../graph/use-page-query.ts';
import { LinkButton } from '../../ui/button/link-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { NoMatches } from '../../ui/feedback/no-matches.tsx';
import { NotFoundPage } from '../../ui/feedback/not-found-page.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { ListingCard } from './listing-card.tsx';
import { ListingFilters } from './listing-filters.tsx';
import { formatClearedSearch, formatListingSearch, parseListingSearch } from './listing-search.ts';
import { ListingSkeleton } from './listing-skeleton.tsx';
import type { ListingsQuery } from './listings.generated.ts';
import { ListingsDocument } from './listings.generated.ts';
import { MakeOfferDialog } from './make-offer-dialog.tsx';
import { useLiveListings } from './use-live-listings.ts';
import { useOfferDialog } from './use-offer-dialog.ts';

export interface ListingsProps {
  /** The path before the page number. */
  base: '/domains' | '/app/listings';
}

export function Listings({ base }: ListingsProps) {
  const { page: typed } = useParams();
  const page = readPage(typed);
  if (page === undefined) return <NotFoundPage home={base === '/domains' ? '/' : '/app'} />;
  return <ListingsPage base={base} page={page} />;
}

function ListingsPage({ base, page }: ListingsProps & { page: number }) {
  const [parameters] = useSearchParams();
  const search = formatListingSearch(parameters);
  const read = usePageQuery(ListingsDocument, { page, ...parseListingSearch(parameters) });
  // The previous listings stay visible, faded, while others load.
  const previous = useRef<ListingsQuery>(undefined);
  if (read.data) previous.current = read.data;
  const result = (read.data ?? previous.current)?.listings;
  useLiveListings();
  const { listingId, close } = useOfferDialog();
  const chosen = result?.listings.find(({ id }) => id === listingId);
  const getHref = (to: number) => `${base}/${to}${search}`;
  return (
    <>
      <PageHeading title="Domain Listings">Domain Listings</PageHeading>
      <ListingFilters base={base} />
      <div role="status" className="mt-4 text-ink-2">
        {result && formatCount(result)}
      </div>
      {read.problem && (
        <div className="mt-4">
          <PageProblem problem={read.problem} onTryAgain={read.retry} />
        </div>
      )}
      {!result && !read.problem && <ListingSkeleton />}
      {result && (
        <ListingGrid
          page={result}
          busy={read.data === undefined}
          empty={
            <NoListings
              {...{ base, search, page }}
              cleared={formatClearedSearch(parameters)}
              pages={result.pages}
            />
          }
        />
      )}
      {result && <Pagination page={page} pages={result.pages} getHref={getHref} foot={false} />}
      {chosen?.actions.includes('OFFER') && (
        <MakeOfferDialog key={chosen.id} listing={chosen} onClose={close} />
      )}
    </>
  );
}

type ListingsResult = NonNullable<ListingsQuery['listings']>;

const count = new Intl.NumberFormat();

function formatCount({ total, totalExact }: ListingsResult): string {
  if (!totalExact) return `More than ${count.format(total)} listings`;
  return total === 1 ? '1 listing' : `${count.format(total)} listings`;
}

interface GridProps {
  page: ListingsResult;
  busy: boolean;
  empty: React.ReactNode;
}

function ListingGrid({ page, busy, empty }: GridProps) {
  if (page.listings.length === 0) return empty;
  return (
    <ul
      aria-label="Listings"
      aria-busy={busy || undefined}
      className={`mt-4 grid gap-4 transition-opacity sm:grid-cols-2 xl:grid-cols-3 ${busy ? 'opacity-60' : ''}`}
    >
      {page.listings.map((listing) => (
        <ListingCard key={listing.id} listing={listing} />
      ))}
    </ul>
  );
}

interface NoListingsProps extends ListingsProps {
  search: string;
  /** The address without its filters; undefined while none is set. */
  cleared: string | undefined;
  page: number;
  pages: number;
}

function NoListings({ base, search, cleared, page, pages }: NoListingsProps) {
  if (page > pages)
    return (
      <EmptyState
        action={<LinkButton to={`${base}/${pages}${search}`}>Go to page {pages}</LinkButton>}
      >
        This page no longer exists.
      </EmptyState>
    );
  if (cleared === undefined)
    return <EmptyState>Listings appear here when a borrower opens one.</EmptyState>;
  return <NoMatches title="No listings match." clearHref={`${base}/1${cleared}`} />;
}
