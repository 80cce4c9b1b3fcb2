/** The page of one listing: what the loan brings its reader, the estimated value and the borrower's record. */

import { Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { formatLtv } from '../../format/ltv.ts';
import { formatWorth } from '../../format/worth.ts';
import { PageProblem } from '../../graph/page-problem.tsx';
import { usePageQuery } from '../../graph/use-page-query.ts';
import { useSession } from '../../session/tokens.ts';
import { Seal } from '../../ui/brand/seal.tsx';
import { TextLink } from '../../ui/button/text-link.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { Nameplate } from '../../ui/display/nameplate.tsx';
import { Time } from '../../ui/display/time.tsx';
import { lazyComponent } from '../../ui/feedback/lazy-load.ts';
import { Loader } from '../../ui/feedback/loader.tsx';
import { NotFoundPage } from '../../ui/feedback/not-found-page.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { EstimateCard } from './estimate-card.tsx';
import { FiguresCard } from './figures-card.tsx';
import type { ListingPageQuery } from './listing-page.generated.ts';
import { ListingPageDocument } from './listing-page.generated.ts';
import { MakeOffer } from './make-offer.tsx';
import { MakeOfferDialog } from './make-offer-dialog.tsx';
import { TrackRecordCard } from './track-record-card.tsx';
import { useLiveListings } from './use-live-listings.ts';
import { useOfferDialog } from './use-offer-dialog.ts';
import { useTypedTerms } from './use-typed-terms.ts';

// Far down the page.
const ListingDiligenceCard = lazyComponent(
  async () => (await import('../../graph/diligence/diligence-cards.tsx')).ListingDiligenceCard,
);

const RunningLoanCard = lazyComponent(
  async () => (await import('./running-loan-card.tsx')).RunningLoanCard,
);

type ListingDetails = NonNullable<ListingPageQuery['listing']>;

export function ListingPage() {
  const { id = '' } = useParams();
  return <ListingById key={id} id={id} />;
}

function ListingById({ id }: { id: string }) {
  const session = useSession();
  const { data, problem, retry } = usePageQuery(ListingPageDocument, { id });
  useLiveListings();
  const listing = data?.listing;
  if (problem?.code === 'NOT_FOUND') return <NotFoundPage home={session ? '/app' : '/'} />;
  return (
    <>
      <TextLink to={session ? '/app/listings' : '/domains'}>Domain Listings</TextLink>
      <Heading listing={listing ?? undefined} />
      <div className="mt-4 empty:hidden">
        <PageProblem problem={problem} onTryAgain={retry} page={!listing} />
      </div>
      {!listing && !problem && (
        <div className="min-h-dvh">
          <Loader>
            <Skeleton rows={6} card />
          </Loader>
        </div>
      )}
      {listing && <Details listing={listing} />}
    </>
  );
}

/** The same heading element while loading and after, so that it keeps the focus. */
function Heading({ listing }: { listing: ListingDetails | undefined }) {
  const name = listing?.unicodeName ?? 'Listing';
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-3">
      {listing && <Seal name={listing.domainName} size={64} />}
      <div className="min-w-0">
        <PageHeading title={name} className={listing ? 'min-w-0' : 'sr-only'}>
          <Nameplate name={name} size="header" />
        </PageHeading>
        {listing && <ListingState listing={listing} />}
      </div>
    </div>
  );
}

function ListingState({
  listing: { open, mine, createdAt, refinances },
}: {
  listing: ListingDetails;
}) {
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
      <Chip tone={open ? 'green' : 'gray'}>{open ? 'Open' : 'Closed'}</Chip>
      {open && (
        <span>
          until {mine ? 'you accept' : 'the borrower accepts'} an offer or{' '}
          {mine ? 'remove' : 'removes'} it
        </span>
      )}
      {mine && <Chip tone="lend">Your listing</Chip>}
      {refinances !== null && <Chip tone="blue">Refinances a running loan</Chip>}
      <span>
        Listed <Time value={createdAt} as="day" />
      </span>
    </p>
  );
}

function Details({ listing }: { listing: ListingDetails }) {
  const session = useSession();
  const typed = useTypedTerms(listing);
  const { listingId, close } = useOfferDialog();
  const viewer = listing.mine ? 'borrower' : session ? 'lender' : 'visitor';
  return (
    <>
      <div className="mt-7 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
        {/* On a phone in this order: the offer, with its risk, comes before the figures. */}
        <div className="lg:col-start-2 lg:row-start-1">
          <OfferCard listing={listing} amountCents={typed.terms?.amountCents} />
        </div>
        <div className="lg:row-span-2 lg:row-start-1">
          <FiguresCard listing={listing} viewer={viewer} typed={typed} />
        </div>
        <div className="lg:col-start-2">
          <EstimateCard
            estimate={listing.appraisal}
            ownerValueCents={listing.ownerValue}
            amountCents={typed.terms?.amountCents}
          />
        </div>
        <div className="grid gap-5">
          <Suspense fallback={null}>
            {listing.refinances !== null && listing.open && (
              <RunningLoanCard loan={listing.runningLoan} mine={listing.mine === true} />
            )}
          </Suspense>
          <TrackRecordCard record={listing.borrowerTrackRecord} />
          <Suspense fallback={null}>
            <ListingDiligenceCard id={listing.id} name={listing.domainName} />
          </Suspense>
        </div>
      </div>
      {listingId === listing.id && listing.actions.includes('OFFER') && (
        <MakeOfferDialog
          listing={listing}
          initialTerms={typed.isChanged && typed.terms ? typed.input : undefined}
          triedPlan={typed.isChanged && typed.terms ? typed.plan : undefined}
          onClose={close}
        />
      )}
    </>
  );
}

const offerTexts = {
  own: {
    title: 'Your listing',
    text: 'Lenders can match these terms or offer others. Nothing is binding until you accept an offer.',
  },
  open: {
    title: 'Lend against this name',
    text: 'Match the terms or offer your own. If the loan is not repaid, you can take the domain.',
  },
  closed: {
    title: 'This listing is closed',
    text: 'The borrower removed it or accepted an offer.',
  },
};

interface OfferCardProps {
  listing: ListingDetails;
  /** Of the calculator; undefined while its input is not a valid loan. */
  amountCents: number | undefined;
}

function OfferCard({ listing, amountCents }: OfferCardProps) {
  const session = useSession();
  const { open, appraisal, ownerValue } = listing;
  const ltv = formatLtv(amountCents, appraisal?.mid);
  const ltvOfLow = formatLtv(amountCents, appraisal?.low);
  const { title, text } = offerTexts[open ? (listing.mine ? 'own' : 'open') : 'closed'];
  return (
    <Card title={title} tinted>
      <p className="mt-1 mb-4 text-ink-2">{text}</p>
      {/* In one column the card with the estimate is far down. */}
      {open && (appraisal || ownerValue != null) && (
        <p className="num mb-4 lg:hidden">
          <span className="font-semibold">
            {formatWorth(listing)}
            {ltv && ` · LTV ${ltv}`}
          </span>
          {ltv && (
            <span className="block text-2xs text-ink-2">
              The loan as a share of the estimate{ltvOfLow && `; ${ltvOfLow} of the low estimate`}
            </span>
          )}
        </p>
      )}
      {open || listing.myOffer ? (
        <MakeOffer listing={listing} primary />
      ) : (
        <TextLink to={session ? '/app/listings' : '/domains'}>See open listings</TextLink>
      )}
    </Card>
  );
}
