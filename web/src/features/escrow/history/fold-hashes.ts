/** Finds hashes and other long codes in a note, such as a file's SHA-256 or the hash of a transaction. */

export interface NotePart {
  text: string;
  isHash: boolean;
}

/** Not part of an address on the web. */
const longCode = /(?<![\w/.:=?&%#-])(?:0x)?[0-9A-Za-z]{40,}(?![\w/-])/g;

export function foldHashes(note: string): NotePart[] {
  const parts: NotePart[] = [];
  let end = 0;
  for (const { index, 0: text } of note.matchAll(longCode)) {
    parts.push({ text: note.slice(end, index), isHash: false }, { text, isHash: true });
    end = index + text.length;
  }
  return [...parts, { text: note.slice(end), isHash: false }].filter(({ text }) => text !== '');
}
