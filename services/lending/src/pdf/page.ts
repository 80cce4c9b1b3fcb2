/** Page layout of the PDF documents: A4, one column, boxed tables, a footer with page numbers. */

import PDFDocument from 'pdfkit';
import type { Line, Span } from './break-lines.ts';
import { layLines, widthOf } from './break-lines.ts';
import type { Pdf, Weight } from './typeface.ts';
import { registerTypeface, runOf } from './typeface.ts';

export const colours = {
  ink: '#221c1e',
  soft: '#6e6468',
  line: '#d9d0d3',
  brand: '#7a1f3d',
  tint: '#faf4f5',
};

/** Points. A4 is 595.28 by 841.89. */
export const page = { width: 595.28, height: 841.89, left: 92, right: 80, top: 84, bottom: 92 };
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
  size: 9.6,
  leading: 14.6,
  colour: colours.ink,
  indent: 0,
  after: 7,
};

export interface About {
  title: string;
  subject: string;
  /** The only date in the file's metadata, so that equal terms and dates give equal bytes. */
  at: Date;
}

/** A document in progress. `y` is the top of the next line, in points. */
export interface Sheet {
  pdf: Pdf;
  y: number;
}

export function openSheet({ title, subject, at }: About): Sheet {
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
  registerTypeface(pdf);
  return { pdf, y: page.top };
}

/** Starts a new page unless `height` points are free on this one. */
function ensure(sheet: Sheet, height: number): void {
  if (sheet.y + height <= page.height - page.bottom) return;
  sheet.pdf.addPage();
  sheet.y = page.top;
}

/** Writes text into the column, over as many pages as needed, without widows or orphans. */
export function setText(sheet: Sheet, spans: readonly Span[], style: TextStyle): void {
  const width = column - style.indent;
  const lines = layLines(sheet.pdf, spans, { size: style.size, width });
  ensure(sheet, (lines.length <= 3 ? lines.length : 2) * style.leading);
  lines.forEach((line, index) => {
    ensure(sheet, (index === lines.length - 2 ? 2 : 1) * style.leading);
    drawLine(sheet, line, { x: page.left + style.indent, style });
    sheet.y += style.leading;
  });
  sheet.y += style.after;
}

/** Draws one line with its top at the sheet's y, without moving y. */
function drawLine(sheet: Sheet, line: Line, { x, style }: { x: number; style: TextStyle }): void {
  const { pdf } = sheet;
  const baseline = sheet.y + (style.leading + style.size * 0.7) / 2;
  let at = x;
  for (const run of line.runs) {
    pdf.font(run.font).fontSize(style.size).fillColor(style.colour);
    pdf.text(run.text, at, baseline, { lineBreak: false, baseline: 'alphabetic' });
    at += widthOf(pdf, run);
  }
}

export interface Heading {
  /** Hangs in the margin. */
  number: number | null;
  title: string;
  /** Points of the following content to keep on the same page. */
  keep: number;
}

export function setHeading(sheet: Sheet, { number, title, keep }: Heading): void {
  sheet.y += 9;
  ensure(sheet, 21 + keep);
  const style = { ...body, size: 11.5, leading: 18, colour: colours.brand, after: 3 };
  if (number !== null) drawRight(sheet, String(number), { right: page.left - 12, style });
  setText(sheet, [{ text: title, weight: 'bold' }], style);
}

function drawRight(
  sheet: Sheet,
  text: string,
  { right, style }: { right: number; style: TextStyle },
): void {
  const [line] = layLines(sheet.pdf, [{ text, weight: 'bold' }], {
    size: style.size,
    width: column,
  });
  if (line !== undefined) drawLine(sheet, line, { x: right - line.width, style });
}

/** Writes a list item with a dash. */
export function setItem(sheet: Sheet, spans: readonly Span[], style: TextStyle = body): void {
  const laid = layLines(sheet.pdf, spans, { size: style.size, width: column - style.indent - 14 });
  ensure(sheet, (laid.length <= 3 ? laid.length : 2) * style.leading);
  const dash = { runs: [runOf('–', 'regular')], width: 0 };
  drawLine(sheet, dash, { x: page.left, style: { ...style, colour: colours.brand } });
  setText(sheet, spans, { ...style, indent: style.indent + 14, after: 4 });
}

