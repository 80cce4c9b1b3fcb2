/** A listing in the grid, with value and loan amount next to each other so that the risk is visible at once. */

import { Link } from 'react-router-dom';
import { formatDays } from '../../format/days.ts';
import { formatMoney } from '../../format/money.ts';
import { formatAdjusted, formatRate } from '../../format/percent.ts';
import { businessToday } from '../../graph/business-time.ts';
import { Seal } from '../../ui/brand/seal.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { Facts } from '../../ui/display/facts.tsx';
import { Money } from '../../ui/display/money.tsx';
import { Nameplate } from '../../ui/display/nameplate.tsx';
import { ValueBar } from '../../ui/display/value-bar.tsx';
import { adjusted } from '../../ui/loan/loan-summary.tsx';
import { PlanLine } from '../../ui/plan/plan-line.tsx';
import type { ListingCardFragment } from './listing-card.generated.ts';
import { MakeOffer } from './make-offer.tsx';

export function ListingCard({ listing }: { listing: ListingCardFragment }) {
  const { id, unicodeName, estimatedValue, ownerValue, desiredAmount, desiredTerm, desiredRate } =
    listing;
  const columns = [
    { label: 'Term', value: formatDays(desiredTerm) },
    { label: 'APR', value: formatRate(desiredRate) },
    { ...adjusted, value: formatAdjusted(listing.disclosure.costOverTermPercent) },
  ];
  return (
    <li className="relative flex flex-col rounded-lg border border-line bg-surface p-5">
      <div className="flex items-start justify-between gap-3">
        <Seal name={unicodeName} size={52} />
        <p className="text-right">
          <span className="block text-2xs text-ink-3">Estimated value</span>
          <Money cents={estimatedValue} estimate className="font-semibold" />
          {ownerValue != null && (
            <span className="block text-2xs text-ink-3">
              Owner’s figure <Money cents={ownerValue} estimate />
            </span>
          )}
        </p>
      </div>
      <div className="mt-3.5 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0">
          <Link
            to={`/listings/${id}`}
            className="underline-offset-4 after:absolute after:inset-0 after:rounded-lg hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
          >
            <Nameplate name={unicodeName} size="card" />
          </Link>
        </h2>
        {listing.mine && <Chip tone="lend">Your listing</Chip>}
        {listing.refinances !== null && <Chip tone="blue">Refinances a running loan</Chip>}
      </div>
      <div className="mt-4 mb-5 space-y-3 border-t border-line pt-3.5">
        <dl className="flex items-baseline justify-between gap-x-3">
          <dt className="text-ink-2">Loan amount</dt>
          <dd className="num text-[1.375rem] leading-7 font-semibold tracking-[-.02em]">
            {formatMoney(desiredAmount)}
          </dd>
        </dl>
        <PlanLine
          record={listing}
          loan={{ amountCents: desiredAmount, rateBps: desiredRate }}
          today={businessToday()}
          className="num text-right text-xs text-ink-2"
        />
        <Facts layout="grid" items={columns} />
        <ValueBar estimate={listing.appraisal} loanCents={desiredAmount} caption="range" />
      </div>
      <div className="relative z-1 mt-auto">
        <MakeOffer listing={listing} />
      </div>
    </li>
  );
}
