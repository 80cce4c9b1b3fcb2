/** Renders the deed of a sale of a loan, which its seller and its buyer sign. */

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

export interface DeedDocument {
  escrowId: string;
  domainName: string;
  borrowerName: string;
  sellerName: string;
  buyerName: string;
  /** SHA-256 of the contract and of its last effective amendment, hex. */
  contractSha256: string | null;
  amendmentSha256: string | null;
  /** Label and value of each figure. */
  figures: readonly (readonly [string, string])[];
  /** One paragraph each. */
  clauses: readonly string[];
  drawnAt: Date;
}

const tableStyle = { labels: 150, boxed: false, weight: 'regular', style: body } as const;
const figureStyle = { labels: 190, boxed: true, weight: 'bold', style: body } as const;
const toSpans = (text: string, weight: Span['weight']): Span[] => [{ text, weight }];
const title = 'Deed of Assignment';

/** Equal documents have equal bytes. */
export async function renderDeed(document: DeedDocument): Promise<Buffer> {
  const { domainName, borrowerName, sellerName, buyerName, drawnAt } = document;
  const layout = openLayout({ title: `${title}: ${domainName}`, subject: title, at: drawnAt });
  writeLetterhead(layout, domainName);
  writeText(layout, toSpans(title, 'title'), { ...body, size: 21, leading: 27, after: 8 });
  drawGuillocheRule(layout);
  writeTable(
    layout,
    [
      ['Loan', document.escrowId],
      ['Domain', domainName],
      ['Borrower', borrowerName],
      ['Seller (lender until now)', sellerName],
      ['Buyer (new lender)', buyerName],
      ['Drawn up', `${formatDate(drawnAt)} (UTC)`],
      ['Contract (SHA-256)', document.contractSha256 ?? 'none'],
      ['Last amendment (SHA-256)', document.amendmentSha256 ?? 'none'],
    ],
    tableStyle,
  );
  writeHeading(layout, { number: 1, title: 'The sale', keep: 60 });
  writeTable(layout, document.figures, figureStyle);
  writeHeading(layout, { number: 2, title: 'Terms of this deed', keep: 60 });
  for (const clause of document.clauses) writeText(layout, toSpans(clause, 'regular'), body);
  writeUnsupportedNote(layout, [domainName, borrowerName, sellerName, buyerName]);
  return closeLayout(layout, (page, of) => `${title} · ${domainName} · page ${page} of ${of}`);
}
