/** Strings whose processing cost can grow faster than their length: combining marks, blanks, surrogates, nesting. */

const fill = (piece: string) => (length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
const between = (piece: string) => (length: number) => `a${fill(piece)(length - 2)}b`;

/** By name: creates a string with this many UTF-16 code units. */
export const hostileTexts: Record<string, (length: number) => string> = {
  'combining marks out of order': (length) => `a${fill('\u0301\u0327')(length - 1)}`,
  'one letter': fill('a'),
  'blanks inside': between(' '),
  'blanks around': (length) => `${fill(' ')(length / 2)}a${fill('\u00a0')(length / 2 - 1)}`,
  'tabs and ends of line': between('\t\r\n'),
  joiners: between('\u200d'),
  'lone surrogates': fill('\ud800'),
  'joined emoji': fill('\u{1f469}\u200d'),
  'letters that grow': fill('\ufdfa'),
  jamo: fill('\u1112\u1161\u11ab'),
  'full-width letters and marks': fill('\uff41\u0308'),
  dots: fill('a.'),
  'dots alone': fill('.'),
  'an e-mail without end': (length) => `${fill('a@a.')(length - 1)}@`,
  'international labels': fill('ü.'),
  punycode: fill('xn--'),
  hyphens: between('-'),
  digits: fill('9'),
  brackets: fill('[('),
  'an expression': fill('(a+)+'),
  'slashes and colons': fill('a:/'),
  markup: fill('<a '),
  entities: fill('&#x'),
  'a picture': (length) => `data:image/png;base64,${fill('A')(length)}`,
  'a picture of marks': (length) => `data:${fill(';a')(length)}`,
};
