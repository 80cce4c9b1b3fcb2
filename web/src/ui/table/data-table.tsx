/** The data table: a table in a card, or one card per row if there is not enough room. */

// biome-ignore-all lint/a11y/noRedundantRoles: a table with block layout loses its implicit roles

import clsx from 'clsx';
import type { Key, ReactNode } from 'react';
import type { Column } from './column.ts';
import { DataRow } from './data-row.tsx';

export interface DataTableProps<Row> {
  /** What it lists, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  getKey: (row: Row) => Key;
  /** Makes the row a link; the row header is the anchor and covers the row. */
  getHref?: (row: Row) => string;
  /** Full-width content below a row; null for none. */
  getDetail?: (row: Row) => ReactNode;
  /** For many columns: needs 896 pixels for the table layout instead of 608. */
  wide?: boolean;
  /** New rows are loading; the current ones are dimmed. */
  busy?: boolean;
  /** Replaces the table if there are no rows: an EmptyState. */
  empty?: ReactNode;
  /** Below the table in the same card: a Pagination. */
  foot?: ReactNode;
  className?: string;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, getKey, getHref, getDetail, wide = false, busy = false } = props;
  const { empty, foot, className } = props;
  const named = columns.findIndex((column) => column.rowHeader);
  const rowHeader = named === -1 ? 0 : named;
  return (
    <div
      aria-busy={busy || undefined}
      className={clsx(
        'rounded-lg border border-line bg-surface',
        wide ? '@container/wide-table' : '@container/table',
        className,
      )}
    >
      {rows.length === 0 && empty !== undefined ? (
        empty
      ) : (
        <table role="table" className="w-full text-left stacked:block">
          <caption className="sr-only">{caption}</caption>
          <thead role="rowgroup" className="stacked:sr-only stacked:block">
            <tr role="row" className="text-2xs text-ink-3">
              {columns.map((column) => (
                <th
                  key={column.header}
                  role="columnheader"
                  scope="col"
                  className={clsx(
                    'h-11 px-3 font-medium whitespace-nowrap first:pl-6 last:pr-6',
                    (column.align === 'end' || column.actions) && 'text-right',
                    column.align === 'end' && 'pr-8',
                  )}
                >
                  {column.header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody
            role="rowgroup"
            className={clsx('transition-opacity stacked:block', busy && 'opacity-60')}
          >
            {rows.map((row) => (
              <DataRow
                key={getKey(row)}
                row={row}
                columns={columns}
                rowHeader={rowHeader}
                href={getHref?.(row)}
                detail={getDetail?.(row)}
              />
            ))}
          </tbody>
        </table>
      )}
      {foot}
    </div>
  );
}
