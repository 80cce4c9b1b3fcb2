/**
 * The filters of a list, in the same form everywhere: the search first, then the filters, the order last, and Clear while a
 * filter is set. With a search, filters and order fold behind a button on phones.
 */

import clsx from 'clsx';
import { SlidersHorizontal } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { useId, useState } from 'react';
import { Button } from '../button/button.tsx';
import { LinkButton } from '../button/link-button.tsx';

export interface FilterBarProps {
  /** "Filter domains". */
  name: string;
  /** A FilterSearch, with other text fields next to it. */
  search?: ReactNode;
  /** FilterSelects, applied at once. */
  filters?: ReactNode;
  /** A FilterSelect. */
  order?: ReactNode;
  /** More filters, behind the button on every screen. */
  panel?: ReactNode;
  /** How many of the folded filters are set. */
  setCount?: number;
  /** Something in the panel must be seen, such as an error. */
  forceOpen?: boolean;
  /** Where Clear leads; undefined while no filter is set, and for quick views, of which the first shows all. */
  clearHref?: string;
  /** Applies the text fields. */
  onSubmit?: (form: HTMLFormElement) => void;
  ref?: Ref<HTMLFormElement>;
  className?: string;
}

export function FilterBar(props: FilterBarProps) {
  const { name, search, filters, order, panel, setCount = 0, clearHref } = props;
  const { forceOpen = false, onSubmit, ref, className } = props;
  const id = useId();
  const [open, setOpen] = useState(setCount > 0);
  // Once the error is gone, the panel stays open: an input may have the focus.
  if (forceOpen && !open) setOpen(true);
  const folds = onSubmit !== undefined && (filters !== undefined || order !== undefined);
  return (
    <form
      ref={ref}
      noValidate
      data-filters=""
      aria-label={name}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.(event.currentTarget);
      }}
      className={clsx('flex flex-wrap items-center gap-2', className)}
    >
      {search}
      {(folds || panel !== undefined) && (
        <Button
          icon={SlidersHorizontal}
          aria-expanded={open}
          aria-controls={id}
          className={clsx('h-11', panel === undefined && 'sm:hidden')}
          onClick={() => setOpen(!open)}
        >
          {setCount > 0 ? `Filters (${setCount})` : 'Filters'}
        </Button>
      )}
      <div id={id} className="contents">
        <div
          className={clsx(
            'flex flex-wrap gap-2 empty:hidden max-sm:w-full',
            folds && !open && 'max-sm:hidden',
          )}
        >
          {filters}
          {order}
        </div>
        {panel !== undefined && (
          <div hidden={!open} className="order-last w-full">
            {panel}
          </div>
        )}
      </div>
      {clearHref !== undefined && (
        <LinkButton to={clearHref} variant="quiet" className="h-11" preventScrollReset>
          Clear
        </LinkButton>
      )}
    </form>
  );
}
