/** Pagination with links, so that each page has an address. Renders nothing for a single page. */

import clsx from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonClass } from '../button/button-class.ts';
import type { PageItem } from './page-numbers.ts';
import { getPageItems } from './page-numbers.ts';

export interface PaginationProps {
  page: number;
  pages: number;
  getHref: (page: number) => string;
  /** If a page has two of them: "Pages of loans". */
  name?: string;
  /** At the bottom of a card; false: below a grid. */
  foot?: boolean;
}

export function Pagination(props: PaginationProps) {
  const { page, pages, getHref, name = 'Pagination', foot = true } = props;
  if (pages <= 1) return null;
  return (
    // A container query, because a card is narrower than the screen.
    <div className="@container">
      <nav
        aria-label={name}
        className={clsx(
          'flex items-center justify-between gap-2',
          foot ? 'border-t border-line px-2 py-1.5' : 'mt-8',
        )}
      >
        <Step label="Previous" to={page > 1 ? getHref(Math.min(page - 1, pages)) : undefined} />
        <ul className="flex gap-1">
          {getPageItems(page, pages).map((item) => (
            <li key={item.key} className={clsx(item.near && '@max-md:hidden')}>
              <PageLink item={item} current={item.page === page} hrefOf={getHref} />
            </li>
          ))}
        </ul>
        <Step label="Next" to={page < pages ? getHref(Math.max(page + 1, 1)) : undefined} />
      </nav>
    </div>
  );
}

interface PageLinkProps {
  item: PageItem;
  current: boolean;
  hrefOf: (page: number) => string;
}

function PageLink({ item, current, hrefOf }: PageLinkProps) {
  if (item.page === undefined)
    return (
      <span aria-hidden="true" className="flex h-9 w-4 items-center justify-center text-ink-3">
        …
      </span>
    );
  return (
    <Link
      to={hrefOf(item.page)}
      aria-label={`Page ${item.page}`}
      aria-current={current ? 'page' : undefined}
      className="num inline-flex h-9 min-w-9 items-center justify-center rounded-md px-1 font-semibold text-ink-2 hover:bg-line hover:text-ink aria-[current=page]:bg-nav-active aria-[current=page]:text-ink"
    >
      {item.page}
    </Link>
  );
}

function Step({ label, to }: { label: 'Previous' | 'Next'; to: string | undefined }) {
  const text = <span className="@max-sm:sr-only">{label}</span>;
  const content = (
    <>
      {label === 'Previous' && <ChevronLeft size={16} aria-hidden="true" />}
      {text}
      {label === 'Next' && <ChevronRight size={16} aria-hidden="true" />}
    </>
  );
  if (to === undefined)
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: a disabled link is not focusable
      // biome-ignore lint/a11y/useSemanticElements: an anchor without href is not a link
      <span
        role="link"
        aria-disabled="true"
        className={buttonClass({ variant: 'quiet', className: 'pointer-events-none text-ink-3' })}
      >
        {content}
      </span>
    );
  return (
    <Link to={to} className={buttonClass({ variant: 'quiet' })}>
      {content}
    </Link>
  );
}
