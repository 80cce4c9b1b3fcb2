/** A stacked bar with a legend that gives every segment as text. */

import clsx from 'clsx';

export type BarTone = 'gray' | 'blue' | 'lend' | 'brand';

export interface BarSegment {
  label: string;
  /** The large number in the legend. */
  count: number;
  /** Determines the width. */
  value: number;
  /** The value as text: "$14,200". */
  detail: string;
  tone: BarTone;
}

const fills: Record<BarTone, string> = {
  gray: 'bg-line-strong',
  blue: 'bg-blue',
  lend: 'bg-lend-ink',
  brand: 'bg-brand',
};

export function StackedBar({ segments }: { segments: readonly BarSegment[] }) {
  const filled = segments.filter((segment) => segment.value > 0);
  return (
    <>
      <div aria-hidden="true" className="mt-6 flex h-3.5 gap-[3px] forced-color-adjust-none">
        {filled.length === 0 && <span className="grow rounded-[3px] bg-line" />}
        {filled.map((segment) => (
          <span
            key={segment.label}
            className={clsx('min-w-1 basis-0 rounded-[3px]', fills[segment.tone])}
            style={{ flexGrow: segment.value }}
          />
        ))}
      </div>
      <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
        {segments.map((segment) => (
          <div key={segment.label}>
            <dt className="flex items-center gap-2 text-xs text-ink-2">
              <span
                aria-hidden="true"
                className={clsx(
                  'size-2 shrink-0 rotate-45 rounded-[1.5px] forced-color-adjust-none',
                  fills[segment.tone],
                )}
              />
              {segment.label}
            </dt>
            <dd className="mt-0.5 flex flex-wrap items-baseline gap-x-2">
              <span className="num text-xl font-semibold">{segment.count}</span>
              <span className="num text-xs text-ink-3">{segment.detail}</span>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
