/** My Loans of a borrower: the loans on their domains and the offers to answer. */

import { Navigate, useParams, useSearchParams } from 'react-router-dom';
import { PageProblem } from '../../graph/page-problem.tsx';
import { LinkButton } from '../../ui/button/link-button.tsx';
import { NotFoundPage } from '../../ui/feedback/not-found-page.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { BorrowDocument } from './borrow-page.generated.ts';
import { LoansSection } from './loans-section.tsx';
import { OffersSection } from './offers-section.tsx';
import type { PairedLists } from './paired-lists.ts';
import { readPairedLists } from './paired-lists.ts';
import { ReceivedOffers } from './received-offers.tsx';
import { getLastPageRedirect } from './redirect-past-last-page.ts';
import { getRefreshTriggers } from './refresh-triggers.ts';
import { useLiveLists } from './use-live-lists.ts';
import { usePairedLists } from './use-paired-lists.ts';

export function BorrowPage() {
  const lists = readPairedLists('/app/borrow', useParams(), useSearchParams()[0]);
  return lists ? <Borrowing lists={lists} /> : <NotFoundPage home="/app" />;
}

function Borrowing({ lists }: { lists: PairedLists }) {
  const { data, loading, changingPage, problem, retry } = usePairedLists(BorrowDocument, lists);
  const loans = data?.borrowedEscrows;
  const offers = data?.receivedOffers;
  useLiveLists(getRefreshTriggers(loans?.escrows, offers?.offers), retry);
  const redirectPath = changingPage
    ? null
    : getLastPageRedirect(lists, { loanPages: loans?.pages, offerPages: offers?.pages });
  if (redirectPath) return <Navigate to={redirectPath} replace />;
  const domains = <LinkButton to="/app/my-domains">My Domains</LinkButton>;
  return (
    <>
      <PageHeading title="My Loans, Borrow">My Loans</PageHeading>
      <p className="mt-1 text-ink-2">Loans on your domains, and offers from lenders.</p>
      <div className="mt-5 empty:hidden">
        <PageProblem problem={problem} onTryAgain={retry} />
      </div>
      <LoansSection
        title="Loans"
        lists={lists}
        page={loans}
        loading={loading}
        changingPage={changingPage}
        emptyText="A loan starts when you accept an offer on a domain you listed."
        action={domains}
      />
      <OffersSection
        title="Offers received"
        lists={lists}
        page={offers}
        loading={loading}
        emptyText="List a domain with Get Loan to receive offers."
        action={domains}
      >
        {(rows, slots) => (
          <ReceivedOffers
            offers={rows}
            pending={data?.pendingOffers?.offers ?? []}
            busy={changingPage}
            {...slots}
          />
        )}
      </OffersSection>
    </>
  );
}
