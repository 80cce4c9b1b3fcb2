/** The one table: a real one in a card where it has the room, cards of its rows below each other where it has not. */

// biome-ignore-all lint/a11y/noRedundantRoles: a table that is laid out as blocks loses them

import clsx from 'clsx';
import type { Key, ReactNode } from 'react';
import type { Column } from './column.ts';
import { DataRow } from './data-row.tsx';

export interface DataTableProps<Row> {
  /** What it lists, for those who hear it. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  getKey: (row: Row) => Key;
  /** The row leads there; the row header is the link, and its face covers the row. */
  getHref?: (row: Row) => string;
  /** Below a row, over its whole width: what does not fit into cells. Null for a row without it. */
  getDetail?: (row: Row) => ReactNode;
  /** Of many columns: needs 896 pixels to be a table, others 608. */
  wide?: boolean;
  /** Other rows are on their way; these stand pale meanwhile. */
  busy?: boolean;
  /** Instead of the table where there are no rows: an EmptyState. */
  empty?: ReactNode;
  /** Below it in the same card: a Pagination. */
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
