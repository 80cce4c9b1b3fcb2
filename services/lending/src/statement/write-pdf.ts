/** Writes a statement as a PDF: totals first, then each loan. */

import { formatDate } from '@nameloan/contracts/format-date';
import { formatCents, formatRate } from '@nameloan/contracts/money';
import type { Statement, StatementLine } from './statement.ts';

/** More loans would block the event loop for too long; the totals include all of them. */
const maxLoans = 150;

const roles = { BORROWER: 'Borrower', LENDER: 'Lender' } as const;
const outcomes = {
  REPAID: 'Repaid',
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
      ['Loans that ended', String(lines.length)],
    ],
    sums: [
      ['Interest earned as lender', formatMoney(sums.interestEarnedCents)],
      ['Interest paid as borrower', formatMoney(sums.interestPaidCents)],
      ['Debt owed to you, settled by the domain', formatMoney(sums.dischargedAsLenderCents)],
      ['Debt you owed, settled by the domain', formatMoney(sums.dischargedAsBorrowerCents)],
    ],
    loans: lines.slice(0, maxLoans).map((line) => ({ title: line.domain, rows: buildRows(line) })),
    notes: [
      ...(more > 0
        ? [`${more} more loans are in the CSV version of this statement; the totals include them.`]
        : []),
      'Interest counts on the day of repayment. Discharged debt is the principal and interest owed on the day on which ' +
        'the domain went to the lender. Loans without a receipt, loans that ended with the platform and running loans ' +
        'are not included. Your transactions list the fees paid to the platform.',
      'This is a record of what the parties stated on the platform. It is not tax advice.',
    ],
    at: madeAt,
  });
}

function buildRows(line: StatementLine): [string, string][] {
  const interest = line.role === 'LENDER' ? 'Interest earned' : 'Interest paid';
  return [
    ['Your role', `${roles[line.role]}; the other party: ${line.otherParty}`],
    ['Principal', `${formatMoney(line.principalCents)} at ${formatRate(line.rateBps)} a year`],
    ['From and to', `${formatDate(line.receivedOn)} to ${formatDate(line.endedOn)}`],
    ['End', outcomes[line.outcome]],
    line.outcome === 'REPAID'
      ? [interest, formatMoney(line.interestCents)]
      : ['Debt discharged', formatMoney(line.dischargedCents)],
    ['Loan', line.escrowId],
  ];
}

function formatMoney(cents: number): string {
  return `US ${formatCents(cents)}`;
}
