/** Stands where rows will: as many and as high, so that nothing moves when they come. */

import clsx from 'clsx';

export interface SkeletonProps {
  rows?: number;
  /** Height of one, in pixels: 60 of a table, 72 of a list. */
  rowHeight?: number;
  /** What is awaited, for those who hear it. */
  label?: string;
  /** A card of its own; else inside one. */
  card?: boolean;
}

export function Skeleton(props: SkeletonProps) {
  const { rows = 4, rowHeight = 60, label = 'Loading', card = false } = props;
  return (
    <div
      role="status"
      aria-busy="true"
      className={clsx(card && 'rounded-lg border border-line bg-surface')}
    >
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          key={row}
          aria-hidden="true"
          className="flex items-center gap-3 border-t border-line px-5 first-of-type:border-t-0 sm:px-6"
          style={{ height: rowHeight }}
        >
          <span className="size-9 shrink-0 rounded-full bg-line/60" />
          <span className="h-3 w-2/5 rounded-xs bg-line/60" />
          <span className="ml-auto h-3 w-1/6 rounded-xs bg-line/60" />
        </div>
      ))}
    </div>
  );
}
