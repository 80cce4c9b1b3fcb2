/** My Loans of a lender: the loans they fund, the offers they made, and their results. */

import { useApolloClient } from '@apollo/client/react';
import { Suspense, useCallback } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router-dom';
import { PageProblem } from '../../graph/page-problem.tsx';
import { refetchQueries } from '../../graph/refetch-query.ts';
import { LinkButton } from '../../ui/button/link-button.tsx';
import { lazyComponent } from '../../ui/feedback/lazy-load.ts';
import { NotFoundPage } from '../../ui/feedback/not-found-page.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { LendDocument } from './lend-page.generated.ts';
import { LoansSection } from './loans-section.tsx';
import { OffersSection } from './offers-section.tsx';
import type { PairedLists } from './paired-lists.ts';
import { readPairedLists } from './paired-lists.ts';
import { getLastPageRedirect } from './redirect-past-last-page.ts';
import { getRefreshTriggers } from './refresh-triggers.ts';
import { SentOffers } from './sent-offers.tsx';
import { useLiveLists } from './use-live-lists.ts';
import { usePairedLists } from './use-paired-lists.ts';

const PerformanceSection = lazyComponent(
  async () => (await import('./performance/performance-section.tsx')).PerformanceSection,
);

export function LendPage() {
  const lists = readPairedLists('/app/lend', useParams(), useSearchParams()[0]);
  return lists ? <Lending lists={lists} /> : <NotFoundPage home="/app" />;
}

function Lending({ lists }: { lists: PairedLists }) {
  const { data, loading, changingPage, problem, retry } = usePairedLists(LendDocument, lists);
  const loans = data?.lentEscrows;
  const offers = data?.sentOffers;
  const client = useApolloClient();
  // What changes the lists changes the results below them too.
  const refresh = useCallback(() => {
    retry();
    void refetchQueries(client, ['Performance']);
  }, [client, retry]);
  useLiveLists(getRefreshTriggers(loans?.escrows, offers?.offers), refresh);
  const redirectPath = changingPage
    ? null
    : getLastPageRedirect(lists, { loanPages: loans?.pages, offerPages: offers?.pages });
  if (redirectPath) return <Navigate to={redirectPath} replace />;
  const listings = <LinkButton to="/app/listings">Browse listings</LinkButton>;
  return (
    <>
      <PageHeading title="My Loans, Lend">My Loans</PageHeading>
      <p className="mt-1 text-ink-2">
        Originating loans are those you fund; offers sent are those you made.
      </p>
      <div className="mt-5 empty:hidden">
        <PageProblem problem={problem} onTryAgain={retry} />
      </div>
      <LoansSection
        title="Originating Loans"
        lists={lists}
        page={loans}
        loading={loading}
        changingPage={changingPage}
        emptyText="A loan starts when a borrower accepts your offer."
        action={listings}
      />
      <OffersSection
        title="Offers sent"
        lists={lists}
        page={offers}
        loading={loading}
        emptyText="Make an offer on a listing to lend."
        action={listings}
      >
        {(rows, slots) => <SentOffers offers={rows} busy={changingPage} {...slots} />}
      </OffersSection>
      {/* After the lists, so that it doesn't move when they get their height. */}
      {data && (
        <Suspense fallback={<Skeleton card rows={4} label="Results" />}>
          <PerformanceSection />
        </Suspense>
      )}
    </>
  );
}
