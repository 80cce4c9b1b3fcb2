/** My Loans as a borrower: the loans on one's domains, and the offers to answer. */

import { Navigate, useParams, useSearchParams } from 'react-router-dom';
import { PageProblem } from '../../graph/page-problem.tsx';
import { LinkButton } from '../../ui/button/link-button.tsx';
import { NotFoundPage } from '../../ui/feedback/not-found-page.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { BorrowDocument } from './borrow-page.generated.ts';
import { LoansSection } from './loans-section.tsx';
import { OffersSection } from './offers-section.tsx';
import type { TwoLists } from './paired-lists.ts';
import { readTwoLists } from './paired-lists.ts';
import { ReceivedOffers } from './received-offers.tsx';
import { pastTheEnd } from './redirect-past-last-page.ts';
import { momentsOf } from './refresh-triggers.ts';
import { useListsLive } from './use-live-lists.ts';
import { useTwoLists } from './use-paired-lists.ts';

export function BorrowPage() {
  const lists = readTwoLists('/app/borrow', useParams(), useSearchParams()[0]);
  return lists ? <Borrowing lists={lists} /> : <NotFoundPage home="/app" />;
}

function Borrowing({ lists }: { lists: TwoLists }) {
  const { data, loading, turning, problem, retry } = useTwoLists(BorrowDocument, lists);
  const loans = data?.borrowedEscrows;
  const offers = data?.receivedOffers;
  useListsLive(momentsOf(loans?.escrows, offers?.offers), retry);
  const elsewhere = turning
    ? null
    : pastTheEnd(lists, { loanPages: loans?.pages, offerPages: offers?.pages });
  if (elsewhere) return <Navigate to={elsewhere} replace />;
  const domains = <LinkButton to="/app/my-domains">My Domains</LinkButton>;
  return (
    <>
      <PageHeading title="My Loans, Borrow">My Loans</PageHeading>
      <p className="mt-1 text-ink-2">What you borrow on your domains, and who offers to lend.</p>
      <div className="mt-5 empty:hidden">
        <PageProblem problem={problem} onTryAgain={retry} />
      </div>
      <LoansSection
        title="Loans"
        lists={lists}
        page={loans}
        loading={loading}
        turning={turning}
        fill="A loan begins when you accept an offer on a domain that you have listed."
        action={domains}
      />
      <OffersSection
        title="Offers received"
        lists={lists}
        page={offers}
        loading={loading}
        fill="Offers come once you list a domain with Get Loan."
        action={domains}
      >
        {(rows, around) => <ReceivedOffers offers={rows} busy={turning} {...around} />}
      </OffersSection>
    </>
  );
}
