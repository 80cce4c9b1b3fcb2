/** Renders the agreement as the PDF that both parties sign. */

import { formatDate } from '@nameloan/contracts/format-date';
import { formatCents } from '@nameloan/contracts/money';
import { contractNames, formatDomainName } from '../loan/terms.ts';
import type { Span } from './break-lines.ts';
import type { PageLayout } from './page.ts';
import {
  body,
  closeLayout,
  colours,
  drawRule,
  openLayout,
  writeHeading,
  writeLetterhead,
  writeListItem,
  writeTable,
  writeText,
} from './page.ts';
import type { Block, Prose } from './template/prose.ts';
import { buildAgreementSections } from './template/standard-agreement.ts';
import type { AgreementTerms } from './terms.ts';
import { contractEdition } from './terms.ts';
import { isSupported } from './typeface.ts';

/** Maximum height of the figures box with ordinary names, in points; its heading stays with it. */
const figuresHeight = 210;

/**
 * Returns the PDF's bytes. Equal terms give equal bytes, so that the SHA-256 identifies the contract. `watermark`
 * appears on every page.
 */
export async function renderContract(
  terms: AgreementTerms,
  watermark: string | null = null,
): Promise<Buffer> {
  const name = contractNames[terms.contract];
  const domain = formatDomainName(terms);
  const layout = openLayout({
    title: `${name}: ${domain}`,
    subject: `Loan ${terms.escrowId} between ${terms.borrowerName} and ${terms.lenderName}`,
    at: terms.drawnAt,
  });
  writeTitle(layout, terms);
  buildAgreementSections(terms).forEach((section, index) => {
    const boxed = section.blocks[0]?.kind === 'figures';
    const keep = boxed ? figuresHeight : 3 * body.leading;
    writeHeading(layout, { number: index + 1, title: section.title, keep });
    section.blocks.forEach((block, position) => {
      if (block.kind !== 'item' && section.blocks[position - 1]?.kind === 'item') layout.y += 4;
      writeBlock(layout, block);
    });
  });
  return closeLayout(
    layout,
    (number, of) =>
      `${name} · edition ${contractEdition} · loan ${terms.escrowId} · page ${number} of ${of}`,
    watermark,
  );
}

function writeTitle(layout: PageLayout, terms: AgreementTerms): void {
  writeLetterhead(layout, terms.domainName);
  const title = { ...body, size: 25, leading: 31, after: 2 };
  writeText(layout, [{ text: 'Loan agreement', weight: 'title' }], title);
  writeText(layout, [{ text: contractNames[terms.contract], weight: 'regular' }], {
    ...body,
    size: 12.5,
    leading: 18,
    colour: colours.soft,
    after: 14,
  });
  drawRule(layout);
  const rows: [string, string][] = [
    ['Domain', formatDomainName(terms)],
    ['Amount', `US ${formatCents(terms.amountCents)}`],
    ['Borrower', terms.borrowerName],
    ['Lender', terms.lenderName],
    ['Loan', terms.escrowId],
    ['Drawn up on', formatDate(terms.drawnAt)],
  ];
  writeTable(layout, rows, { labels: 96, boxed: false, weight: 'bold', style: body });
  writeUnsupportedNote(layout, [terms.borrowerName, terms.lenderName, formatDomainName(terms)]);
  layout.y -= 4;
  drawRule(layout);
}

/** Adds a note if a name is written as Unicode numbers. */
export function writeUnsupportedNote(layout: PageLayout, texts: readonly string[]): void {
  if (texts.every((text) => isSupported(text))) return;
  const note =
    'Characters that this document’s typefaces lack are written as their Unicode numbers, as in 𐎠. They ' +
    'mean exactly the characters of the name on the account.';
  writeText(layout, [{ text: note, weight: 'italic' }], {
    ...body,
    size: 8.4,
    leading: 12.4,
    colour: colours.soft,
  });
}

function writeBlock(layout: PageLayout, block: Block): void {
  if (block.kind === 'paragraph') writeText(layout, toSpans(block.text), body);
  if (block.kind === 'item') writeListItem(layout, toSpans(block.text));
  if (block.kind === 'rows')
    writeTable(layout, block.rows, { labels: 130, boxed: false, weight: 'regular', style: body });
  if (block.kind === 'figures') {
    writeTable(layout, block.rows, { labels: 170, boxed: true, weight: 'bold', style: body });
  }
}

function toSpans(prose: Prose): Span[] {
  return prose.map((passage) =>
    typeof passage === 'string'
      ? { text: passage, weight: 'regular' }
      : { text: passage.bold, weight: 'bold' },
  );
}
