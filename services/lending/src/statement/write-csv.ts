/** Writes a statement as CSV (RFC 4180): a line per loan and one of totals, with formulas escaped. */

import { formatCalendarDay } from '@nameloan/loan-math/calendar-day';
import type { Statement, StatementLine } from './statement.ts';

const columns = [
  'loan',
  'domain',
  'role',
  'other_party',
  'principal',
  'rate_percent',
  'received_on',
  'ended_on',
  'outcome',
  'interest_earned',
  'interest_paid',
  'debt_discharged_as_lender',
  'debt_discharged_as_borrower',
] as const;
type Row = Record<(typeof columns)[number], string>;

/** Dollars with two decimals, without currency sign or separators. */
export const formatDollars = (cents: number) => (cents / 100).toFixed(2);

/** With a header. Cells that a spreadsheet program would run as a formula start with an apostrophe. */
export async function stringifyTable(
  rows: readonly Record<string, string>[],
  names: readonly string[],
): Promise<string> {
  const { stringify } = await import('csv-stringify/sync');
  return stringify([...rows], {
    header: true,
    // Without this mark, spreadsheet programs read UTF-8 as a Western code page.
    bom: true,
    columns: [...names],
    record_delimiter: 'windows',
    escape_formulas: true,
  });
}

export function writeCsv({ lines, sums }: Statement): Promise<string> {
  const empty = Object.fromEntries(columns.map((name) => [name, ''])) as Row;
  const total: Row = {
    ...empty,
    loan: 'Total',
    interest_earned: formatDollars(sums.interestEarnedCents),
    interest_paid: formatDollars(sums.interestPaidCents),
    debt_discharged_as_lender: formatDollars(sums.dischargedAsLenderCents),
    debt_discharged_as_borrower: formatDollars(sums.dischargedAsBorrowerCents),
  };
  return stringifyTable([...lines.map(buildRow), total], columns);
}

function buildRow(line: StatementLine): Row {
  const lends = line.role === 'LENDER';
  const formatIf = (applies: boolean, cents: number) => formatDollars(applies ? cents : 0);
  return {
    loan: line.escrowId,
    domain: line.domain,
    role: line.role,
    other_party: line.otherParty.trim(),
    principal: formatDollars(line.principalCents),
    rate_percent: String(line.rateBps / 100),
    received_on: formatCalendarDay(line.receivedOn),
    ended_on: formatCalendarDay(line.endedOn),
    outcome: line.outcome,
    interest_earned: formatIf(lends, line.interestCents),
    interest_paid: formatIf(!lends, line.interestCents),
    debt_discharged_as_lender: formatIf(lends, line.dischargedCents),
    debt_discharged_as_borrower: formatIf(!lends, line.dischargedCents),
  };
}
