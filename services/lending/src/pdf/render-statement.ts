/** Renders a yearly statement as a PDF. */

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
  writeTable,
  writeText,
} from './page.ts';
import { writeUnsupportedNote } from './render-contract.ts';

export interface StatementDocument {
  title: string;
  /** Account, year and date of the statement. */
  about: readonly (readonly [string, string])[];
  sums: readonly (readonly [string, string])[];
  /** One heading and table per loan. */
  loans: readonly { title: string; rows: readonly (readonly [string, string])[] }[];
  /** One paragraph each. */
  notes: readonly string[];
  at: Date;
}

const sumStyle = { labels: 220, boxed: true, weight: 'bold', style: body } as const;
const rowStyle = {
  labels: 130,
  boxed: false,
  weight: 'regular',
  style: { ...body, size: 8.8 },
} as const;

export async function renderStatement(document: StatementDocument): Promise<Buffer> {
  const layout = openLayout({
    title: document.title,
    subject: 'Interest and debt discharged',
    at: document.at,
  });
  writeLetterhead(layout, null);
  writeText(layout, toSpans(document.title, 'title'), { ...body, size: 21, leading: 27, after: 8 });
  drawRule(layout);
  writeTable(layout, document.about, { ...rowStyle, style: body });
  writeTable(layout, document.sums, sumStyle);
  writeLoans(layout, document);
  const small = { ...body, size: 8.4, leading: 12.4, colour: colours.soft };
  for (const note of document.notes) writeText(layout, toSpans(note, 'regular'), small);
  const texts = document.loans.flatMap(({ title, rows }) => [
    title,
    ...rows.map(([, value]) => value),
  ]);
  writeUnsupportedNote(layout, [...document.about.map(([, value]) => value), ...texts]);
  return closeLayout(layout, (number, of) => `${document.title} · page ${number} of ${of}`);
}

function writeLoans(layout: PageLayout, { loans }: StatementDocument): void {
  for (const { title, rows } of loans) {
    writeHeading(layout, { number: null, title, keep: 80 });
    writeTable(layout, rows, rowStyle);
  }
}

function toSpans(text: string, weight: Span['weight']): Span[] {
  return [{ text, weight }];
}
