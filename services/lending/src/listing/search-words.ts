/** How a name is found by what somebody types: by the beginnings of its words, in any case, in either form. Pure. */

import { normalizeText } from '@nameloan/service/normalize-text.ts';

/** Longer than any name. */
export const maxSearchLength = 253;

/** Upper and then lower: ß and ss, and both small sigmas, are one letter to whoever types capitals. */
function fold(text: string): string {
  const bounds = { form: 'NFC', mostCodeUnits: 4 * maxSearchLength } as const;
  const folded = text.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  return normalizeText(folded, bounds) ?? '';
}

/** What is left of the name from each word's beginning: at its start and after each dot and hyphen. */
export function wordsOf({
  domainName,
  unicodeName,
}: {
  domainName: string;
  unicodeName: string;
}): string[] {
  const tails = [domainName, unicodeName].map(fold).flatMap((name) => {
    const starts = [...name.matchAll(/(?<=^|[.-])[^.-]/gu)];
    return starts.map(({ index }) => name.slice(index));
  });
  return [...new Set(tails)];
}

/** What the words that begin with one text lie between. */
export interface PrefixRange {
  $gte: string;
  $lt: string;
}

/** More separate words than these are refused: each is looked for by itself. */
export const maxSearchWords = 8;

/** One for each word of a text, the longest first; none where it asks for nothing. */
export function parsePrefixRanges(text: string): PrefixRange[] {
  const bounds = { form: 'NFC', mostCodeUnits: maxSearchLength } as const;
  const typed = fold(normalizeText(text, bounds) ?? '').split(/\s+/u);
  const wanted = new Set(typed.map((word) => word.replace(/^[.-]+/, '')));
  wanted.delete('');
  return [...wanted]
    .sort((a, b) => b.length - a.length)
    .map((word) => ({ $gte: word, $lt: after(word) }));
}

const lastCodePoint = 0x10ffff;

/** The least text that is behind all that begin with this one, in the order of code points. */
function after(text: string): string {
  const letters = [...text];
  while (letters.length > 0) {
    const code = letters.pop()?.codePointAt(0) ?? 0;
    // What is between is half a letter.
    if (code < lastCodePoint)
      return letters.join('') + String.fromCodePoint(code === 0xd7ff ? 0xe000 : code + 1);
  }
  return String.fromCodePoint(lastCodePoint);
}
