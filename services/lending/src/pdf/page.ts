/** Page layout of the PDF documents: A4, one column, boxed tables, a footer with page numbers. */

import PDFDocument from 'pdfkit';
import type { Line, Span } from './break-lines.ts';
import { breakLines, measureRun } from './break-lines.ts';
import { drawGuilloche, drawLogo, drawSeal } from './engraving.ts';
import type { Pdf, Weight } from './typeface.ts';
import { selectFont, toRuns } from './typeface.ts';
import { orderVisually } from './visual-order.ts';

export const colours = {
  ink: '#221c1e',
  soft: '#6e6468',
  line: '#d9d0d3',
  brand: '#7a1f3d',
  tint: '#faf4f5',
};

/** Points. A4 is 595.28 by 841.89. */
const page = { width: 595.28, height: 841.89, left: 92, right: 80, top: 66, bottom: 78 };
const column = page.width - page.left - page.right;

export interface TextStyle {
  size: number;
  leading: number;
  colour: string;
  /** Points from the column's left edge. */
  indent: number;
  /** Points after the text. */
  after: number;
}
export const body: TextStyle = {
  size: 9.2,
  leading: 13.2,
  colour: colours.ink,
  indent: 0,
  after: 6,
};

export interface DocumentInfo {
  title: string;
  subject: string;
  /** The only date in the file's metadata, so that equal terms and dates give equal bytes. */
  at: Date;
}

/** A document in progress. `y` is the top of the next line, in points. */
export interface PageLayout {
  pdf: Pdf;
  y: number;
}

export function openLayout({ title, subject, at }: DocumentInfo): PageLayout {
  const info = {
    Title: title,
    Subject: subject,
    Author: 'Nameloan',
    Creator: 'Nameloan',
    Producer: 'Nameloan',
    CreationDate: at,
    ModDate: at,
  };
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    info,
  });
  return { pdf, y: page.top };
}

/** Starts a new page unless `height` points are free on this one. */
function ensureSpace(layout: PageLayout, height: number): void {
  if (layout.y + height <= page.height - page.bottom) return;
  layout.pdf.addPage();
  layout.y = page.top;
}

/** Writes text into the column, over as many pages as needed, without widows or orphans. */
export function writeText(layout: PageLayout, spans: readonly Span[], style: TextStyle): void {
  const width = column - style.indent;
  const lines = breakLines(layout.pdf, spans, { size: style.size, width });
  ensureSpace(layout, (lines.length <= 3 ? lines.length : 2) * style.leading);
  lines.forEach((line, index) => {
    ensureSpace(layout, (index === lines.length - 2 ? 2 : 1) * style.leading);
    drawLine(layout, line, { x: page.left + style.indent, style });
    layout.y += style.leading;
  });
  layout.y += style.after;
}

/** Draws one line with its top at the layout's y, without moving y. */
function drawLine(
  layout: PageLayout,
  line: Line,
  { x, style }: { x: number; style: TextStyle },
): void {
  const { pdf } = layout;
  const baseline = layout.y + (style.leading + style.size * 0.7) / 2;
  let at = x;
  for (const run of orderVisually(line.runs)) {
    selectFont(pdf, run.font).fontSize(style.size).fillColor(style.colour);
    pdf.text(run.text, at, baseline, { lineBreak: false, baseline: 'alphabetic' });
    at += measureRun(pdf, run);
  }
}

export interface Heading {
  /** Printed in the margin. */
  number: number | null;
  title: string;
  /** Points of the following content to keep on the same page. */
  keep: number;
}

export function writeHeading(layout: PageLayout, { number, title, keep }: Heading): void {
  layout.y += 7;
  ensureSpace(layout, 21 + keep);
  const style = { ...body, size: 11.5, leading: 18, colour: colours.brand, after: 3 };
  if (number !== null) drawRight(layout, String(number), { right: page.left - 12, style });
  writeText(layout, [{ text: title, weight: 'title' }], style);
}

function drawRight(
  layout: PageLayout,
  text: string,
  { right, style }: { right: number; style: TextStyle },
): void {
  const [line] = breakLines(layout.pdf, [{ text, weight: 'bold' }], {
    size: style.size,
    width: column,
  });
  if (line !== undefined) drawLine(layout, line, { x: right - line.width, style });
}

/** Writes a list item with a dash. */
export function writeListItem(
  layout: PageLayout,
  spans: readonly Span[],
  style: TextStyle = body,
): void {
  const lines = breakLines(layout.pdf, spans, {
    size: style.size,
    width: column - style.indent - 14,
  });
  ensureSpace(layout, (lines.length <= 3 ? lines.length : 2) * style.leading);
  const dash = { runs: toRuns('–', 'regular'), width: 0 };
  drawLine(layout, dash, { x: page.left, style: { ...style, colour: colours.brand } });
  writeText(layout, spans, { ...style, indent: style.indent + 14, after: 4 });
}

