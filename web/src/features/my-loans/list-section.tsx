/** One of the two lists of a page, with its heading and its filter. */

import type { ReactNode } from 'react';
import { useId } from 'react';
import { FilterViews } from '../../ui/filter/filter-views.tsx';
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
  const chosen = lists.query.get(list) ?? '';
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
        <FilterViews
          name={`Filter ${title.toLowerCase()}`}
          views={filters.map(({ value, label }) => ({
            label,
            href: getFilterHref(lists, list, value),
            current: value === chosen,
          }))}
        />
      </div>
      {children}
    </section>
  );
}
