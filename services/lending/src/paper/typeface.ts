/** The document's typeface, one file per weight with every script that it has: any name is set, none shows blank. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { normalizeText } from '@nameloan/service/normalize-text.ts';

export type Weight = 'regular' | 'bold' | 'italic';
export type Pdf = PDFKit.PDFDocument;

/** A stretch of text in one weight. */
export interface Run {
  font: Weight;
  text: string;
}

/** IBM Plex Sans: Latin, Greek, Cyrillic and Vietnamese. */
const cuts: Record<Weight, string> = {
  regular: '400Regular/IBMPlexSans_400Regular.ttf',
  bold: '600SemiBold/IBMPlexSans_600SemiBold.ttf',
  italic: '400Regular_Italic/IBMPlexSans_400Regular_Italic.ttf',
};

/** UTF-16 code units: the longest paragraph with everybody's names and addresses in it has fewer. */
const longestText = 10_000;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const files = new Map<Weight, Buffer>();

function fontFile(weight: Weight): Buffer {
  const known = files.get(weight);
  if (known !== undefined) return known;
  const url = import.meta.resolve(`@expo-google-fonts/ibm-plex-sans/${cuts[weight]}`);
  const read = readFileSync(fileURLToPath(url));
  files.set(weight, read);
  return read;
}

/** Makes every weight known to the document; only the glyphs that are used are embedded. */
export function registerTypeface(pdf: Pdf): void {
  for (const weight of Object.keys(cuts) as Weight[]) pdf.registerFont(weight, fontFile(weight));
}

/**
 * Text as it can be set, its white space folded to single blanks. A character that the typeface
 * lacks, or that would be invisible, is written as its Unicode number: "[U+5F20]".
 */
export function runOf(pdf: Pdf, text: string, weight: Weight): Run {
  const normal = normalizeText(text, { form: 'NFC', mostCodeUnits: longestText });
  if (normal === undefined) throw new RangeError('no line of a contract is as long as this');
  const segments = graphemes.segment(normal.replace(/\s+/gu, ' '));
  const set = [...segments].map(({ segment }) => setGrapheme(pdf, segment, weight));
  return { font: weight, text: set.join('') };
}

function setGrapheme(pdf: Pdf, segment: string, weight: Weight): string {
  const points = [...segment].map((character) => character.codePointAt(0) ?? 0);
  const known = points.every((point) => hasGlyph(pdf, weight, point));
  if (known && !/\p{C}/u.test(segment)) return segment;
  const numbers = points.map((point) => `[U+${point.toString(16).toUpperCase().padStart(4, '0')}]`);
  return numbers.join('');
}

/** Whether all of the text can be set in the typeface itself. */
export function isSettable(pdf: Pdf, text: string): boolean {
  return !runOf(pdf, text, 'regular').text.includes('[U+');
}

/** pdfkit 0.20.2 keeps the opened font in a field that its types leave out; nothing public tells this. */
interface OpenedFont {
  _font: { font: { hasGlyphForCodePoint(point: number): boolean } };
}

function hasGlyph(pdf: Pdf, weight: Weight, point: number): boolean {
  return (pdf.font(weight) as unknown as OpenedFont)._font.font.hasGlyphForCodePoint(point);
}