export interface TableStyle {
  /** Width of the label column in points. */
  labels: number;
  /** Draws a tinted box around the rows. */
  boxed: boolean;
  weight: Weight;
  style: TextStyle;
}

/** A fingerprint, in groups. */
const isHash = (value: string): boolean => /^[0-9a-f ]{64,}$/i.test(value);

/** Writes rows of label and value, on one page if they fit on one. Values wrap. */
export function writeTable(
  layout: PageLayout,
  rows: readonly (readonly [string, string])[],
  tableStyle: TableStyle,
): void {
  const { pdf } = layout;
  const { style } = tableStyle;
  const inset = tableStyle.boxed ? 14 : 0;
  const gap = 5;
  const values = column - 2 * inset - tableStyle.labels;
  const brokenRows = rows.map(([label, value]) => ({
    label: breakLines(pdf, [{ text: label, weight: 'regular' }], {
      size: style.size,
      width: tableStyle.labels - 10,
    }),
    value: breakLines(pdf, [{ text: value, weight: isHash(value) ? 'mono' : tableStyle.weight }], {
      size: style.size,
      width: values,
    }),
  }));
  const countLines = (row: (typeof brokenRows)[number]): number =>
    Math.max(row.label.length, row.value.length, 1);
  const bottomInset = tableStyle.boxed ? inset - gap : 0;
  const height =
    brokenRows.reduce((sum, row) => sum + countLines(row) * style.leading + gap, 0) +
    inset +
    bottomInset;
  if (height <= page.height - page.top - page.bottom) ensureSpace(layout, height);
  if (tableStyle.boxed) {
    pdf.rect(page.left, layout.y, column, height).fillAndStroke(colours.tint, colours.line);
  }
  layout.y += inset;
  const left = page.left + inset;
  for (const row of brokenRows) {
    for (let index = 0; index < countLines(row); index += 1) {
      ensureSpace(layout, style.leading);
      const soft = { ...style, colour: colours.soft };
      drawCell(layout, row.label[index], { x: left, style: soft });
      drawCell(layout, row.value[index], { x: left + tableStyle.labels, style });
      layout.y += style.leading;
    }
    layout.y += gap;
  }
  layout.y += bottomInset + 10;
}

function drawCell(
  layout: PageLayout,
  line: Line | undefined,
  position: { x: number; style: TextStyle },
): void {
  if (line !== undefined) drawLine(layout, line, position);
}

/** Draws a horizontal rule over the column. */
export function drawRule(layout: PageLayout): void {
  layout.pdf
    .moveTo(page.left, layout.y)
    .lineTo(page.width - page.right, layout.y)
    .lineWidth(0.6)
    .stroke(colours.line);
  layout.y += 10;
}

/** Draws an interwoven band over the column in place of a rule. */
export function drawGuillocheRule(layout: PageLayout): void {
  drawGuilloche(layout.pdf, { x: page.left, y: layout.y + 6, width: column });
  layout.y += 20;
}

/** Writes the product's name with its logo, and the seal of a domain at the right edge of the column. */
export function writeLetterhead(layout: PageLayout, sealOf: string | null): void {
  const { pdf, y } = layout;
  const size = 68;
  if (sealOf !== null)
    drawSeal(pdf, sealOf, { x: page.width - page.right - size, y: y - 14, size });
  drawLogo(pdf, colours.brand, { x: page.left, y: y - 1, size: 16 });
  const style = { ...body, size: 13, colour: colours.brand, indent: 21, after: 18 };
  writeText(layout, [{ text: 'Nameloan', weight: 'title' }], style);
}

/** Draws a pale watermark across the page. */
function drawWatermark({ pdf }: PageLayout, text: string): void {
  selectFont(pdf, 'bold').fontSize(108);
  const width = pdf.widthOfString(text);
  const middle: [number, number] = [page.width / 2, page.height / 2];
  pdf.save().rotate(-52, { origin: middle }).fillColor(colours.brand, 0.13);
  pdf.text(text, middle[0] - width / 2, middle[1], { lineBreak: false, baseline: 'middle' });
  pdf.restore().fillOpacity(1);
}

/** Writes footers and watermarks on all pages and returns the finished bytes. */
export function closeLayout(
  layout: PageLayout,
  formatFooter: (number: number, of: number) => string,
  watermark: string | null = null,
): Promise<Buffer> {
  const { pdf } = layout;
  const { count } = pdf.bufferedPageRange();
  const style = { ...body, size: 7.8, leading: 12, colour: colours.soft };
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(index);
    if (watermark !== null) drawWatermark(layout, watermark);
    layout.y = page.height - 56;
    drawRule(layout);
    layout.y -= 4;
    const footer = { text: formatFooter(index + 1, count), weight: 'regular' } as const;
    for (const line of breakLines(pdf, [footer], { size: style.size, width: column })) {
      drawLine(layout, line, { x: page.left, style });
      layout.y += style.leading;
    }
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
    pdf.end();
  });
}
