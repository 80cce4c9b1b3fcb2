/** Columns, row links and details that both tables of offers share. */

import type { ReactNode } from 'react';
import { formatDays } from '../../format/days.ts';
import { formatMoney } from '../../format/money.ts';
import { formatRate } from '../../format/percent.ts';
import { businessToday, useNow } from '../../graph/business-time.ts';
import { Money } from '../../ui/display/money.tsx';
import { Time } from '../../ui/display/time.tsx';
import { contractNames } from '../../ui/loan/contract-names.ts';
import { describePlan } from '../../ui/plan/describe-plan.ts';
import { RecordedPlan } from '../../ui/plan/recorded-plan.tsx';
import { OfferStatus } from '../../ui/status/offer-status.tsx';
import type { Column } from '../../ui/table/column.ts';
import { RowName } from '../../ui/table/row-name.tsx';
import type { OfferTermsFragment } from './offer-terms.generated.ts';

type Offer = OfferTermsFragment;

export const offerColumns: readonly Column<Offer>[] = [
  { header: 'Domain', cell: ({ unicodeName }) => <RowName name={unicodeName} /> },
  {
    header: 'Loan amount',
    align: 'end',
    width: 8,
    aside: true,
    cell: ({ amount }) => <Money cents={amount} className="font-semibold" />,
  },
  {
    header: 'Rate',
    align: 'end',
    width: 5.25,
    cell: ({ rate }) => formatRate(rate),
  },
  {
    header: 'Term',
    align: 'end',
    width: 6.75,
    cell: (offer) => (
      <>
        <span className="whitespace-nowrap">{formatDays(offer.term)}</span>
        <PlanNote offer={offer} />
      </>
    ),
  },
  {
    header: 'Status',
    width: 11,
    selfExplanatory: true,
    cell: (offer) => <OfferState offer={offer} />,
  },
];

/** Below the term or the due date: how many payments, where it is not one. */
export function PlanNote({ offer }: { offer: Offer }) {
  const plan = describePlan(offer);
  return (
    plan && (
      <span className="text-2xs text-ink-3 flat:block">
        <span className="flat:hidden"> · </span>
        {plan}
      </span>
    )
  );
}

/** The payments of an offer, where it is not one. */
export function OfferPlan({ offer, side }: { offer: Offer; side: 'borrower' | 'lender' }) {
  const { amount: amountCents, rate: rateBps, term: termDays, disclosure } = offer;
  return (
    <RecordedPlan
      record={offer}
      loan={{ amountCents, rateBps, termDays }}
      transferFeeCents={disclosure.transferFee}
      today={businessToday()}
      side={side}
      brief
    />
  );
}

/** Distinguishes offers on the same domain in the accessible names of buttons. */
export const describeOffer = ({ amount, unicodeName }: Offer): string =>
  `the offer of ${formatMoney(amount)} on ${unicodeName}`;

/** An accepted offer links to its loan, any other to its listing. */
export const getOfferHref = ({ escrow, listingId }: Offer): string =>
  escrow ? `/app/escrow/${escrow.id}` : `/listings/${listingId}`;

export function OfferState({ offer }: { offer: Offer }) {
  const now = useNow();
  const pending = offer.status === 'PENDING';
  return (
    <span className="flex items-center gap-1.5 flat:flex-col flat:items-start flat:gap-0.5 flat:py-1">
      <OfferStatus status={offer.status} />
      <span className="text-2xs text-ink-3">
        {pending ? 'Expires: ' : 'Made: '}
        <Time value={pending ? offer.expiresAt : offer.createdAt} as="ago" now={now} />
      </span>
    </span>
  );
}

export interface OfferDetailProps {
  offer: Offer;
  /** What the one line says before it is opened. */
  summary: ReactNode;
  /** The caption of the lender's message. */
  messageCaption: string;
  /** The rest, as paragraphs. */
  children: ReactNode;
}

/** Details of a pending offer: one line, with the lender's message, contract and security folded. */
export function OfferDetail({ offer, summary, messageCaption, children }: OfferDetailProps) {
  const { disclosure, contract, message } = offer;
  return (
    <details>
      <summary className="w-fit cursor-pointer py-1 text-2xs font-semibold text-ink-2">
        {message ? 'Message and details' : 'Details'}
        <span className="font-normal text-ink-3"> · {summary}</span>
      </summary>
      <div className="mt-1 space-y-1 text-xs text-ink-2">
        {message && (
          <figure className="mb-2 border-l-2 border-line pl-3">
            <figcaption className="text-ink-3">{messageCaption}</figcaption>
            <blockquote className="whitespace-pre-line text-ink wrap-anywhere">
              {message}
            </blockquote>
          </figure>
        )}
        {children}
        <p>{contractNames[contract] ?? contract}.</p>
        <p>{disclosure.security}</p>
      </div>
    </details>
  );
}
