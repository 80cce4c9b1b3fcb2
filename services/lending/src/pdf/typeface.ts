/** The typefaces of the PDF documents, by script; characters without a glyph are written as Unicode numbers. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { normalizeText } from '@nameloan/runtime/normalize-text';
import type { Font, GlyphRun } from 'fontkit';
import { create } from 'fontkit';
import { findScriptFonts } from './script-fonts.ts';
import { unpackFont } from './unpack-font.ts';

/** The product's typefaces: Hanken Grotesk for text, Besley for titles, Geist Mono for hashes. */
export type Weight = 'regular' | 'bold' | 'italic' | 'title' | 'mono';
/** A font file: one of the product's own by its weight, or another one by its path in its package. */
export type Face = Weight | `${string}/${string}`;
export type Pdf = PDFKit.PDFDocument;

/** Text in one font. */
export interface Run {
  font: Face;
  text: string;
  /** The requested weight, whose own typeface has the spaces. */
  weight: Weight;
  /** Number of the span that it is part of. */
  span?: number;
}

const hanken = '@expo-google-fonts/hanken-grotesk';
const plex = '@expo-google-fonts/ibm-plex-sans';
const fontFiles: Record<Weight, string> = {
  regular: `${hanken}/400Regular/HankenGrotesk_400Regular.ttf`,
  bold: `${hanken}/600SemiBold/HankenGrotesk_600SemiBold.ttf`,
  italic: `${hanken}/400Regular_Italic/HankenGrotesk_400Regular_Italic.ttf`,
  title: '@fontsource/besley/files/besley-latin-600-normal.woff',
  mono: '@fontsource/geist-mono/files/geist-mono-latin-400-normal.woff',
};
/** IBM Plex Sans: Greek and Cyrillic, and what the others lack of Latin. */
const plexFiles: Record<Weight, Face> = {
  regular: `${plex}/400Regular/IBMPlexSans_400Regular.ttf`,
  bold: `${plex}/600SemiBold/IBMPlexSans_600SemiBold.ttf`,
  italic: `${plex}/400Regular_Italic/IBMPlexSans_400Regular_Italic.ttf`,
  title: `${plex}/600SemiBold/IBMPlexSans_600SemiBold.ttf`,
  mono: `${plex}/400Regular/IBMPlexSans_400Regular.ttf`,
};
const isBold = (weight: Weight) => weight === 'bold' || weight === 'title';

/** UTF-16 code units; more than the longest paragraph with any names and addresses. */
const maxRunUnits = 10_000;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const fonts = new Map<Face, Font>();
/** The face of each grapheme that the weight's own typeface lacks; null: none has it. */
const faces = new Map<string, Face | null>();
const maxFaces = 5000;
/** Limits of the cache of shaped words: words per weight, and UTF-16 code units per word. */
const maxShapedWords = 2000;
const maxShapedLength = 60;
/** What a user could type to look like a character that was written as its number: its bracket becomes a number too. */
const writtenNumber = /\[(?=U\+)/giu;
const spelledBracket = '[U+005B]';
/** Printable ASCII, for which the typeface has all glyphs. */
const plainText = /^[ -~]*$/;

/** Cached for all documents: reading the font tables took a third of the time of a contract. */
function loadFont(face: Face): Font {
  const cached = fonts.get(face);
  if (cached !== undefined) return cached;
  const font = openFont(face);
  font.layout = cacheShaping(font.layout.bind(font));
  fonts.set(face, font);
  return font;
}

/** Opens the font file again, without caches of other documents. */
export function openFont(face: Face): Font {
  const url = import.meta.resolve(face in fontFiles ? fontFiles[face as Weight] : face);
  const font = create(unpackFont(readFileSync(fileURLToPath(url))));
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

/** Selects a face in the document, which embeds only the glyphs that it uses. */
export function selectFont(pdf: Pdf, face: Face): Pdf {
  // pdfkit also accepts an open font, but its types allow only files.
  pdf.registerFont(face, loadFont(face) as unknown as Buffer);
  return pdf.font(face);
}

/**
 * The text as it can be rendered, with single spaces, in as many fonts as its scripts need. A character without a glyph, or
 * an invisible one, becomes its Unicode number: "[U+200B]".
 */
export function toRuns(text: string, weight: Weight): Run[] {
  const normal = normalizeText(text, { form: 'NFC', maxCodeUnits: maxRunUnits });
  if (normal === undefined) throw new RangeError('the text exceeds the maximum length of a line');
  const folded = normal.replace(/\s+/gu, ' ').replace(writtenNumber, spelledBracket);
  if (plainText.test(folded)) return [{ font: weight, text: folded, weight }];
  const runs: Run[] = [];
  for (const { segment } of graphemes.segment(folded)) {
    const font = plainText.test(segment) ? weight : findFace(segment, weight);
    const run = { font: font ?? weight, text: font ? segment : spellGrapheme(segment), weight };
    const last = runs.at(-1);
    if (last?.font === run.font) last.text += run.text;
    else runs.push(run);
  }
  return runs;
}

const toCodePoints = (segment: string): number[] =>
  [...segment].map((character) => character.codePointAt(0) ?? 0);

/** The first face with glyphs for the whole grapheme; null for none, and for one with invisible characters. */
function findFace(segment: string, weight: Weight): Face | null {
  const key = `${weight} ${segment}`;
  const known = faces.get(key);
  if (known !== undefined) return known;
  const points = toCodePoints(segment);
  const found = /\p{C}/u.test(segment)
    ? undefined
    : [...listFaces(points, weight)].find((face) =>
        points.every((point) => loadFont(face).hasGlyphForCodePoint(point)),
      );
  if (faces.size === maxFaces) faces.clear();
  faces.set(key, found ?? null);
  return found ?? null;
}

function* listFaces(points: readonly number[], weight: Weight): Iterable<Face> {
  yield weight;
  yield plexFiles[weight];
  const ending = `${isBold(weight) ? 600 : 400}-normal.woff`;
  for (const stem of findScriptFonts(points)) yield `@fontsource/${stem}-${ending}`;
}

function spellGrapheme(segment: string): string {
  const numbers = toCodePoints(segment).map(
    (point) => `[U+${point.toString(16).toUpperCase().padStart(4, '0')}]`,
  );
  return numbers.join('');
}

/** Whether the typefaces have glyphs for the whole text. */
export function isSupported(text: string): boolean {
  return !toRuns(text, 'regular').some((run) => run.text.includes('[U+'));
}
