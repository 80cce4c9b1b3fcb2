/** The document's typeface, cut into scripts as its package ships it: any name is set, none shows blank. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { normalizeText } from '@nameloan/service/normalize-text.ts';
import { unpackWoff } from './unpack-woff.ts';

export type Weight = 'regular' | 'bold' | 'italic';
export type Pdf = PDFKit.PDFDocument;

/** A stretch of text in one font file. */
export interface Run {
  font: string;
  text: string;
}

/** Tried in this order; together Latin, Greek, Cyrillic and Vietnamese. */
const scripts = ['latin', 'latin-ext', 'greek', 'cyrillic', 'cyrillic-ext', 'vietnamese'] as const;
type Script = (typeof scripts)[number];
const cuts: Record<Weight, string> = {
  regular: '400-normal',
  bold: '600-normal',
  italic: '400-italic',
};

/** UTF-16 code units: the longest paragraph with everybody's names and addresses in it has fewer. */
const longestText = 10_000;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const files = new Map<string, Buffer>();

function fontFile(script: Script, weight: Weight): Buffer {
  const name = `ibm-plex-sans-${script}-${cuts[weight]}.woff`;
  const known = files.get(name);
  if (known !== undefined) return known;
  const url = import.meta.resolve(`@fontsource/ibm-plex-sans/files/${name}`);
  const read = unpackWoff(readFileSync(fileURLToPath(url)));
  files.set(name, read);
  return read;
}

const fontName = (script: Script, weight: Weight): string => `${script} ${weight}`;

/** Makes every cut of the typeface known to the document; only those that are used are embedded. */
export function registerTypeface(pdf: Pdf): void {
  for (const weight of Object.keys(cuts) as Weight[]) {
    for (const script of scripts) {
      pdf.registerFont(fontName(script, weight), fontFile(script, weight));
    }
  }
}

/**
 * Text as runs of one font each, its white space folded to single blanks. A character that no cut
 * has, or that would be invisible, is written as its Unicode number: "[U+5F20]".
 */
export function runsOf(pdf: Pdf, text: string, weight: Weight): Run[] {
  const runs: Run[] = [];
  const normal = normalizeText(text, { form: 'NFC', mostCodeUnits: longestText });
  if (normal === undefined) throw new RangeError('no line of a contract is as long as this');
  for (const { segment } of graphemes.segment(normal.replace(/\s+/gu, ' '))) {
    const last = runs.at(-1);
    const piece = setGrapheme(pdf, segment, { weight, preferred: last?.font });
    if (last !== undefined && last.font === piece.font) last.text += piece.text;
    else runs.push(piece);
  }
  return runs;
}

function setGrapheme(
  pdf: Pdf,
  segment: string,
  { weight, preferred }: { weight: Weight; preferred: string | undefined },
): Run {
  const points = [...segment].map((character) => character.codePointAt(0) ?? 0);
  if (!/\p{C}/u.test(segment)) {
    const names = scripts.map((script) => fontName(script, weight));
    const order = preferred === undefined ? names : [preferred, ...names];
    const font = order.find((name) => points.every((point) => hasGlyph(pdf, name, point)));
    if (font !== undefined) return { font, text: segment };
  }
  const numbers = points.map((point) => `[U+${point.toString(16).toUpperCase().padStart(4, '0')}]`);
  return { font: fontName('latin', weight), text: numbers.join('') };
}

/** Whether all of the text can be set in the typeface itself. */
export function isSettable(pdf: Pdf, text: string): boolean {
  return !runsOf(pdf, text, 'regular').some((run) => run.text.includes('[U+'));
}

/** pdfkit 0.20.2 keeps the opened font in a field that its types leave out; nothing public tells this. */
interface OpenedFont {
  _font: { font: { hasGlyphForCodePoint(point: number): boolean } };
}

function hasGlyph(pdf: Pdf, font: string, point: number): boolean {
  return (pdf.font(font) as unknown as OpenedFont)._font.font.hasGlyphForCodePoint(point);
}
