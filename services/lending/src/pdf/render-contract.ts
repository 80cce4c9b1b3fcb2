/** Renders the agreement as the PDF that both parties sign. */

import { formatDate } from '@nameloan/contracts/days-in-words.ts';
import { formatCents } from '@nameloan/contracts/money.ts';
import { contractNames, formatDomainName } from '../loan/terms.ts';
import type { Span } from './break-lines.ts';
import type { Sheet } from './page.ts';
import {
  body,
  closeSheet,
  colours,
  openSheet,
  setHeading,
  setItem,
  setRule,
  setTable,
  setText,
} from './page.ts';
import type { Block, Prose } from './template/prose.ts';
import { agreementSections } from './template/standard-agreement.ts';
import type { AgreementTerms } from './terms.ts';
import { contractEdition } from './terms.ts';
import { isSettable } from './typeface.ts';

/** Maximum height of the figures box with ordinary names, in points; its heading stays with it. */
const figuresHeight = 230;

/**
 * Returns the PDF's bytes. Equal terms give equal bytes, so that the SHA-256 identifies the contract. `mark` is a
 * watermark on every page.
 */
export async function renderContract(
  terms: AgreementTerms,
  mark: string | null = null,
): Promise<Buffer> {
  const name = contractNames[terms.contract];
  const domain = formatDomainName(terms);
  const sheet = openSheet({
    title: `${name}: ${domain}`,
    subject: `Loan ${terms.escrowId} between ${terms.borrowerName} and ${terms.lenderName}`,
    at: terms.drawnAt,
  });
  setOpening(sheet, terms);
  agreementSections(terms).forEach((section, index) => {
    const boxed = section.blocks[0]?.kind === 'figures';
    const keep = boxed ? figuresHeight : 3 * body.leading;
    setHeading(sheet, { number: index + 1, title: section.title, keep });
    section.blocks.forEach((block, place) => {
      if (block.kind !== 'item' && section.blocks[place - 1]?.kind === 'item') sheet.y += 4;
      setBlock(sheet, block);
    });
  });
  return closeSheet(
    sheet,
    (number, of) =>
      `${name} · edition ${contractEdition} · loan ${terms.escrowId} · page ${number} of ${of}`,
    mark,
  );
}

function setOpening(sheet: Sheet, terms: AgreementTerms): void {
  setText(sheet, [{ text: 'Nameloan', weight: 'bold' }], {
    ...body,
    colour: colours.brand,
    after: 18,
  });
  const title = { ...body, size: 25, leading: 31, after: 2 };
  setText(sheet, [{ text: 'Loan agreement', weight: 'bold' }], title);
  setText(sheet, [{ text: contractNames[terms.contract], weight: 'regular' }], {
    ...body,
    size: 12.5,
    leading: 18,
    colour: colours.soft,
    after: 14,
  });
  setRule(sheet);
  const rows: [string, string][] = [
    ['Domain', formatDomainName(terms)],
    ['Amount', `US ${formatCents(terms.amountCents)}`],
    ['Borrower', terms.borrowerName],
    ['Lender', terms.lenderName],
    ['Loan', terms.escrowId],
    ['Drawn up on', formatDate(terms.drawnAt)],
  ];
  setTable(sheet, rows, { labels: 96, boxed: false, weight: 'bold', style: body });
  setUnsettableNote(sheet, [terms.borrowerName, terms.lenderName, formatDomainName(terms)]);
  sheet.y -= 4;
  setRule(sheet);
}

/** Adds a note if a name is written as Unicode numbers. */
export function setUnsettableNote(sheet: Sheet, texts: readonly string[]): void {
  if (texts.every((text) => isSettable(text))) return;
  const note =
    'Characters that this document’s typeface lacks are written as their Unicode numbers, as in [U+5F20]. They ' +
    'mean exactly the characters of the name on the account.';
  setText(sheet, [{ text: note, weight: 'italic' }], {
    ...body,
    size: 8.4,
    leading: 12.4,
    colour: colours.soft,
  });
}

function setBlock(sheet: Sheet, block: Block): void {
  if (block.kind === 'paragraph') setText(sheet, spansOf(block.text), body);
  if (block.kind === 'item') setItem(sheet, spansOf(block.text));
  if (block.kind === 'figures') {
    setTable(sheet, block.rows, { labels: 170, boxed: true, weight: 'bold', style: body });
  }
}

function spansOf(prose: Prose): Span[] {
  return prose.map((passage) =>
    typeof passage === 'string'
      ? { text: passage, weight: 'regular' }
      : { text: passage.bold, weight: 'bold' },
  );
}
