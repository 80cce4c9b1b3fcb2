/** The numbered steps of borrowing or lending, next to a drawing that stays visible. */

import clsx from 'clsx';
import type { ReactNode } from 'react';
import type { Step } from './steps.ts';

export interface StepsSectionProps {
  /** The target of the anchors. */
  id: string;
  title: string;
  lead: string;
  steps: readonly Step[];
  art: ReactNode;
  action: ReactNode;
  /** Puts the drawing on the other side, on a darker background. */
  flipped?: boolean;
}

export function StepsSection({
  id,
  title,
  lead,
  steps,
  art,
  action,
  flipped = false,
}: StepsSectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={clsx('scroll-mt-0', flipped && 'border-t border-line bg-sunken')}
    >
      <div className="mx-auto grid max-w-[76rem] gap-10 px-5 py-16 lg:grid-cols-[minmax(0,30rem)_minmax(0,1fr)] lg:gap-20 lg:px-8 lg:py-28">
        <div className={clsx('lg:sticky lg:top-12 lg:self-start', flipped && 'lg:order-2')}>
          <h2
            id={`${id}-title`}
            className="display text-[clamp(2rem,1.5rem+2vw,3rem)] leading-[1.06]"
          >
            {title}
          </h2>
          <p className="mt-3 max-w-[36ch] text-lg text-ink-2">{lead}</p>
          <div className="mt-8">{art}</div>
          <div className="mt-8 hidden lg:block">{action}</div>
        </div>
        <div>
          <ol>
            {steps.map((step, at) => (
              <StepItem
                key={step.title}
                step={step}
                number={at + 1}
                last={at + 1 === steps.length}
              />
            ))}
          </ol>
          <div className="mt-9 lg:hidden">{action}</div>
        </div>
      </div>
    </section>
  );
}

function StepItem({ step, number, last }: { step: Step; number: number; last: boolean }) {
  return (
    <li className="relative grid grid-cols-[3rem_1fr] gap-x-4 pb-9 last:pb-0">
      {!last && (
        <span aria-hidden="true" className="absolute top-12 bottom-0 left-6 w-px bg-line" />
      )}
      <span
        aria-hidden="true"
        className="display flex size-12 items-center justify-center rounded-lg border border-line bg-surface text-lg text-brand-ink"
      >
        {number}
      </span>
      <div className="pt-1.5">
        <h3 className="text-[1.0625rem] leading-6 font-semibold">{step.title}</h3>
        <p className="mt-1 max-w-[52ch] text-[.9375rem] leading-6 text-ink-2">{step.text}</p>
      </div>
    </li>
  );
}
