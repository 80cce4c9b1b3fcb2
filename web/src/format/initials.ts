/** The one or two initials shown for a user without a picture. */

export function getInitials(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = firstLetter(words[0] ?? '');
  const last = words.length > 1 ? firstLetter(words.at(-1) ?? '') : '';
  return `${first}${last}`.toLocaleUpperCase();
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Uses grapheme clusters, so that accents and joined emoji stay whole. */
function firstLetter(word: string): string {
  const [letter] = letters.segment(word);
  return letter?.segment ?? '';
}
