/** Reads letters and digits across the separators that people type between groups. Pure. */

const separators = new Set(' \t\n\r.,:;/_|-\u00b7\u2022*\'"()');
/** ", " or " - ", and no more: further apart, two groups belong to different things. */
const maxSeparators = 3;

/** By its code: a search reads each character of a text many times. */
function isAlphanumeric(code: number): boolean {
  const isDigit = code >= 48 && code <= 57;
  const letter = code | 32;
  return isDigit || (letter >= 97 && letter <= 122);
}

export interface GroupedCharacter {
  char: string;
  /** Its place in the text. */
  at: number;
  /** Whether a separator precedes it. */
  startsGroup: boolean;
  /** Whether it is the last of its group. */
  endsGroup: boolean;
}

/** The letters and digits from `start` on, until something else than a few separators. */
export function* readCharacters(text: string, start: number): Generator<GroupedCharacter> {
  let skipped = 0;
  for (let at = start; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (isAlphanumeric(text.charCodeAt(at))) {
      const endsGroup = !isAlphanumeric(text.charCodeAt(at + 1));
      yield { char, at, startsGroup: skipped > 0, endsGroup };
      skipped = 0;
    } else if (!separators.has(char) || ++skipped > maxSeparators) return;
  }
}
