/** What a borrower compares offers by: the listing's terms above them, the same columns for each, the rest folded. */

import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDays } from '../../format/days.ts';
import { computeDueAt } from '../../format/due-day.ts';
import { formatApr, formatRate } from '../../format/percent.ts';
import { useNow } from '../../graph/business-time.ts';
import { Money } from '../../ui/display/money.tsx';
import { Time } from '../../ui/display/time.tsx';
import { contractNames } from '../../ui/loan/contract-names.ts';
import { describePlan } from '../../ui/plan/describe-plan.ts';
import type { Column } from '../../ui/table/column.ts';
import { RowName } from '../../ui/table/row-name.tsx';
import type { ComparedTerm, OfferComparison } from './compare-offers.ts';
import { OfferDetail, OfferPlan, PlanNote } from './offer-columns.tsx';
import type { ReceivedOfferFragment } from './received-offers.generated.ts';
import { describeTrackRecord, summarizeTrackRecord } from './track-record.ts';

type Offer = ReceivedOfferFragment;

export interface ListingHeadingProps {
  offer: Offer;
  comparison: OfferComparison | undefined;
}

/** The listing's terms, which the offers below differ from or match. */
export function ListingHeading({ offer, comparison }: ListingHeadingProps) {
  const { listing, unicodeName, status } = offer;
  const listed = listing && describePlan(listing);
  const count = status === 'PENDING' ? (comparison?.count ?? 0) : 0;
  const terms = listing && (
    <>
      Your listing: <Money cents={listing.desiredAmount} />, {formatRate(listing.desiredRate)},{' '}
      {formatDays(listing.desiredTerm)}
      {listed && `, ${listed}`}
      {count > 1 && (
        <>
          {' · '}
          <span className="inline-block">{count} pending offers</span>
        </>
      )}
    </>
  );
  return <RowName name={unicodeName} detail={terms} />;
}

interface BestValueProps {
  term: ComparedTerm;
  offer: Offer;
  comparison: OfferComparison | undefined;
  children: ReactNode;
}

/** A value, marked with a word and an icon if it is the best among the pending offers on its listing. */
function BestValue({ term, offer, comparison, children }: BestValueProps) {
  const value = offer.disclosure[term];
  const isBest = offer.status === 'PENDING' && value !== null && comparison?.best[term] === value;
  return (
    <span className="flat:block">
      <span className={isBest ? 'font-semibold' : undefined}>{children}</span>
      {isBest && (
        <span className="ml-1 inline-flex items-center gap-0.5 text-2xs font-semibold text-lend-ink flat:ml-0 flat:flex flat:justify-end">
          <Check size={12} strokeWidth={2.5} aria-hidden="true" />
          {term === 'receives' ? 'Highest' : 'Lowest'}
        </span>
      )}
    </span>
  );
}

function DueDay({ term }: { term: number }) {
  const now = useNow();
  return <Time value={computeDueAt(term, now)} as="short-day" now={now} />;
}

/** The kind alone: "Bank Transfer" of "Standard Agreement (Bank Transfer)". */
const shortContract = (name: string) => /\(([^)]+)\)/.exec(name)?.[1] ?? name;

export function comparedColumns(
  comparisons: ReadonlyMap<string, OfferComparison>,
): readonly Column<Offer>[] {
  const best = (offer: Offer, term: ComparedTerm, text: ReactNode) => (
    <BestValue {...{ term, offer }} comparison={comparisons.get(offer.listingId)}>
      {text}
    </BestValue>
  );
  return [
    {
      header: 'You receive',
      align: 'end',
      width: 8,
      cell: (offer) => (
        <>
          {/* The link covers the row, and the heading with the domain is another row. */}
          <span className="sr-only">{offer.unicodeName}: you receive </span>
          <span aria-hidden="true" className="text-2xs text-ink-3 flat:hidden">
            You receive{' '}
          </span>
          {best(offer, 'receives', <Money cents={offer.disclosure.receives} />)}
        </>
      ),
    },
    {
      header: 'You repay',
      align: 'end',
      width: 7.25,
      cell: (offer) => best(offer, 'repays', <Money cents={offer.disclosure.repays} />),
    },
    {
      header: 'Fee',
      align: 'end',
      width: 5.75,
      cell: (offer) => best(offer, 'transferFee', <Money cents={offer.disclosure.transferFee} />),
    },
    {
      header: 'APR incl. fees',
      align: 'end',
      width: 7,
      cell: (offer) =>
        best(offer, 'aprAllCostsPercent', formatApr(offer.disclosure.aprAllCostsPercent)),
    },
    {
      header: 'Due',
      width: 6.5,
      // The loan of an accepted offer has its own due date; of any other answered offer there is none.
      cell: (offer) =>
        offer.status === 'PENDING' ? (
          <>
            <DueDay term={offer.term} />
            <PlanNote offer={offer} />
          </>
        ) : (
          '–'
        ),
    },
    {
      header: 'Lender',
      cell: ({ lenderTrackRecord: record }) => (
        <span className="block text-2xs">
          {record ? summarizeTrackRecord(record) : 'Not available right now'}
        </span>
      ),
    },
    {
      header: 'Contract',
      width: 6.75,
      cell: ({ contract }) => (
        <span className="block text-2xs">{shortContract(contractNames[contract] ?? contract)}</span>
      ),
    },
  ];
}

/** "12% for 365 days, in 12 monthly payments". */
function describeTerms(offer: Offer): string {
  const plan = describePlan(offer);
  return `${formatRate(offer.rate)} for ${formatDays(offer.term)}${plan ? `, in ${plan}` : ''}`;
}

/** The terms of an offer that is no longer pending, which have no columns. */
export function AnsweredDetail({ offer }: { offer: Offer }) {
  return <p className="text-2xs text-ink-3">{describeTerms(offer)}</p>;
}

/** What need not be compared. */
export function ReceivedDetail({ offer }: { offer: Offer }) {
  const { disclosure, expiresAt, lenderTrackRecord } = offer;
  const now = useNow();
  return (
    <OfferDetail
      offer={offer}
      summary={
        <>
          Expires <Time value={expiresAt} as="ago" now={now} />
        </>
      }
      messageCaption="Message from the lender"
    >
      <p>
        {describeTerms(offer)}: interest of <Money cents={disclosure.interest} />. The due date
        assumes that the loan is paid out today.
      </p>
      <OfferPlan offer={offer} side="borrower" />
      {lenderTrackRecord && <p>The lender: {describeTrackRecord(lenderTrackRecord)}.</p>}
    </OfferDetail>
  );
}
