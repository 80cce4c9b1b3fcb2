/** A listing on the landing page: the domain, its value, and the terms that its owner asks for. */

import { Link } from 'react-router-dom';
import { formatDays } from '../../../format/days.ts';
import { formatLtv } from '../../../format/ltv.ts';
import { formatEstimate, formatMoney } from '../../../format/money.ts';
import { formatPercent } from '../../../format/percent.ts';
import { Seal } from '../../../ui/brand/seal.tsx';
import { Nameplate } from '../../../ui/display/nameplate.tsx';
import type { NewListing } from './fetch-listings.ts';
import { tileClass } from './listings-placeholder.tsx';

const toCents = (dollars: number) => Math.round(dollars * 100);

export function ListingTile({ listing }: { listing: NewListing }) {
  const { id, domain_unicode: name, desired_loan_amount: dollars, estimated_value } = listing;
  const { instalments } = listing;
  const amountCents = toCents(dollars);
  const estimateCents = estimated_value === null ? null : toCents(estimated_value);
  const ltv = formatLtv(amountCents, estimateCents);
  return (
    <li className={tileClass}>
      <div className="flex items-center gap-3">
        <Seal name={name} size={40} />
        <div className="min-w-0">
          <h3>
            <Link
              to={`/listings/${id}`}
              className="underline-offset-4 after:absolute after:inset-0 after:rounded-lg hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
            >
              <Nameplate name={name} size="card" />
            </Link>
          </h3>
          <p className="num text-xs text-ink-3">
            Est. {formatEstimate(estimateCents)}
            {ltv && ` · LTV ${ltv}`}
          </p>
        </div>
      </div>
      <p className="num mt-auto flex flex-wrap items-baseline justify-between gap-x-3 border-t border-line pt-3.5">
        <span className="text-[1.375rem] leading-7 font-semibold tracking-[-.02em]">
          {formatMoney(amountCents)}
        </span>
        <span className="text-ink-2">
          {formatDays(listing.desired_term)}
          {instalments && ` in ${instalments} payments`} · {formatPercent(listing.desired_apy)} APR
        </span>
      </p>
    </li>
  );
}
