/** Writes a statement as a PDF: totals first, then each loan with its payments. */

import { formatDate } from '@nameloan/contracts/format-date';
import { formatCents, formatRate } from '@nameloan/contracts/money';
import type { Statement, StatementLine, StatementSale } from './statement.ts';
import { computeClosing } from './statement.ts';
import type { PaymentSplit } from './value-days.ts';

/** More loans would block the event loop for too long; the totals include all of them. */
const maxLoans = 150;

const roles = { BORROWER: 'Borrower', LENDER: 'Lender' } as const;
/** Of all loans together, for the same reason. */
const maxPayments = 150;

const outcomes = {
  RUNNING: 'Still running at the end of the year or today',
  PLATFORM: 'A decision gave the domain to the platform',
  REPAID: 'Repaid',
  SOLD: 'Sold to another lender',
  DISCHARGED: 'The domain went to the lender in full satisfaction',
} as const;

export async function writePdf(statement: Statement): Promise<Buffer> {
  const { year, name, madeAt, lines, sums } = statement;
  // PDF rendering is heavy and rarely needed, so it is loaded on first use.
  const { renderStatement } = await import('../pdf/render-statement.ts');
  const more = lines.length - maxLoans;
  return renderStatement({
    title: `Statement of loans, ${year}`,
    about: [
      ['Account', name],
      ['Year', `${year} (UTC)`],
      ['Created on', formatDate(madeAt)],
      ['Closes on', formatDate(computeClosing(year))],
      ['Loans', String(lines.length)],
    ],
    sums: [
      ['Interest earned as lender', formatMoney(sums.interestEarnedCents)],
      ['Interest paid as borrower', formatMoney(sums.interestPaidCents)],
      ['Interest and fees accrued as lender', formatMoney(sums.accruedAsLenderCents)],
      ['Interest and fees accrued as borrower', formatMoney(sums.accruedAsBorrowerCents)],
      ...listAdjustments(sums),
      ['Debt owed to you, settled by the domain', formatMoney(sums.dischargedAsLenderCents)],
      ['Debt you owed, settled by the domain', formatMoney(sums.dischargedAsBorrowerCents)],
      ...listSaleGain(sums),
    ],
    loans: listLoans(lines.slice(0, maxLoans)),
    notes: [
      ...(more > 0
        ? [`${more} more loans are in the CSV version of this statement; the totals include them.`]
        : []),
      'Interest counts on the value day of the payment that brought it. Accrued is the interest and the fees that the ' +
        'days of the year added, paid or not. An adjustment is what became known about earlier years after their statements had closed. Discharged ' +
        'debt is the principal and interest owed on the day on which the domain went to the lender. Loans without a ' +
        'receipt are not included. Your transactions list the fees paid to the platform.',
      'This is a record of what the parties stated on the platform. It is not tax advice.',
    ],
    at: madeAt,
  });
}

/** Most years have none. */
function listAdjustments(sums: Statement['sums']): [string, string][] {
  const { adjustmentEarnedCents: earned, adjustmentPaidCents: paid } = sums;
  const rows: [string, number][] = [
    ['Interest earned in earlier years', earned],
    ['Interest paid in earlier years', paid],
  ];
  return rows.flatMap(([label, cents]) => (cents === 0 ? [] : [[label, formatMoney(cents)]]));
}

/** Few accounts sell loans. */
function listSaleGain({ saleGainCents }: Statement['sums']): [string, string][] {
  if (saleGainCents === 0) return [];
  const label = saleGainCents > 0 ? 'Gain' : 'Loss';
  return [[`${label} by the prices of loans`, formatMoney(Math.abs(saleGainCents))]];
}

function describeSale({ kind, day, priceCents, owedCents, gainCents }: StatementSale) {
  const verb = kind === 'SOLD' ? 'Sold' : 'Bought';
  const label = gainCents < 0 ? 'loss' : 'gain';
  const text = `for ${formatMoney(priceCents)} with ${formatMoney(owedCents)} owed: ${label} ${formatMoney(Math.abs(gainCents))}`;
  return [`${verb} ${formatDate(day)}`, text] satisfies [string, string];
}

function listLoans(lines: readonly StatementLine[]) {
  let room = maxPayments;
  return lines.map((line) => {
    const shown = line.payments.slice(0, room);
    room -= shown.length;
    return { title: line.domain, rows: buildRows(line, shown) };
  });
}

function buildRows(line: StatementLine, payments: readonly PaymentSplit[]): [string, string][] {
  const { role, endedOn, outcome, adjustment } = line;
  const interest = role === 'LENDER' ? 'Interest earned' : 'Interest paid';
  const period = `${formatDate(line.receivedOn)}${endedOn ? ` to ${formatDate(endedOn)}` : ''}`;
  const rows: [string, string][] = [
    ['Your role', `${roles[role]}; the other party: ${line.otherParty}`],
    ['Principal', `${formatMoney(line.principalCents)} at ${formatRate(line.rateBps)} a year`],
    [endedOn ? 'From and to' : 'From', period],
    ['End', outcomes[outcome]],
    [interest, formatMoney(line.interestCents)],
    ['Interest and fees accrued', formatMoney(line.accruedCents)],
  ];
  if (line.feesCents > 0) rows.push(['Fees paid', formatMoney(line.feesCents)]);
  if (outcome === 'DISCHARGED') rows.push(['Debt discharged', formatMoney(line.dischargedCents)]);
  if (adjustment.interestCents !== 0 || adjustment.accruedCents !== 0)
    rows.push([
      'Earlier years',
      `${interest} ${formatMoney(adjustment.interestCents)}, accrued ${formatMoney(adjustment.accruedCents)}`,
    ]);
  rows.push(...payments.map(describePayment), ...line.sales.map(describeSale));
  const left = line.payments.length - payments.length;
  if (left > 0) rows.push(['More payments', `${left}, in the CSV version of this statement`]);
  return [...rows, ['Loan', line.escrowId]];
}

function describePayment(payment: PaymentSplit): [string, string] {
  const { day, paidCents, feesCents, interestCents, principalCents } = payment;
  const fees = feesCents > 0 ? `${formatMoney(feesCents)} fees, ` : '';
  return [
    `Paid ${formatDate(day)}`,
    `${formatMoney(paidCents)}: ${fees}${formatMoney(interestCents)} interest, ${formatMoney(principalCents)} principal`,
  ];
}

function formatMoney(cents: number): string {
  return `US ${formatCents(cents)}`;
}
