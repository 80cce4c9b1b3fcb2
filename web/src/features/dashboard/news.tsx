/** News about Nameloan. */

import { ring } from '@nameloan/brand/guilloche';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Time } from '../../ui/display/time.tsx';

const rosette = ring({
  lobes: 12,
  innerRadius: 26,
  outerRadius: 49,
  copies: 5,
  skew: 1,
  steps: 20,
});

const renewals = {
  title: 'Renewals are now paid from your site balance',
  text: 'A domain in escrow renews after one year. Keep enough balance and it renews automatically.',
  to: '/app/add-balance',
  link: 'Add balance',
};
const welcome = {
  title: 'Your domain keeps working while it secures a loan',
  text: 'Its DNS stays yours. If the loan isn’t repaid, the lender gets the domain, and nothing more is owed.',
  to: '/app/listings',
  link: 'See open listings',
};

/** For accounts without a loan, the news is how a loan works. */
export function News({ newcomer }: { newcomer: boolean }) {
  const { title, text, to, link } = newcomer ? welcome : renewals;
  return (
    <article
      aria-labelledby="news"
      className="relative flex flex-col overflow-hidden rounded-lg border border-line bg-surface p-5 sm:p-6"
    >
      <svg
        viewBox="-50 -50 100 100"
        aria-hidden
        className="absolute -right-14 -bottom-28 size-40 text-wine-500 opacity-50 sm:-bottom-32 sm:size-52"
      >
        <path d={rosette} fill="none" stroke="currentColor" strokeWidth=".3" />
      </svg>
      <p className="font-medium text-2xs text-ink-2">
        News
        {!newcomer && (
          <>
            , <Time value="2026-11-18" as="day" />
          </>
        )}
      </p>
      <h2 id="news" className="display mt-1.5 text-balance text-xl leading-7">
        {title}
      </h2>
      <p className="mt-2 max-w-md text-ink-2">{text}</p>
      <Link
        to={to}
        className="relative mt-auto inline-flex min-h-8 items-center gap-1.5 pt-4 font-semibold text-brand-ink underline decoration-1 underline-offset-4"
      >
        {link}
        <ArrowRight size={15} aria-hidden />
      </Link>
    </article>
  );
}
