/** The payments of a plan as a table: the first rows, and the rest on demand. */

import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { formatDay } from '../../format/day.ts';
import { formatMoney } from '../../format/money.ts';
import { Button } from '../button/button.tsx';

/** Money in cents. */
export interface TableRow {
  n: number;
  /** YYYY-MM-DD. */
  due: string;
  payment: number;
  interest: number;
  principal: number;
  balance: number;
  /** Below the date, such as how far it is paid. */
  note?: ReactNode;
}

export interface PlanTableProps {
  caption: string;
  rows: readonly TableRow[];
  /** Index of the first row that is shown while the table is folded. */
  from?: number;
  className?: string;
}

/** So many rows are shown at first. */
const firstRows = 4;

export function PlanTable({ caption, rows, from = 0, className }: PlanTableProps) {
  const [isOpen, setOpen] = useState(false);
  const start = Math.max(0, Math.min(from, rows.length - firstRows));
  const isLong = rows.length > firstRows + 1;
  const shown = isOpen || !isLong ? rows : rows.slice(start, start + firstRows);
  return (
    <div className={className}>
      <div className="overflow-x-auto">
        <table className="num w-full text-xs">
          <caption className="sr-only">{caption}</caption>
          <thead className="text-2xs text-ink-3">
            <tr className="border-b border-line">
              <Header align="start">Due</Header>
              <Header>Payment</Header>
              <Header>Interest</Header>
              <Header isMinor>Principal</Header>
              <Header>Left</Header>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {shown.map((row) => (
              <Row key={row.n} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      {isLong && (
        <Button size="row" variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show fewer' : `Show all ${rows.length} payments`}
        </Button>
      )}
    </div>
  );
}

/** Minor columns are left out on a phone. */
const cellClass = (isMinor = false) =>
  clsx('whitespace-nowrap py-2 pl-3 text-right', isMinor && 'max-sm:hidden');

interface HeaderProps {
  align?: 'start';
  isMinor?: boolean;
  children: ReactNode;
}

function Header({ align, isMinor, children }: HeaderProps) {
  return (
    <th scope="col" className={clsx('font-normal', align ? 'text-left' : cellClass(isMinor))}>
      {children}
    </th>
  );
}

function Row({ row: { n, due, payment, interest, principal, balance, note } }: { row: TableRow }) {
  return (
    <tr>
      <th scope="row" className="whitespace-nowrap py-2 text-left font-normal">
        <span className="text-ink-3">{n} · </span>
        {formatDay(due)}
        {note}
      </th>
      <td className={clsx(cellClass(), 'font-semibold')}>{formatMoney(payment)}</td>
      <td className={cellClass()}>{formatMoney(interest)}</td>
      <td className={cellClass(true)}>{formatMoney(principal)}</td>
      <td className={cellClass()}>{formatMoney(balance)}</td>
    </tr>
  );
}
