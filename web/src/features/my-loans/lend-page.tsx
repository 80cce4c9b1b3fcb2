/** My Loans as a lender: the loans that one funds, and the offers that one made. */

import { Navigate, useParams, useSearchParams } from 'react-router-dom';
import { PageProblem } from '../../graph/page-problem.tsx';
import { LinkButton } from '../../ui/button/link-button.tsx';
import { NotFoundPage } from '../../ui/feedback/not-found-page.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { LendDocument } from './lend-page.generated.ts';
import { LoansSection } from './loans-section.tsx';
import { OffersSection } from './offers-section.tsx';
import type { TwoLists } from './paired-lists.ts';
import { readTwoLists } from './paired-lists.ts';
import { pastTheEnd } from './redirect-past-last-page.ts';
import { momentsOf } from './refresh-triggers.ts';
import { SentOffers } from './sent-offers.tsx';
import { useListsLive } from './use-live-lists.ts';
import { useTwoLists } from './use-paired-lists.ts';

export function LendPage() {
  const lists = readTwoLists('/app/lend', useParams(), useSearchParams()[0]);
  return lists ? <Lending lists={lists} /> : <NotFoundPage home="/app" />;
}

function Lending({ lists }: { lists: TwoLists }) {
  const { data, loading, turning, problem, retry } = useTwoLists(LendDocument, lists);
  const loans = data?.lentEscrows;
  const offers = data?.sentOffers;
  useListsLive(momentsOf(loans?.escrows, offers?.offers), retry);
  const elsewhere = turning
    ? null
    : pastTheEnd(lists, { loanPages: loans?.pages, offerPages: offers?.pages });
  if (elsewhere) return <Navigate to={elsewhere} replace />;
  const listings = <LinkButton to="/app/listings">Browse listings</LinkButton>;
  return (
    <>
      <PageHeading title="My Loans, Lend">My Loans</PageHeading>
      <p className="mt-1 text-ink-2">What you lend, and what you have offered to lend.</p>
      <div className="mt-5 empty:hidden">
        <PageProblem problem={problem} onTryAgain={retry} />
      </div>
      <LoansSection
        title="Originating Loans"
        lists={lists}
        page={loans}
        loading={loading}
        turning={turning}
        fill="A loan begins when a borrower accepts your offer."
        action={listings}
      />
      <OffersSection
        title="Offers sent"
        lists={lists}
        page={offers}
        loading={loading}
        fill="Make an offer on a listing that you would lend on."
        action={listings}
      >
        {(rows, around) => <SentOffers offers={rows} busy={turning} {...around} />}
      </OffersSection>
    </>
  );
}
