/** Writes a statement as CSV (RFC 4180): a row per loan, one per payment, and one of totals, with formulas escaped. */

import { setImmediate as yieldToOthers } from 'node:timers/promises';
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
  'accrued_with_fees_earned',
  'accrued_with_fees_owed',
  'adjustment_earned',
  'adjustment_paid',
  'adjustment_accrued_with_fees',
  'fees',
  'paid_on',
  'paid',
  'paid_fees',
  'paid_interest',
  'paid_principal',
  'sale',
  'sale_day',
  'sale_price',
  'sale_owed',
  'sale_gain',
] as const;
type Row = Record<(typeof columns)[number], string | number>;

/** Dollars with two decimals, without currency sign or separators. */
export const formatDollars = (cents: number) => (cents / 100).toFixed(2);

/** A loan can have hundreds of payments; other requests get their turn in between. */
const rowsPerTurn = 1_000;

/** Cells of text that a spreadsheet program would run as a formula start with an apostrophe. Numbers are cents. */
export async function stringifyTable(
  rows: readonly Record<string, string | number>[],
  names: readonly string[],
): Promise<string> {
  const { stringify } = await import('csv-stringify/sync');
  const texts: string[] = [];
  for (let from = 0; from === 0 || from < rows.length; from += rowsPerTurn) {
    if (from > 0) await yieldToOthers();
    const isFirst = from === 0;
    const text = stringify(rows.slice(from, from + rowsPerTurn), {
      header: isFirst,
      // Without this mark, spreadsheet programs read UTF-8 as a Western code page.
      bom: isFirst,
      columns: [...names],
      record_delimiter: 'windows',
      escape_formulas: true,
      // A number below zero is no formula.
      cast: { number: formatDollars },
    });
    texts.push(text);
  }
  return texts.join('');
}

const empty = Object.fromEntries(columns.map((name) => [name, ''])) as Row;

export function writeCsv({ lines, sums }: Statement): Promise<string> {
  const total: Row = {
    ...empty,
    loan: 'Total',
    interest_earned: sums.interestEarnedCents,
    interest_paid: sums.interestPaidCents,
    debt_discharged_as_lender: sums.dischargedAsLenderCents,
    debt_discharged_as_borrower: sums.dischargedAsBorrowerCents,
    accrued_with_fees_earned: sums.accruedAsLenderCents,
    accrued_with_fees_owed: sums.accruedAsBorrowerCents,
    adjustment_earned: sums.adjustmentEarnedCents,
    adjustment_paid: sums.adjustmentPaidCents,
    sale_gain: sums.saleGainCents,
  };
  const rows = lines.flatMap((line) => [
    buildRow(line),
    ...buildPaymentRows(line),
    ...buildSaleRows(line),
  ]);
  return stringifyTable([...rows, total], columns);
}

/** Figures of the loan; those of each payment are in other rows and columns, so that no sum counts them twice. */
function buildRow(line: StatementLine): Row {
  const lends = line.role === 'LENDER';
  return {
    ...empty,
    ...nameLoan(line),
    principal: line.principalCents,
    rate_percent: String(line.rateBps / 100),
    received_on: formatCalendarDay(line.receivedOn),
    ended_on: line.endedOn ? formatCalendarDay(line.endedOn) : '',
    outcome: line.outcome,
    interest_earned: lends ? line.interestCents : 0,
    interest_paid: lends ? 0 : line.interestCents,
    debt_discharged_as_lender: lends ? line.dischargedCents : 0,
    debt_discharged_as_borrower: lends ? 0 : line.dischargedCents,
    accrued_with_fees_earned: lends ? line.accruedCents : 0,
    accrued_with_fees_owed: lends ? 0 : line.accruedCents,
    adjustment_earned: lends ? line.adjustment.interestCents : 0,
    adjustment_paid: lends ? 0 : line.adjustment.interestCents,
    adjustment_accrued_with_fees: line.adjustment.accruedCents,
    fees: line.feesCents,
  };
}

const nameLoan = ({ escrowId, domain, role, otherParty }: StatementLine) => ({
  loan: escrowId,
  domain,
  role,
  other_party: otherParty.trim(),
});

const buildPaymentRows = (line: StatementLine): Row[] =>
  line.payments.map(({ day, paidCents, feesCents, interestCents, principalCents }) => ({
    ...empty,
    ...nameLoan(line),
    outcome: 'PAYMENT',
    paid_on: formatCalendarDay(day),
    paid: paidCents,
    paid_fees: feesCents,
    paid_interest: interestCents,
    paid_principal: principalCents,
  }));

const buildSaleRows = (line: StatementLine): Row[] =>
  line.sales.map(({ kind, day, priceCents, owedCents, gainCents }) => ({
    ...empty,
    ...nameLoan(line),
    outcome: 'SALE',
    sale: kind,
    sale_day: formatCalendarDay(day),
    sale_price: priceCents,
    sale_owed: owedCents,
    sale_gain: gainCents,
  }));
