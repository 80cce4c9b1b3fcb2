/** Breaks text of mixed weights into lines; pdfkit wraps text of one font only. */

import type { Pdf, Run, Weight } from './typeface.ts';
import { selectFont, toRuns } from './typeface.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

export interface Span {
  text: string;
  weight: Weight;
}

/** A line ready to draw; widths in points. */
export interface Line {
  runs: readonly Run[];
  width: number;
}

interface Word {
  runs: Run[];
  width: number;
}

/** Returns lines of at most `width` points at this size. A word wider than a line breaks between characters. */
export function breakLines(
  pdf: Pdf,
  spans: readonly Span[],
  { size, width }: { size: number; width: number },
): Line[] {
  pdf.fontSize(size);
  const lines: Word[] = [];
  let line: Word = { runs: [], width: 0 };
  for (const word of splitWords(pdf, spans).flatMap((one) => breakWord(pdf, one, width))) {
    const blank = line.runs.length === 0 ? 0 : measureRun(pdf, blankAfter(line));
    if (line.runs.length > 0 && line.width + blank + word.width > width) {
      lines.push(line);
      line = { runs: [], width: 0 };
    }
    append(line, word, blank);
  }
  return line.runs.length > 0 ? [...lines, line] : lines;
}

function append(line: Word, word: Word, blank: number): void {
  if (line.runs.length > 0) join(line.runs, blankAfter(line));
  line.width += blank + word.width;
  for (const run of word.runs) join(line.runs, run);
}

function join(runs: Run[], run: Run): void {
  const last = runs.at(-1);
  if (last !== undefined && last.font === run.font && last.span === run.span) last.text += run.text;
  else runs.push({ ...run });
}

/** A space in the product's own typeface: files of other scripts may lack it. */
function blankAfter(line: Word): Run {
  const { weight = 'regular', span } = line.runs.at(-1) ?? {};
  return { font: weight, weight, text: ' ', ...(span === undefined ? {} : { span }) };
}

/** Words end at white space only, so that a bold span and the comma after it stay together. */
function splitWords(pdf: Pdf, spans: readonly Span[]): Word[] {
  const words: Word[] = [];
  let open: Word | null = null;
  for (const [span, { text, weight }] of spans.entries()) {
    for (const [index, chunk] of text.split(/\s+/u).entries()) {
      if (index > 0) open = null;
      if (chunk === '') continue;
      if (open === null) {
        open = { runs: [], width: 0 };
        words.push(open);
      }
      for (const run of toRuns(chunk, weight)) {
        join(open.runs, { ...run, span });
        open.width += measureRun(pdf, run);
      }
    }
  }
  return words;
}

function breakWord(pdf: Pdf, word: Word, width: number): Word[] {
  if (word.width <= width) return [word];
  const chunks: Word[] = [];
  let chunk: Word = { runs: [], width: 0 };
  for (const run of word.runs) {
    for (const { segment } of graphemes.segment(run.text)) {
      const piece = { ...run, text: segment };
      const advance = measureRun(pdf, piece);
      if (chunk.width + advance > width) {
        chunks.push(chunk);
        chunk = { runs: [], width: 0 };
      }
      join(chunk.runs, piece);
      chunk.width += advance;
    }
  }
  return [...chunks, chunk];
}

/** The width of a run in points at the document's current font size. */
export function measureRun(pdf: Pdf, run: Run): number {
  return selectFont(pdf, run.font).widthOfString(run.text);
}
