/** Quick views of a list: one click each, like "Open loans". */

import { Link } from 'react-router-dom';

export interface FilterViewsProps {
  /** "Filter loans". */
  name: string;
  views: readonly { label: string; href: string; current: boolean }[];
}

export function FilterViews({ name, views }: FilterViewsProps) {
  return (
    <nav data-filters="" aria-label={name} className="flex flex-wrap gap-1">
      {views.map(({ label, href, current }) => (
        <Link
          key={label}
          to={href}
          preventScrollReset
          aria-current={current ? 'true' : undefined}
          className="inline-flex h-10 items-center rounded-md px-3 font-semibold text-ink-2 hover:bg-sunken hover:text-ink aria-[current]:bg-nav-active aria-[current]:text-ink"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
