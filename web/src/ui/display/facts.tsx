/** A list of labels and values, such as the terms of a loan. */

import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Popover } from '../popover/popover.tsx';

export interface Fact {
  label: string;
  /** What the value is, behind the label: by pointer, touch and keyboard. */
  hint?: string;
  value: ReactNode;
}

export interface FactsProps {
  items: readonly Fact[];
  /** `line`: items side by side. `grid`: equal columns. `list`: one row each, label left and value right. */
  layout?: 'line' | 'grid' | 'list';
  /** The first item is what a decision depends on; the others are lighter. */
  lead?: boolean;
  className?: string;
}

const layouts = {
  line: { list: 'flex flex-wrap gap-x-8 gap-y-3', item: '', label: 'text-xs' },
  grid: { list: 'grid grid-cols-3 gap-x-4 gap-y-3', item: '', label: 'text-2xs' },
  list: {
    list: 'divide-y divide-line',
    item: 'flex flex-wrap items-baseline justify-between gap-x-4 py-2',
    label: '',
  },
};

function getWeight({ lead, index }: { lead: boolean; index: number }): string {
  if (!lead) return 'font-semibold';
  return index === 0 ? 'text-base font-bold text-ink' : 'font-medium text-ink';
}

export function Facts({ items, layout = 'line', lead = false, className }: FactsProps) {
  const classes = layouts[layout];
  return (
    <dl className={clsx(classes.list, className)}>
      {items.map(({ label, hint, value }, index) => (
        <div key={label} className={classes.item}>
          <dt className={clsx(lead ? 'text-ink-2' : 'text-ink-3', classes.label)}>
            {hint ? (
              <Popover
                name={`${label}, what it is`}
                trigger={label}
                triggerClassName="relative z-1 min-h-6 underline decoration-1 underline-offset-4"
              >
                <p className="p-2 text-ink-2">{hint}</p>
              </Popover>
            ) : (
              label
            )}
          </dt>
          <dd className={clsx('num min-w-0 wrap-anywhere', getWeight({ lead, index }))}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
