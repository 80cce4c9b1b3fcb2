/** Writes a lender's performance as CSV (RFC 4180): a line per loan, one of the open loans and one of totals, with formulas escaped. */

import { formatCalendarDay } from '@nameloan/loan-math/calendar-day';
import type { AmountKey } from './loan-performance.ts';
import { sumAmounts } from './loan-performance.ts';
import type { PerformanceLine } from './performance-lines.ts';
import type { PerformanceReport } from './read-performance.ts';
import { formatDollars, stringifyTable } from './write-csv.ts';

const columns = [
  'loan',
  'domain',
  'borrower',
  'state',
  'principal',
  'rate_percent',
  'received_on',
  'due_on',
  'ended_on',
  'days',
  'interest_earned',
  'interest_expected',
  'interest_accrued',
  'principal_lost',
  'realised_yield_percent',
] as const;
type Row = Record<(typeof columns)[number], string>;

const empty = Object.fromEntries(columns.map((name) => [name, ''])) as Row;

/** Amounts of the last line are the sums of their columns; without a yield its cell is empty. */
export async function writePerformanceCsv({
  performance,
  lines,
}: PerformanceReport): Promise<string> {
  const { outstandingCents, weightedRateBps, realisedYieldPercent } = performance;
  const open: Row = {
    ...empty,
    loan: 'Open loans',
    principal: formatDollars(outstandingCents),
    rate_percent: weightedRateBps === null ? '' : String(weightedRateBps / 100),
  };
  const sum = (key: AmountKey) => formatDollars(sumAmounts(lines, key));
  const total: Row = {
    ...empty,
    loan: 'Total',
    principal: sum('principalCents'),
    interest_earned: sum('earnedCents'),
    interest_expected: sum('expectedCents'),
    interest_accrued: sum('accruedCents'),
    principal_lost: sum('lostCents'),
    realised_yield_percent: realisedYieldPercent === null ? '' : String(realisedYieldPercent),
  };
  const table = await stringifyTable([...lines.map(buildRow), open, total], columns);
  // The last cell is a number of ours; a loss is no formula.
  return table.replace(/,'(-[\d.]+\r\n)$/, ',$1');
}

const buildRow = (line: PerformanceLine): Row => ({
  loan: line.escrowId,
  domain: line.domain,
  borrower: line.borrowerName.trim(),
  state: line.state,
  principal: formatDollars(line.principalCents),
  rate_percent: String(line.rateBps / 100),
  received_on: formatCalendarDay(line.receivedOn),
  due_on: formatCalendarDay(line.dueOn),
  ended_on: line.endedOn ? formatCalendarDay(line.endedOn) : '',
  days: String(line.days),
  interest_earned: formatDollars(line.earnedCents),
  interest_expected: formatDollars(line.expectedCents),
  interest_accrued: formatDollars(line.accruedCents),
  principal_lost: formatDollars(line.lostCents),
  realised_yield_percent: '',
});
