/** A row of a DataTable: 60 pixels high; without enough room two lines, with the headers as labels on the second. */

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

const secondLine = 'stacked:order-2 stacked:mt-1 stacked:flex stacked:items-center stacked:gap-1';
const label = 'stacked:before:text-ink-3 stacked:before:content-[attr(data-l)]';
// An item of full width and no height, which starts the second line.
const lineBreak = 'stacked:after:order-1 stacked:after:w-full stacked:after:content-[""]';

function getCellClass<Row>(column: Column<Row>, row: Row): string {
  if (column.isMinor?.(row)) return 'stacked:sr-only';
  if (column.aside) return 'stacked:shrink-0 stacked:text-right';
  if (column.actions) return clsx(secondLine, 'stacked:ml-auto stacked:empty:hidden');
  return clsx(secondLine, 'stacked:text-2xs', !column.selfExplanatory && label);
}

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
            className="pb-3 stacked:block stacked:px-4 flat:px-6"
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
      className={clsx(
        'relative border-t border-line hover:bg-sunken flat:h-15',
        'stacked:flex stacked:flex-wrap stacked:items-center stacked:gap-x-2 stacked:px-4 stacked:py-1.25 stacked:first:border-t-0',
        lineBreak,
      )}
    >
      {columns.map((column, index) =>
        index === rowHeader ? (
          <th
            key={column.header}
            role="rowheader"
            scope="row"
            className={clsx(
              'font-normal stacked:min-w-0 stacked:flex-1 flat:py-2 flat:pl-6',
              column.align === 'end' ? 'num flat:pr-6 flat:text-right' : 'flat:pr-3',
            )}
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
            data-l={column.actions || column.selfExplanatory ? undefined : column.header}
            className={clsx(
              raised,
              getCellClass(column, row),
              'flat:px-3 flat:py-1.5 flat:last:pr-6',
              column.align === 'end' && 'num flat:pr-6 flat:text-right',
            )}
          >
            {column.cell(row)}
          </td>
        ),
      )}
    </tr>
  );
}
