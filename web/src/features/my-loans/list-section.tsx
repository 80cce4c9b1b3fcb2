/** One of the two lists of a page, with its heading and its filter. */

import type { ReactNode } from 'react';
import { useId } from 'react';
import { useNavigate } from 'react-router-dom';
import { Select } from '../../ui/input/select.tsx';
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
  const navigate = useNavigate();
  const heading = useScrollToList(list, !loading);
  return (
    <section aria-labelledby={id} className="mt-9 first-of-type:mt-7">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 ref={heading} id={id} tabIndex={-1} className="font-semibold text-base">
          {title}
        </h2>
        <Select
          label={`Filter ${title.toLowerCase()}`}
          labelHidden
          className="min-w-44 max-sm:w-full"
          value={lists.query.get(list) ?? ''}
          options={[
            { value: '', label: choices.all },
            { value: 'open', label: choices.open },
            { value: 'closed', label: choices.closed },
          ]}
          onChange={(event) =>
            void navigate(getFilterHref(lists, list, event.target.value), {
              preventScrollReset: true,
            })
          }
        />
      </div>
      {children}
    </section>
  );
}
