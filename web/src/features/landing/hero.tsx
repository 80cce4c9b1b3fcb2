/** The hero of the landing page, wine-coloured in both themes. The rest of the page follows in the same landmark. */

import { ring } from '@nameloan/brand/guilloche';
import { ArrowDown, Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '../../session/tokens.ts';
import { LinkButton } from '../../ui/button/link-button.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { PublicBar } from '../../ui/layout/public-bar.tsx';
import { LoanNote } from './loan-note.tsx';
import { useMounted } from './use-mounted.ts';

const title = 'Peer to Peer Lending for Domainers';

const promises = [
  'Borrow without selling the domain',
  'Full DNS control while in escrow',
  'Earn yield by lending',
];

export function Hero({ children }: { children: ReactNode }) {
  return (
    <>
      <div className="bg-wine-900 text-white [--focus:#fff]">
        <div className="relative z-1">
          <PublicBar signedIn={useSession() !== null} onWine />
        </div>
      </div>
      <main id="main">
        <div className="relative overflow-x-clip bg-wine-900 text-white [--focus:#fff] [clip-path:inset(-6rem_0_0)]">
          <Rosette />
          <div className="relative mx-auto grid max-w-[76rem] items-center gap-12 px-5 pt-10 pb-16 sm:pb-24 lg:grid-cols-[minmax(0,1fr)_29rem] lg:gap-16 lg:px-8 lg:pt-20 lg:pb-32">
            <Promises />
            <LoanNote />
          </div>
        </div>
        {children}
      </main>
    </>
  );
}

/** A faint seal in the background, also under the bar; the section clips it. */
function Rosette() {
  const drawn = useMounted();
  return (
    <svg
      viewBox="-50 -50 100 100"
      aria-hidden="true"
      className="pointer-events-none absolute -top-60 left-1/2 size-[46rem] -translate-x-[18%] animate-settle text-wine-600 sm:size-[64rem] lg:-top-76 lg:left-[52%] lg:translate-x-0"
    >
      {drawn && (
        <g fill="none" stroke="currentColor" strokeWidth=".085">
          <path d={ring(rings.outer)} />
          <path d={ring(rings.middle)} opacity=".9" />
          <path d={ring(rings.inner)} opacity=".8" />
        </g>
      )}
    </svg>
  );
}

const rings = {
  outer: { lobes: 14, innerRadius: 30, outerRadius: 50, copies: 9, skew: 0.8, steps: 36 },
  middle: { lobes: 9, innerRadius: 17, outerRadius: 33, copies: 8, skew: 1.1, steps: 36 },
  inner: { lobes: 7, innerRadius: 5, outerRadius: 19, copies: 6, skew: 0.6, steps: 36 },
};

function Promises() {
  return (
    <div>
      <PageHeading
        title={title}
        className="text-[clamp(2.625rem,1.55rem+4.3vw,4.5rem)] leading-[1.02]"
      >
        {title}
      </PageHeading>
      <ul className="mt-7 space-y-2 text-lg text-wine-100">
        {promises.map((promise) => (
          <li key={promise} className="flex items-center gap-3">
            <Check size={20} aria-hidden="true" className="shrink-0 text-(--verd-300)" />
            {promise}
          </li>
        ))}
      </ul>
      <div className="mt-9 flex flex-wrap gap-3">
        <LinkButton to="/register" variant="on-wine" size="landing">
          Get a Loan
        </LinkButton>
        <LinkButton to="/domains" variant="on-wine-quiet" size="landing">
          Browse Listings
        </LinkButton>
      </div>
      <p className="mt-6 flex flex-wrap gap-x-6 gap-y-1 text-[.9375rem] font-medium">
        <Anchor to="#borrow">For Borrowers</Anchor>
        <Anchor to="#lend">For Lenders</Anchor>
      </p>
    </div>
  );
}

function Anchor({ to, children }: { to: string; children: string }) {
  return (
    <a
      href={to}
      className="inline-flex min-h-8 items-center gap-1.5 text-wine-100 underline decoration-wine-400 underline-offset-4 hover:text-white"
    >
      {children}
      <ArrowDown size={15} aria-hidden="true" />
    </a>
  );
}
