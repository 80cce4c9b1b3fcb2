/** One of the two lists of a page, with its heading and its filter. */

import type { ReactNode } from 'react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { ListName, PairedLists } from './paired-lists.ts';
import { getFilterHref } from './paired-lists.ts';
import { useScrollToList } from './use-scroll-to-list.ts';

export interface ListSectionProps {
  title: string;
  lists: PairedLists;
  list: ListName;
  /** The labels of the filter. */
  choices: { all: string; open: string; closed: string };
  loading: boolean;
  children: ReactNode;
}

export function ListSection({ title, lists, list, choices, loading, children }: ListSectionProps) {
  const id = useId();
  const heading = useScrollToList(list, !loading);
  const filters = [
    { value: '', label: choices.all },
    { value: 'open', label: choices.open },
    { value: 'closed', label: choices.closed },
  ];
  return (
    <section aria-labelledby={id} className="mt-9 first-of-type:mt-7">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 ref={heading} id={id} tabIndex={-1} className="font-semibold text-base">
          {title}
        </h2>
        <nav aria-label={`Filter ${title.toLowerCase()}`} className="flex flex-wrap gap-1 sm:-mr-1">
          {filters.map(({ value, label }) => (
            <Link
              key={value}
              to={getFilterHref(lists, list, value)}
              preventScrollReset
              aria-current={value === (lists.query.get(list) ?? '') ? 'true' : undefined}
              className="inline-flex h-10 items-center rounded-md px-3 font-semibold text-ink-2 hover:bg-sunken hover:text-ink aria-[current]:bg-nav-active aria-[current]:text-ink"
            >
              {label}
            </Link>
          ))}
        </nav>
      </div>
      {children}
    </section>
  );
}
