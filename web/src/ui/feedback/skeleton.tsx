/** Placeholder rows of the final number and height, so that nothing shifts when the data arrives. */

import clsx from 'clsx';

export interface SkeletonProps {
  rows?: number;
  /** In pixels: 60 for tables, 72 for lists. */
  rowHeight?: number;
  /** What is loading, for screen readers. */
  label?: string;
  /** Render it as a card. */
  card?: boolean;
  /** For a DataTable: the height of its rows where they have two lines, and whether it is a wide one. */
  table?: { stackedRowHeight: number; wide?: boolean };
}

export function Skeleton(props: SkeletonProps) {
  const { rows = 4, rowHeight = 60, label = 'Loading', card = false, table } = props;
  return (
    <div
      role="status"
      aria-busy="true"
      className={clsx(
        card && 'rounded-lg border border-line bg-surface',
        table && (table.wide ? '@container/wide-table' : '@container/table'),
      )}
    >
      <span className="sr-only">{label}</span>
      {table && <div aria-hidden="true" className="stacked:sr-only" style={{ height: 44 }} />}
      {Array.from({ length: rows }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          key={row}
          aria-hidden="true"
          data-skeleton-row=""
          className={clsx(
            'flex items-center gap-3 border-t border-line px-5 sm:px-6',
            table === undefined && 'first-of-type:border-t-0',
          )}
          style={table ? undefined : { height: rowHeight }}
        >
          {table && (
            // The row's border is one pixel of its height.
            <>
              <span className="stacked:sr-only" style={{ height: rowHeight - 1 }} />
              <span className="flat:hidden" style={{ height: table.stackedRowHeight - 1 }} />
            </>
          )}
          <span className="size-9 shrink-0 rounded-full bg-line/60" />
          <span className="h-3 w-2/5 rounded-xs bg-line/60" />
          <span className="ml-auto h-3 w-1/6 rounded-xs bg-line/60" />
        </div>
      ))}
    </div>
  );
}
