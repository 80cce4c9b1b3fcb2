/** A titled section of a page. Cards are not nested. */

import clsx from 'clsx';
import type { ReactNode, Ref } from 'react';
import { useId } from 'react';

const tones = {
  tint: 'border-line bg-brand-tint',
  amber: 'border-amber bg-amber-bg',
  red: 'border-red bg-red-bg',
};
export type CardTone = keyof typeof tones;

export interface CardProps {
  title: ReactNode;
  /** At the end of the title row: a link, a status. */
  aside?: ReactNode;
  /** For the single callout of a page. */
  tinted?: boolean;
  /** The callout's urgency. */
  tone?: CardTone;
  children?: ReactNode;
  ref?: Ref<HTMLElement>;
  className?: string;
}

export function Card(props: CardProps) {
  const { title, aside, tinted = false, tone, children, ref, className } = props;
  const callout = tone ?? (tinted ? 'tint' : undefined);
  const id = useId();
  return (
    <section
      ref={ref}
      aria-labelledby={id}
      className={clsx(
        'rounded-lg border p-5 sm:p-6',
        callout ? tones[callout] : 'border-line bg-surface',
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
