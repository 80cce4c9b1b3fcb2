/** A titled section of a page. Cards are not nested. */

import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useId } from 'react';

export interface CardProps {
  title: ReactNode;
  /** At the end of the title row: a link, a status. */
  aside?: ReactNode;
  /** For the single callout of a page. */
  tinted?: boolean;
  children?: ReactNode;
  className?: string;
}

export function Card(props: CardProps) {
  const { title, aside, tinted = false, children, className } = props;
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={clsx(
        'rounded-lg border border-line p-5 sm:p-6',
        tinted ? 'bg-brand-tint' : 'bg-surface',
        className,
      )}
    >
      <div className="flex items-start justify-between gap-4">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
