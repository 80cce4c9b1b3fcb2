/** Search words of a domain name: a query matches prefixes of words, in any case, in A-label or U-label form. Pure. */

import { normalizeText } from '@nameloan/runtime/normalize-text';
import { hasControlCharacters } from '../text.ts';

/** A domain name has at most 253 characters. */
const maxSearchLength = 253;

/** Upper case, then lower case, so that ß equals ss and both small sigmas are equal. */
export function foldCase(text: string): string {
  const bounds = { form: 'NFC', maxCodeUnits: 4 * maxSearchLength } as const;
  const folded = text.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  return normalizeText(folded, bounds) ?? '';
}

/** The rest of the name from each word on; words start at the beginning and after each dot and hyphen. */
export function listSearchWords({
  domainName,
  unicodeName,
}: {
  domainName: string;
  unicodeName: string;
}): string[] {
  const suffixes = [domainName, unicodeName].map(foldCase).flatMap((name) => {
    const starts = [...name.matchAll(/(?<=^|[.-])[^.-]/gu)];
    return starts.map(({ index }) => name.slice(index));
  });
  return [...new Set(suffixes)];
}

/** The range of all words with one prefix. */
export interface PrefixRange {
  $gte: string;
  $lt: string;
}

/** Each word is a separate condition of the query. */
const maxSearchWords = 8;

/** No name contains a control character, and MongoDB rejects patterns with a null character. */
export function validateSearchText(
  text: string | null | undefined,
  what: 'domain name' | 'registrar' = 'domain name',
): string | null {
  if ((text?.length ?? 0) > maxSearchLength)
    return `A search has at most ${maxSearchLength} characters.`;
  return hasControlCharacters(text ?? '')
    ? `The search contains characters that no ${what} has.`
    : null;
}

export function validateWordCount(text: string): string | null {
  return parsePrefixRanges(text).length > maxSearchWords
    ? `Search for at most ${maxSearchWords} words at a time.`
    : null;
}

/** One range per word of the search input, longest first; empty for an input without words. */
export function parsePrefixRanges(text: string): PrefixRange[] {
  const bounds = { form: 'NFC', maxCodeUnits: maxSearchLength } as const;
  const typed = foldCase(normalizeText(text, bounds) ?? '').split(/\s+/u);
  const words = new Set(typed.map((word) => word.replace(/^[.-]+/, '')));
  words.delete('');
  return [...words]
    .sort((a, b) => b.length - a.length)
    .map((word) => ({ $gte: word, $lt: findFirstStringAfter(word) }));
}

const lastCodePoint = 0x10ffff;

/** The smallest string after all strings with this prefix, in code point order. */
function findFirstStringAfter(text: string): string {
  const letters = [...text];
  while (letters.length > 0) {
    const code = letters.pop()?.codePointAt(0) ?? 0;
    // Skips the surrogates.
    if (code < lastCodePoint)
      return letters.join('') + String.fromCodePoint(code === 0xd7ff ? 0xe000 : code + 1);
  }
  return String.fromCodePoint(lastCodePoint);
}
