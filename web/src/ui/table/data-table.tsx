/** The data table: a table in a card. Below the width at which its columns hold, each row has two lines instead. */

// biome-ignore-all lint/a11y/noRedundantRoles: a table with block layout loses its implicit roles

import clsx from 'clsx';
import type { Key, ReactNode } from 'react';
import { Fragment } from 'react';
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
  /** The heading above the rows that follow each other with the same key. */
  getGroup?: (row: Row) => { key: string; heading: ReactNode };
  /** Full-width content below a row; null for none. */
  getDetail?: (row: Row) => ReactNode;
  /** For many columns: they hold in a card of 60 rem instead of 55. */
  wide?: boolean;
  /** New rows are loading; the current ones are dimmed. */
  busy?: boolean;
  /** Replaces the table if there are no rows: an EmptyState. */
  empty?: ReactNode;
  /** Below the table in the same card: a Pagination. */
  foot?: ReactNode;
  className?: string;
}

/** Where a table starts to be flat; base.css has the same. */
const flatRem = { wide: 60, normal: 55 };

function computeWidth<Row>({ width, grow }: Column<Row>, wide: boolean): string | undefined {
  if (width === undefined) return undefined;
  if (grow === undefined) return `${width}rem`;
  return `calc(${width}rem + ${grow} * (100cqi - ${wide ? flatRem.wide : flatRem.normal}rem))`;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, getKey, getHref, getGroup, getDetail } = props;
  const { wide = false, busy = false, empty, foot, className } = props;
  const named = columns.findIndex((column) => column.rowHeader);
  const rowHeader = named === -1 ? 0 : named;
  return (
    <div
      aria-busy={busy || undefined}
      className={clsx(
        'overflow-clip rounded-lg border border-line bg-surface',
        wide ? '@container/wide-table' : '@container/table',
        className,
      )}
    >
      {rows.length === 0 && empty !== undefined ? (
        empty
      ) : (
        <table
          role="table"
          className={clsx(
            'w-full text-left stacked:block',
            columns.some(({ width }) => width) && 'table-fixed',
          )}
        >
          <caption className="sr-only">{caption}</caption>
          <thead role="rowgroup" className="stacked:sr-only stacked:block">
            <tr role="row" className="text-2xs text-ink-3">
              {columns.map((column) => (
                <th
                  key={column.header}
                  role="columnheader"
                  scope="col"
                  style={{ width: computeWidth(column, wide) }}
                  className={clsx(
                    'h-11 px-3 font-medium whitespace-nowrap first:pl-6 last:pr-6',
                    (column.align === 'end' || column.actions) && 'text-right',
                    column.align === 'end' && 'pr-6',
                  )}
                >
                  {column.headerLead ? (
                    <span className="flex items-center gap-2">
                      <span className="hidden flat:block">{column.headerLead}</span>
                      {column.header}
                    </span>
                  ) : (
                    column.header
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody
            role="rowgroup"
            className={clsx('transition-opacity stacked:block', busy && 'opacity-60')}
          >
            {rows.map((row, index) => {
              const group = getGroup?.(row);
              const before = rows[index - 1];
              const isFirst = before === undefined || getGroup?.(before).key !== group?.key;
              return (
                <Fragment key={getKey(row)}>
                  {group && isFirst && (
                    <GroupRow columns={columns.length}>{group.heading}</GroupRow>
                  )}
                  <DataRow
                    row={row}
                    columns={columns}
                    rowHeader={rowHeader}
                    href={getHref?.(row)}
                    detail={getDetail?.(row)}
                  />
                </Fragment>
              );
            })}
          </tbody>
        </table>
      )}
      {foot}
    </div>
  );
}

function GroupRow({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <tr
      role="row"
      className="border-t border-line bg-sunken stacked:block stacked:first:border-t-0"
    >
      <th
        role="rowheader"
        scope="row"
        colSpan={columns}
        className="px-4 py-2 font-normal stacked:block flat:px-6"
      >
        {children}
      </th>
    </tr>
  );
}
