/** A row of a DataTable: 60 pixels high, or a stacked card with labels on narrow screens. */

// biome-ignore-all lint/a11y/noRedundantRoles: a table with block layout loses its implicit roles

import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useTint } from '../display/use-tint.ts';
import type { Column } from './column.ts';

interface DataRowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  rowHeader: number;
  href: string | undefined;
  detail: ReactNode;
}

const line =
  'stacked:flex stacked:items-center stacked:justify-between stacked:gap-4 stacked:py-1 stacked:before:shrink-0 stacked:before:text-ink-3 stacked:before:content-[attr(data-l)]';

// The row's link covers the whole row; controls inside the row are raised above it.
const raised = '[&_:is(a,button,input)]:relative [&_:is(a,button,input)]:z-1';

export function DataRow<Row>(props: DataRowProps<Row>) {
  const { columns, detail } = props;
  return (
    <>
      <Cells {...props} />
      {detail !== undefined && detail !== null && (
        <tr role="row" className="stacked:block">
          <td
            role="cell"
            colSpan={columns.length}
            className="stacked:block stacked:px-5 flat:px-6 pb-5"
          >
            {detail}
          </td>
        </tr>
      )}
    </>
  );
}

function Cells<Row>({ row, columns, rowHeader, href }: DataRowProps<Row>) {
  return (
    <tr
      // Rows hold data of the server only.
      ref={useTint<HTMLTableRowElement>(JSON.stringify(row))}
      role="row"
      className="relative border-t border-line hover:bg-sunken stacked:block stacked:px-5 stacked:py-4 flat:h-15"
    >
      {columns.map((column, index) =>
        index === rowHeader ? (
          <th
            key={column.header}
            role="rowheader"
            scope="row"
            className="font-normal stacked:mb-2 stacked:block flat:py-2 flat:pr-3 flat:pl-6"
          >
            {href === undefined ? (
              column.cell(row)
            ) : (
              <Link
                to={href}
                className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
              >
                {column.cell(row)}
              </Link>
            )}
          </th>
        ) : (
          <td
            key={column.header}
            role="cell"
            data-l={column.actions ? undefined : column.header}
            className={clsx(
              raised,
              column.actions ? 'stacked:mt-2 stacked:flex stacked:empty:hidden' : line,
              'flat:px-3 flat:py-0 flat:last:pr-6',
              column.align === 'end' && 'num flat:pr-8 flat:text-right',
            )}
          >
            {column.cell(row)}
          </td>
        ),
      )}
    </tr>
  );
}
