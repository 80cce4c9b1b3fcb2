/**
 * Noto typefaces for the scripts that the product's own typeface lacks, loaded with the first character that needs one. The
 * packages split Chinese, Japanese and Korean into a hundred small files, so a name loads one or two of them.
 */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Its ranges of code points, and the start of its files' names. */
interface Slice {
  ranges: readonly (readonly [number, number])[];
  /** "noto-sans-sc/files/noto-sans-sc-4". */
  stem: string;
}

/** By package: which of its files to use; all of them for the large ones. */
const packages: readonly (readonly [name: string, subset: string | null])[] = [
  ['noto-sans-hebrew', 'hebrew'],
  ['noto-sans-arabic', 'arabic'],
  ['noto-sans-devanagari', 'devanagari'],
  ['noto-sans-thai', 'thai'],
  ['noto-sans-sc', null],
  ['noto-sans-kr', null],
];

let slices: readonly Slice[] | undefined;

/** Paths in `@fontsource`, without weight and ending, of the files that may have glyphs for all these code points. */
export function findScriptFonts(codePoints: readonly number[]): string[] {
  slices ??= packages.flatMap(([name, subset]) => readSlices(name, subset));
  const covers = ({ ranges }: Slice) =>
    codePoints.every((point) => ranges.some(([from, to]) => from <= point && point <= to));
  return slices.filter(covers).map(({ stem }) => stem);
}

function readSlices(name: string, only: string | null): Slice[] {
  const file = fileURLToPath(import.meta.resolve(`@fontsource/${name}/unicode.json`));
  const subsets = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  return Object.entries(subsets)
    .filter(([subset]) => only === null || subset === only)
    .map(([subset, ranges]) => ({
      ranges: ranges.split(',').map(parseRange),
      stem: `${name}/files/${name}-${subset.replace(/[[\]]/g, '')}`,
    }));
}

/** "U+5f20" or "U+4e00-9fff". */
function parseRange(text: string): [number, number] {
  const [from = '', to = from] = text.trim().replace(/^U\+/i, '').split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}
