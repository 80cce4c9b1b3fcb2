/** The 404 page, for unknown addresses and for anything the user may not see. */

import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { BrokenRing } from '../brand/broken-ring.tsx';
import { PageHeading } from '../layout/page-heading.tsx';

export interface NotFoundPageProps {
  home?: '/' | '/app';
  /** What could not be found, in one sentence. Default: the page. */
  children?: ReactNode;
}

export function NotFoundPage({ home = '/', children }: NotFoundPageProps) {
  return (
    <div className="mx-auto flex max-w-[40rem] flex-col items-center px-5 py-20 text-center sm:py-28">
      <BrokenRing />
      <PageHeading
        title="It's over"
        className="mt-8 text-[clamp(2.625rem,1.55rem+4.3vw,4.5rem)] leading-[1.02]"
      >
        It's over
      </PageHeading>
      <p className="mt-4 text-base text-ink-2">
        {children ?? 'This page doesn’t exist, or what it showed has ended.'}
      </p>
      <Link
        to={home}
        data-variant="primary"
        className="mt-8 inline-flex h-10 items-center rounded-md bg-brand px-4 font-semibold text-on-brand hover:bg-brand-hover"
      >
        {home === '/' ? 'Back to Nameloan' : 'Back to your dashboard'}
      </Link>
    </div>
  );
}
