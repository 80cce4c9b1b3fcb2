/** A thin bar that compares a figure with the largest one. Decorative: the figure is shown as text too. */

import clsx from 'clsx';

export interface TrackBarProps {
  value: number;
  largest: number;
  tone: 'brand' | 'lend';
}

export function TrackBar({ value, largest, tone }: TrackBarProps) {
  const share = largest > 0 ? Math.min(Math.max(value / largest, 0), 1) : 0;
  return (
    <span
      aria-hidden="true"
      className="block h-1 w-full overflow-hidden rounded-[3px] bg-line forced-color-adjust-none"
    >
      <span
        className={clsx(
          'block h-full rounded-[3px]',
          tone === 'brand' ? 'bg-brand' : 'bg-lend-ink',
        )}
        style={{ width: `${share * 100}%` }}
      />
    </span>
  );
}
