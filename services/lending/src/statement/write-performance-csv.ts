/** Writes a lender's performance as CSV (RFC 4180): a line per loan and one of totals, with formulas escaped. */

import { formatCalendarDay } from '@nameloan/loan-math/calendar-day';
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

/** Principal and rate of the total are those of the open loans; without a yield its cell is empty. */
export async function writePerformanceCsv({
  performance,
  lines,
}: PerformanceReport): Promise<string> {
  const { outstandingCents, weightedRateBps, realisedYieldPercent } = performance;
  const expected = lines.reduce((total, { expectedCents }) => total + expectedCents, 0);
  const empty = Object.fromEntries(columns.map((name) => [name, ''])) as Row;
  const total: Row = {
    ...empty,
    loan: 'Total',
    state: 'OPEN',
    principal: formatDollars(outstandingCents),
    rate_percent: weightedRateBps === null ? '' : String(weightedRateBps / 100),
    interest_earned: formatDollars(performance.earnedCents),
    interest_expected: formatDollars(expected),
    interest_accrued: formatDollars(performance.accruedCents),
    principal_lost: formatDollars(performance.lostCents),
    realised_yield_percent: realisedYieldPercent === null ? '' : String(realisedYieldPercent),
  };
  const table = await stringifyTable([...lines.map(buildRow), total], columns);
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
