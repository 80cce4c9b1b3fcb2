/** Renders the document of an amendment, which both parties of a loan sign. */

import { formatDate } from '@nameloan/contracts/format-date';
import type { Span } from './break-lines.ts';
import {
  body,
  closeLayout,
  drawGuillocheRule,
  openLayout,
  writeHeading,
  writeLetterhead,
  writeTable,
  writeText,
} from './page.ts';
import { writeUnsupportedNote } from './render-contract.ts';

export interface AmendmentDocument {
  /** From 1, within the loan. */
  number: number;
  escrowId: string;
  domainName: string;
  borrowerName: string;
  lenderName: string;
  /** SHA-256 of the contract, hex. */
  contractSha256: string | null;
  /** SHA-256 of the document that it changes, hex. */
  parentSha256: string | null;
  /** Label and value of each change. */
  changes: readonly (readonly [string, string])[];
  /** Due date and amount of each payment; empty for a loan with one. */
  schedule: readonly (readonly [string, string])[];
  /** One paragraph each. */
  clauses: readonly string[];
  agreedAt: Date;
}

const tableStyle = { labels: 150, boxed: false, weight: 'regular', style: body } as const;
const changeStyle = { labels: 190, boxed: true, weight: 'bold', style: body } as const;
const toSpans = (text: string, weight: Span['weight']): Span[] => [{ text, weight }];

/** Equal documents have equal bytes. */
export async function renderAmendment(document: AmendmentDocument): Promise<Buffer> {
  const { number, domainName, borrowerName, lenderName, agreedAt } = document;
  const title = `Amendment No. ${number}`;
  const layout = openLayout({
    title: `${title}: ${domainName}`,
    subject: 'Amendment',
    at: agreedAt,
  });
  writeLetterhead(layout, domainName);
  writeText(layout, toSpans(title, 'title'), { ...body, size: 21, leading: 27, after: 8 });
  drawGuillocheRule(layout);
  writeTable(
    layout,
    [
      ['Loan', document.escrowId],
      ['Domain', domainName],
      ['Borrower', borrowerName],
      ['Lender', lenderName],
      ['Agreed on', `${formatDate(agreedAt)} (UTC)`],
      ['Contract (SHA-256)', document.contractSha256 ?? 'none'],
      ['Changes document (SHA-256)', document.parentSha256 ?? 'none'],
    ],
    tableStyle,
  );
  writeHeading(layout, { number: 1, title: 'The change', keep: 60 });
  writeTable(layout, document.changes, changeStyle);
  if (document.schedule.length > 0) {
    const text =
      'The payments if the change counts from the day of the agreement, with the money of this amendment. The last one pays whatever is owed on its day.';
    writeText(layout, toSpans(text, 'regular'), body);
    writeTable(layout, document.schedule, tableStyle);
  }
  writeHeading(layout, { number: 2, title: 'Terms of this amendment', keep: 60 });
  for (const clause of document.clauses) writeText(layout, toSpans(clause, 'regular'), body);
  writeUnsupportedNote(layout, [domainName, borrowerName, lenderName]);
  return closeLayout(layout, (page, of) => `${title} · ${domainName} · page ${page} of ${of}`);
}
