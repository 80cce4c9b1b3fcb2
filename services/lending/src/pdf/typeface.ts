/** The typeface of the PDF documents; characters without a glyph are written as Unicode numbers. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { normalizeText } from '@nameloan/runtime/normalize-text';
import type { Font, GlyphRun } from 'fontkit';
import { create } from 'fontkit';

export type Weight = 'regular' | 'bold' | 'italic';
export type Pdf = PDFKit.PDFDocument;

/** Text in one weight. */
export interface Run {
  font: Weight;
  text: string;
}

/** IBM Plex Sans: Latin, Greek, Cyrillic and Vietnamese. */
const fontFiles: Record<Weight, string> = {
  regular: '400Regular/IBMPlexSans_400Regular.ttf',
  bold: '600SemiBold/IBMPlexSans_600SemiBold.ttf',
  italic: '400Regular_Italic/IBMPlexSans_400Regular_Italic.ttf',
};

/** UTF-16 code units; more than the longest paragraph with any names and addresses. */
const maxRunUnits = 10_000;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const fonts = new Map<Weight, Font>();
/** Limits of the cache of shaped words: words per weight, and UTF-16 code units per word. */
const maxShapedWords = 2000;
const maxShapedLength = 60;
/** What a user could type to look like a character that was written as its number: its bracket becomes a number too. */
const writtenNumber = /\[(?=U\+)/giu;
const spelledBracket = '[U+005B]';
/** Printable ASCII, for which the typeface has all glyphs. */
const plainText = /^[ -~]*$/;

/** Cached for all documents: reading the font tables took a third of the time of a contract. */
function loadFont(weight: Weight): Font {
  const cached = fonts.get(weight);
  if (cached !== undefined) return cached;
  const font = openFont(weight);
  font.layout = cacheShaping(font.layout.bind(font));
  fonts.set(weight, font);
  return font;
}

/** Opens the font file again, without caches of other documents. */
export function openFont(weight: Weight): Font {
  const url = import.meta.resolve(`@expo-google-fonts/ibm-plex-sans/${fontFiles[weight]}`);
  const font = create(readFileSync(fileURLToPath(url)));
  if (!('glyphForCodePoint' in font)) throw new Error('the font file is a collection');
  const getGlyph = font.getGlyph.bind(font);
  // A glyph that is first read as a component of another one, such as the Latin p in a Cyrillic р, would be cached without
  // its characters, and later documents would lose them when their text is copied, searched or read aloud.
  font.getGlyph = (id, codePoints = readCodePoints(font, id)) => getGlyph(id, codePoints);
  return font;
}

function readCodePoints(font: Font, glyphId: number): number[] {
  const [characters = ''] = font.stringsForGlyph(glyphId);
  return [...characters].map((character) => character.codePointAt(0) ?? 0);
}

/** Caches shaped words: contracts differ in few words, and shaping took most of the time. */
function cacheShaping(shape: Font['layout']): Font['layout'] {
  const shaped = new Map<string, GlyphRun>();
  return (text, ...options) => {
    if (text.length > maxShapedLength || options.some((option) => option !== undefined))
      return shape(text, ...options);
    const run = shaped.get(text) ?? shape(text);
    if (shaped.size === maxShapedWords) shaped.clear();
    shaped.set(text, run);
    // pdfkit scales the positions in place.
    const positions = run.positions.map((position) => ({ ...position }));
    return Object.assign(Object.create(Object.getPrototypeOf(run)), run, { positions });
  };
}

/** Registers all weights with the document; only used glyphs are embedded. */
export function registerTypeface(pdf: Pdf): void {
  // pdfkit also accepts an open font, but its types allow only files.
  for (const weight of Object.keys(fontFiles) as Weight[])
    pdf.registerFont(weight, loadFont(weight) as unknown as Buffer);
}

/**
 * The text as it can be rendered, with single spaces. A character without a glyph, or an invisible one, becomes its
 * Unicode number: "[U+5F20]".
 */
export function toRun(text: string, weight: Weight): Run {
  const normal = normalizeText(text, { form: 'NFC', maxCodeUnits: maxRunUnits });
  if (normal === undefined) throw new RangeError('the text exceeds the maximum length of a line');
  const folded = normal.replace(/\s+/gu, ' ').replace(writtenNumber, spelledBracket);
  if (plainText.test(folded)) return { font: weight, text: folded };
  const segments = graphemes.segment(folded);
  const spelled = [...segments].map(({ segment }) => spellGrapheme(segment, weight));
  return { font: weight, text: spelled.join('') };
}

function spellGrapheme(segment: string, weight: Weight): string {
  const points = [...segment].map((character) => character.codePointAt(0) ?? 0);
  const hasGlyphs = points.every((point) => loadFont(weight).hasGlyphForCodePoint(point));
  if (hasGlyphs && !/\p{C}/u.test(segment)) return segment;
  const numbers = points.map((point) => `[U+${point.toString(16).toUpperCase().padStart(4, '0')}]`);
  return numbers.join('');
}

/** Whether the typeface has glyphs for the whole text. */
export function isSupported(text: string): boolean {
  return !toRun(text, 'regular').text.includes('[U+');
}