export interface TableStyle {
  /** Width of the label column in points. */
  labels: number;
  /** Draws a tinted box around the rows. */
  boxed: boolean;
  weight: Weight;
  style: TextStyle;
}

/** Writes rows of label and value, on one page if they fit on one. Values wrap. */
export function setTable(
  sheet: Sheet,
  rows: readonly (readonly [string, string])[],
  tableStyle: TableStyle,
): void {
  const { pdf } = sheet;
  const { style } = tableStyle;
  const inset = tableStyle.boxed ? 14 : 0;
  const gap = 5;
  const values = column - 2 * inset - tableStyle.labels;
  const laid = rows.map(([label, value]) => ({
    label: layLines(pdf, [{ text: label, weight: 'regular' }], {
      size: style.size,
      width: tableStyle.labels - 10,
    }),
    value: layLines(pdf, [{ text: value, weight: tableStyle.weight }], {
      size: style.size,
      width: values,
    }),
  }));
  const linesOf = (row: (typeof laid)[number]): number =>
    Math.max(row.label.length, row.value.length, 1);
  const foot = tableStyle.boxed ? inset - gap : 0;
  const height =
    laid.reduce((sum, row) => sum + linesOf(row) * style.leading + gap, 0) + inset + foot;
  if (height <= page.height - page.top - page.bottom) ensure(sheet, height);
  if (tableStyle.boxed) {
    pdf.rect(page.left, sheet.y, column, height).fillAndStroke(colours.tint, colours.line);
  }
  sheet.y += inset;
  const left = page.left + inset;
  for (const row of laid) {
    for (let index = 0; index < linesOf(row); index += 1) {
      ensure(sheet, style.leading);
      const soft = { ...style, colour: colours.soft };
      drawCell(sheet, row.label[index], { x: left, style: soft });
      drawCell(sheet, row.value[index], { x: left + tableStyle.labels, style });
      sheet.y += style.leading;
    }
    sheet.y += gap;
  }
  sheet.y += foot + 10;
}

function drawCell(
  sheet: Sheet,
  line: Line | undefined,
  place: { x: number; style: TextStyle },
): void {
  if (line !== undefined) drawLine(sheet, line, place);
}

/** Draws a horizontal rule over the column. */
export function setRule(sheet: Sheet): void {
  sheet.pdf
    .moveTo(page.left, sheet.y)
    .lineTo(page.width - page.right, sheet.y)
    .lineWidth(0.6)
    .stroke(colours.line);
  sheet.y += 10;
}

/** Draws a pale watermark across the page. */
function drawMark({ pdf }: Sheet, text: string): void {
  const run = runOf(text, 'bold');
  pdf.font(run.font).fontSize(108);
  const width = pdf.widthOfString(run.text);
  const middle: [number, number] = [page.width / 2, page.height / 2];
  pdf.save().rotate(-52, { origin: middle }).fillColor(colours.brand, 0.13);
  pdf.text(run.text, middle[0] - width / 2, middle[1], { lineBreak: false, baseline: 'middle' });
  pdf.restore().fillOpacity(1);
}

/** Writes footers and watermarks on all pages and returns the finished bytes. */
export function closeSheet(
  sheet: Sheet,
  footOf: (number: number, of: number) => string,
  mark: string | null = null,
): Promise<Buffer> {
  const { pdf } = sheet;
  const { count } = pdf.bufferedPageRange();
  const style = { ...body, size: 7.8, leading: 12, colour: colours.soft };
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(index);
    if (mark !== null) drawMark(sheet, mark);
    sheet.y = page.height - 56;
    setRule(sheet);
    sheet.y -= 4;
    const foot = { text: footOf(index + 1, count), weight: 'regular' } as const;
    for (const line of layLines(pdf, [foot], { size: style.size, width: column })) {
      drawLine(sheet, line, { x: page.left, style });
      sheet.y += style.leading;
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
