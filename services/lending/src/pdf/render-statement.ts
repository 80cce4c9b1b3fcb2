/** Renders a yearly statement as a PDF. */

import type { Span } from './break-lines.ts';
import type { Sheet } from './page.ts';
import {
  body,
  closeSheet,
  colours,
  openSheet,
  setHeading,
  setRule,
  setTable,
  setText,
} from './page.ts';
import { setUnsettableNote } from './render-contract.ts';

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
  const sheet = openSheet({
    title: document.title,
    subject: 'Interest and debt discharged',
    at: document.at,
  });
  setText(sheet, plain('Nameloan', 'bold'), { ...body, colour: colours.brand, after: 18 });
  setText(sheet, plain(document.title, 'bold'), { ...body, size: 21, leading: 27, after: 8 });
  setRule(sheet);
  setTable(sheet, document.about, { ...rowStyle, style: body });
  setTable(sheet, document.sums, sumStyle);
  setLoans(sheet, document);
  const small = { ...body, size: 8.4, leading: 12.4, colour: colours.soft };
  for (const note of document.notes) setText(sheet, plain(note, 'regular'), small);
  const texts = document.loans.flatMap(({ title, rows }) => [
    title,
    ...rows.map(([, value]) => value),
  ]);
  setUnsettableNote(sheet, [...document.about.map(([, value]) => value), ...texts]);
  return closeSheet(sheet, (number, of) => `${document.title} · page ${number} of ${of}`);
}

function setLoans(sheet: Sheet, { loans }: StatementDocument): void {
  for (const { title, rows } of loans) {
    setHeading(sheet, { number: null, title, keep: 80 });
    setTable(sheet, rows, rowStyle);
  }
}

function plain(text: string, weight: Span['weight']): Span[] {
  return [{ text, weight }];
}
