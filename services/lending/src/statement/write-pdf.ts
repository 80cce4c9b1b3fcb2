/** A statement as a PDF: the sums first, then loan by loan. */

import { dayInWords } from '@nameloan/contracts/days-in-words.ts';
import { formatCents, formatRate } from '@nameloan/contracts/money.ts';
import type { Statement, StatementLine } from './statement.ts';

/** More would take the process from others for too long; the sums count all of them. */
const maxLoans = 150;

const roles = { BORROWER: 'Borrower', LENDER: 'Lender' } as const;
const outcomes = {
  REPAID: 'Repaid',
  DISCHARGED: 'The domain went to the lender in full satisfaction',
} as const;

export async function writePdf(statement: Statement): Promise<Buffer> {
  const { year, name, madeAt, lines, sums } = statement;
  // Typesetting is heavy and seldom needed, so it is loaded with the first document.
  const { renderStatement } = await import('../pdf/render-statement.ts');
  const more = lines.length - maxLoans;
  return renderStatement({
    title: `Statement of loans, ${year}`,
    about: [
      ['Account', name],
      ['Year', `${year} (UTC)`],
      ['Made on', dayInWords(madeAt)],
      ['Loans that ended', String(lines.length)],
    ],
    sums: [
      ['Interest earned as lender', money(sums.interestEarnedCents)],
      ['Interest paid as borrower', money(sums.interestPaidCents)],
      ['Debt to you, ended by the domain', money(sums.dischargedAsLenderCents)],
      ['Debt of yours, ended by the domain', money(sums.dischargedAsBorrowerCents)],
    ],
    loans: lines.slice(0, maxLoans).map((line) => ({ title: line.domain, rows: rowsOf(line) })),
    notes: [
      ...(more > 0
        ? [`${more} more loans stand in this statement as CSV; the sums count them.`]
        : []),
      'Interest counts on the day of repayment, discharged debt on the day on which the domain went to the lender: ' +
        'principal and interest as they were owed that day. Loans without a receipt, those that the platform ended ' +
        'and those still running have no part in it. Fees paid to the platform stand in your transactions.',
      'This is a record of what the parties told the platform, and no tax advice.',
    ],
    at: madeAt,
  });
}

function rowsOf(line: StatementLine): [string, string][] {
  const interest = line.role === 'LENDER' ? 'Interest earned' : 'Interest paid';
  return [
    ['Your role', `${roles[line.role]}; the other party: ${line.otherParty}`],
    ['Principal', `${money(line.principalCents)} at ${formatRate(line.rateBps)} a year`],
    ['From and to', `${dayInWords(line.receivedOn)} to ${dayInWords(line.endedOn)}`],
    ['End', outcomes[line.outcome]],
    line.outcome === 'REPAID'
      ? [interest, money(line.interestCents)]
      : ['Debt discharged', money(line.dischargedCents)],
    ['Loan', line.escrowId],
  ];
}

function money(cents: number): string {
  return `US ${formatCents(cents)}`;
}
